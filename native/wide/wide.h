// Reversi on boards up to 16x16: which squares are legal, and which discs a move flips.
//
// A smaller board, or one with blocked squares, is a mask of the squares that exist; the others
// never hold a disc, so a run of discs ends there by itself and only the legal squares have to be
// masked. The legal squares are found for all discs at once: runs are followed in steps of 1, 1,
// 2, 4 and 8 squares (parallel prefix), which reaches the 14 discs that the widest board can flip.
// Every form of it is tested against the same walk over single squares.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../pulse.h"
#include "squares.h"

namespace turnstone {

namespace detail {

template <int Columns, int Lines>
Rows shifted(const Rows& rows) {
  return sideways<Columns>(downwards<Lines>(rows));
}

// Empty or not, the squares just behind runs of `other` that start at a disc of `own`.
template <int Columns, int Lines>
Rows ends_of_runs(const Rows& own, const Rows& other) {
  Rows runs = other & shifted<Columns, Lines>(own);
  runs = runs | (other & shifted<Columns, Lines>(runs));
  const Rows pairs = other & shifted<Columns, Lines>(other);
  runs = runs | (pairs & shifted<2 * Columns, 2 * Lines>(runs));
  const Rows fours = pairs & shifted<2 * Columns, 2 * Lines>(pairs);
  runs = runs | (fours & shifted<4 * Columns, 4 * Lines>(runs));
  const Rows eights = fours & shifted<4 * Columns, 4 * Lines>(fours);
  runs = runs | (eights & shifted<8 * Columns, 8 * Lines>(runs));
  return shifted<Columns, Lines>(runs);
}

constexpr std::array<std::array<int, 2>, 8> kDirections{
    {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

// The squares from which a run may start: the eight around, without those from which a step in
// the same direction would leave the sixteen columns.
inline constexpr std::array<Squares, 256> kRunStarts = [] {
  std::array<Squares, 256> starts{};
  for (int square = 0; square < 256; ++square) {
    for (const auto& [columns, lines] : kDirections) {
      const int column = square % kStride + columns, row = square / kStride + lines;
      const int next = column + columns;
      if (column >= 0 && column < kStride && row >= 0 && row < kStride && next >= 0 &&
          next < kStride) {
        starts[static_cast<std::size_t>(square)].add(square_at(column, row));
      }
    }
  }
  return starts;
}();

inline constexpr std::uint64_t kColumnsInside = 0x7ffe7ffe7ffe7ffeULL;  // b to o, in each row

}  // namespace detail

// The legal squares for `own`: empty, in `mask`, flipping at least one disc of `other`.
inline Squares moves(const Squares& own_discs, const Squares& other_discs, const Squares& mask) {
  using namespace detail;
  const Rows own(own_discs), other(other_discs);
  const Rows reached = ends_of_runs<-1, -1>(own, other) | ends_of_runs<0, -1>(own, other) |
                       ends_of_runs<1, -1>(own, other) | ends_of_runs<-1, 0>(own, other) |
                       ends_of_runs<1, 0>(own, other) | ends_of_runs<-1, 1>(own, other) |
                       ends_of_runs<0, 1>(own, other) | ends_of_runs<1, 1>(own, other);
  return static_cast<Squares>((reached & Rows(mask)) - (own | other));
}

// The squares of a set and all that touch them, in or out of any mask.
inline Squares with_neighbours(const Squares& squares) {
  using namespace detail;
  const Rows rows(squares);
  const Rows wide = rows | sideways<1>(rows) | sideways<-1>(rows);
  return static_cast<Squares>(wide | downwards<1>(wide) | downwards<-1>(wide));
}

// The discs of `other` that flip when `own` plays the empty `square`; none if illegal. Few of the
// eight neighbours start a run and most runs are short: walking beats following all at once.
inline Squares flips(const Squares& own, const Squares& other, int square) {
  Squares flipped;
  for_each(detail::kRunStarts[static_cast<std::size_t>(square)] & other, [&](int start) {
    const int step = start - square;
    const bool vertical = step == kStride || step == -kStride;
    const std::uint64_t inside = vertical ? ~std::uint64_t{0} : detail::kColumnsInside;
    int at = start + step;
    while (at >= 0 && at < 256 && other.has(at) && (inside >> (at % 64) & 1)) at += step;
    if (at < 0 || at >= 256 || !own.has(at)) return;
    while ((at -= step) != square) flipped.add(at);
  });
  return flipped;
}

enum class Goal { most, fewest };

// Two colours' discs, seen from the player to move.
struct WideBoard {
  Squares own, other;

  friend constexpr bool operator==(const WideBoard&, const WideBoard&) = default;
  constexpr Squares discs() const { return own | other; }
  constexpr WideBoard passed() const { return {other, own}; }
  WideBoard played(int square) const {
    const Squares flipped = flips(own, other, square);
    return {other - flipped, own | flipped | only(square)};
  }
};

// The official margin for the player to move, the game being over: the empty squares go to whoever
// has more discs, whichever goal the two play for.
int official_margin(const WideBoard& board, const Squares& mask, Goal goal);

// Leaves of the game tree `depth` plies down. A pass is a ply; a game that is over is one leaf at
// any depth.
std::uint64_t wide_perft(const WideBoard& board, const Squares& mask, int depth, Pulse& pulse);

}  // namespace turnstone
