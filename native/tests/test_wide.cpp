// Wide boards: moves and flips against a walk over single squares, perft against the known counts.
#include <cstdint>
#include <random>
#include <vector>

#include "boards.h"
#include "check.h"
#include "pulse.h"
#include "wide/wide.h"

namespace {

using namespace turnstone;
using tests::Start;
using tests::start;

// The definition, square by square: what `own` would flip by playing there.
Squares walk(const Squares& own, const Squares& other, int square) {
  Squares flipped;
  for (int columns = -1; columns <= 1; ++columns) {
    for (int rows = -1; rows <= 1; ++rows) {
      if (columns == 0 && rows == 0) continue;
      Squares run;
      for (int column = square % 16 + columns, row = square / 16 + rows;
           column >= 0 && column < 16 && row >= 0 && row < 16; column += columns, row += rows) {
        if (other.has(square_at(column, row))) {
          run.add(square_at(column, row));
          continue;
        }
        if (own.has(square_at(column, row))) flipped |= run;
        break;
      }
    }
  }
  return flipped;
}

void check_against_walk(const Squares& own, const Squares& other, const Squares& mask) {
  Squares legal;
  for (int square = 0; square < 256; ++square) {
    if ((own | other).has(square)) continue;
    const Squares flipped = walk(own, other, square);
    CHECK(flips(own, other, square) == flipped);
    if (flipped.any() && mask.has(square)) legal.add(square);
  }
  CHECK(moves(own, other, mask) == legal);
}

Squares random_squares(std::mt19937_64& random) {
  return {{random(), random(), random(), random()}};
}

void random_boards() {
  std::mt19937_64 random(1);
  for (int i = 0; i < 4000; ++i) {
    // From nearly empty to nearly full, of every size, with and without holes in the board.
    const int size = 4 + i % 7 * 2;
    Squares mask = whole_board(size);
    if (i % 3 != 0) mask &= random_squares(random) | random_squares(random);
    Squares discs = random_squares(random);
    if (i % 4 == 1) discs &= random_squares(random);
    if (i % 4 >= 2) discs |= random_squares(random);
    if (i % 4 == 3) discs |= random_squares(random) | random_squares(random);
    discs &= mask;
    Squares own = discs & random_squares(random);
    if (i % 5 == 0) own &= random_squares(random);  // few own discs leave long runs
    if (i % 10 == 0) own &= random_squares(random);
    check_against_walk(own, discs - own, mask);
  }
}

// Runs of every length in the eight directions, on every size: none wraps, none is too long.
void long_runs() {
  for (int size = 4; size <= 16; size += 2) {
    const Squares mask = whole_board(size);
    for (int square = 0; square < 256; square += size > 10 ? 3 : 1) {
      for (int target = 0; target < 256; target += size > 10 ? 5 : 3) {
        if (target == square || !mask.has(square) || !mask.has(target)) continue;
        const Squares others = mask - only(square) - only(target);
        CHECK(flips(only(target), others, square) == walk(only(target), others, square));
        CHECK(moves(only(target), others, mask).has(square) ==
              walk(only(target), others, square).any());
      }
    }
  }
}

void neighbourhoods() {
  CHECK(with_neighbours(only(0)).count() == 4);
  CHECK(with_neighbours(only(255)).count() == 4);
  CHECK(with_neighbours(only(square_at(15, 7))).count() == 6);
  CHECK(with_neighbours(only(square_at(7, 8))).count() == 9);
}

void counts(const Start& from, const std::vector<std::uint64_t>& expected) {
  Pulse pulse;
  CHECK(wide_perft(from.board, from.mask, 0, pulse) == 1);
  for (int depth = 1; const std::uint64_t leaves : expected) {
    CHECK(wide_perft(from.board, from.mask, depth, pulse) == leaves);
    ++depth;
  }
}

void known_counts() {
  counts(start(4, false), {4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540});
  counts(start(6, false), {4, 12, 56, 244, 1364, 7604, 47740});
  counts(start(8, false), {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288});
  counts(start(4, true), {4, 12, 50, 138, 480, 1310});
  counts(start(6, true), {4, 14, 68, 292, 1634, 9020});
  counts(start(8, true), {4, 14, 68, 292, 1690, 9696});
  const Start octagon{start(10).board, tests::octagon_mask()};
  CHECK(octagon.mask.count() == 88);
  counts(octagon, {4, 12, 56, 244, 1396, 8200, 55136});
  counts(start(16), {4, 12, 56, 244, 1396});
  Start holes = start(12);
  holes.mask -= only(0) | only(square_at(5, 4)) | only(square_at(7, 7));
  counts(holes, {3, 7, 29, 105, 508, 2565});
}

void margins() {
  const Squares mask = whole_board(10);
  Squares own, other;
  for (int column = 0; column < 10; ++column) own.add(square_at(column, 0));
  other.add(square_at(0, 9));
  CHECK(official_margin({own, other}, mask, Goal::most) == 98);
  CHECK(official_margin({own, other}, mask, Goal::fewest) == -98);
  CHECK(official_margin({other, own}, mask, Goal::most) == -98);
  CHECK(official_margin({only(0), only(99)}, mask, Goal::most) == 0);
}

}  // namespace

int main() {
  if (tests::cpu_is_too_old()) return tests::kSkipped;
  random_boards();
  long_runs();
  neighbourhoods();
  known_counts();
  margins();
  return tests::result();
}
