// Moves and flips against a walk over single squares, and perft against the known counts.
#include <bit>
#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "bitboard.h"
#include "check.h"
#include "pulse.h"
#include "reversi.h"

namespace {

using namespace turnstone;
using Board = std::uint64_t;

constexpr Board bit(int column, int row) { return Board{1} << (row * 8 + column); }

// The definition, square by square: what `own` would flip by playing there.
Board walk(Board own, Board other, int square) {
  Board flipped = 0;
  for (int columns = -1; columns <= 1; ++columns) {
    for (int rows = -1; rows <= 1; ++rows) {
      if (columns == 0 && rows == 0) continue;
      Board run = 0;
      for (int column = square % 8 + columns, row = square / 8 + rows;
           column >= 0 && column < 8 && row >= 0 && row < 8; column += columns, row += rows) {
        if (other & bit(column, row)) {
          run |= bit(column, row);
          continue;
        }
        if (own & bit(column, row)) flipped |= run;
        break;
      }
    }
  }
  return flipped;
}

void check_against_walk(Board own, Board other, Board mask) {
  Board legal = 0;
  for (int square = 0; square < 64; ++square) {
    if ((own | other) >> square & 1) continue;
    const Board flipped = walk(own, other, square);
    CHECK(flips(own, other, square) == flipped);
    if (flipped != 0 && (mask >> square & 1)) legal |= Board{1} << square;
  }
  CHECK(moves(own, other, mask) == legal);
}

void random_boards() {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    // From nearly empty to nearly full, with and without holes in the board.
    const Board mask = i % 3 == 0 ? kAllSquares : random() | random();
    Board discs = random();
    if (i % 4 == 1) discs &= random();
    if (i % 4 >= 2) discs |= random();
    if (i % 4 == 3) discs |= random();
    discs &= mask;
    Board own = discs & random();
    if (i % 5 == 0) own &= random();  // few own discs leave long runs
    check_against_walk(own, discs & ~own, mask);
  }
}

// Runs of every length from every square, in the eight directions: none wraps, none is too long.
void long_runs() {
  for (int square = 0; square < 64; ++square) {
    for (int target = 0; target < 64; ++target) {
      if (target != square) {
        check_against_walk(Board{1} << target, ~(Board{1} << target | Board{1} << square),
                           kAllSquares);
      }
    }
  }
  check_against_walk(0, kAllSquares ^ 1, kAllSquares);
  check_against_walk(kAllSquares ^ 1, 0, kAllSquares);
  check_against_walk(0, 0, 0);
}

struct Start {
  Board black, white, mask;
};

Start start(int size, bool parallel) {
  const int low = size / 2 - 1, high = size / 2;
  Board mask = 0;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) mask |= bit(column, row);
  }
  if (parallel) return {bit(low, high) | bit(high, high), bit(low, low) | bit(high, low), mask};
  return {bit(high, low) | bit(low, high), bit(low, low) | bit(high, high), mask};
}

void counts(int size, bool parallel, const std::vector<std::uint64_t>& expected) {
  const Start from = start(size, parallel);
  Pulse pulse;
  CHECK(reversi_perft(from.black, from.white, from.mask, 0, pulse) == 1);
  for (int depth = 1; const std::uint64_t leaves : expected) {
    CHECK(reversi_perft(from.black, from.white, from.mask, depth, pulse) == leaves);
    ++depth;
  }
}

void known_counts() {
  counts(4, false, {4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540});
  counts(6, false, {4, 12, 56, 244, 1364, 7604, 47740});
  counts(8, false, {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800});
  counts(4, true, {4, 12, 50, 138, 480, 1310});
  counts(6, true, {4, 14, 68, 292, 1634, 9020});
  counts(8, true, {4, 14, 68, 292, 1690, 9696});
}

// a1 own, b1 other, c1 empty: one move, then it is over. Seen from the other side: pass first.
void passes_and_ends() {
  Pulse pulse;
  const Board own = bit(0, 0), other = bit(1, 0);
  CHECK(moves(own, other, kAllSquares) == bit(2, 0));
  for (int depth = 1; depth < 60; ++depth) {
    CHECK(reversi_perft(own, other, kAllSquares, depth, pulse) == 1);
    CHECK(reversi_perft(other, own, kAllSquares, depth, pulse) == 1);
    CHECK(reversi_perft(own, 0, kAllSquares, depth, pulse) == 1);
  }
  CHECK(moves(own, other, kAllSquares ^ bit(2, 0)) == 0);
}

void interruption() {
  Pulse pulse([] { throw std::runtime_error("enough"); });
  const Start from = start(8, false);
  bool stopped = false;
  try {
    reversi_perft(from.black, from.white, from.mask, 60, pulse);
  } catch (const std::runtime_error&) {
    stopped = true;
  }
  CHECK(stopped);
}

void two_threads() {
  std::uint64_t leaves[2] = {0, 0};
  const auto count = [](std::uint64_t& sum) {
    Pulse pulse;
    const Start from = start(8, false);
    sum = reversi_perft(from.black, from.white, from.mask, 8, pulse);
  };
  std::thread first(count, std::ref(leaves[0])), second(count, std::ref(leaves[1]));
  first.join();
  second.join();
  CHECK(leaves[0] == 390216 && leaves[1] == 390216);
}

}  // namespace

int main() {
  if (tests::cpu_is_too_old()) return tests::kSkipped;
  random_boards();
  long_runs();
  known_counts();
  passes_and_ends();
  interruption();
  two_threads();
  return tests::result();
}
