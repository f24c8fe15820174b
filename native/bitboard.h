// Reversi on 64-bit boards: which squares are legal, and which discs a move flips.
//
// Square (column, row) is bit row * 8 + column, a1 = bit 0, h8 = bit 63. A smaller board, or one
// with blocked squares, is a mask of the squares that exist: the others never hold a disc, so a
// run of discs ends there by itself and only the legal squares have to be masked.
//
// Both functions are exact for any two disjoint boards. This file is the portable form; whatever
// replaces it for a particular CPU keeps these signatures and is tested against the same walk.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace turnstone {

inline constexpr std::uint64_t kAllSquares = ~std::uint64_t{0};
// Columns b to g. A disc on the a or h file cannot be inside a run that has a sideways component,
// and leaving those two files out also keeps shifts from wrapping round to the next row.
inline constexpr std::uint64_t kInnerColumns = 0x7e7e7e7e7e7e7e7eULL;

namespace detail {

// Empty or not, the squares just behind runs of `inner` that start at a disc of `own`, along one
// axis in both directions. Parallel prefix: after single steps, pairs of steps double the reach,
// 1 + 1 + 2 + 2 = 6, the longest run that can be flipped.
template <int Step>
constexpr std::uint64_t ends_of_runs(std::uint64_t own, std::uint64_t inner) {
  std::uint64_t up = inner & (own << Step);
  std::uint64_t down = inner & (own >> Step);
  up |= inner & (up << Step);
  down |= inner & (down >> Step);
  const std::uint64_t pairs_up = inner & (inner << Step);
  const std::uint64_t pairs_down = pairs_up >> Step;
  up |= pairs_up & (up << 2 * Step);
  down |= pairs_down & (down >> 2 * Step);
  up |= pairs_up & (up << 2 * Step);
  down |= pairs_down & (down >> 2 * Step);
  return (up << Step) | (down >> Step);
}

struct Rays {
  std::array<std::uint64_t, 4> up;    // towards higher bits: e, s, sw, se
  std::array<std::uint64_t, 4> down;  // towards lower bits: w, n, ne, nw
};

constexpr std::uint64_t ray(int square, int columns, int rows) {
  std::uint64_t squares = 0;
  int column = square % 8 + columns;
  int row = square / 8 + rows;
  for (; column >= 0 && column < 8 && row >= 0 && row < 8; column += columns, row += rows) {
    squares |= std::uint64_t{1} << (row * 8 + column);
  }
  return squares;
}

inline constexpr std::array<Rays, 64> kRays = [] {
  std::array<Rays, 64> rays{};
  for (int square = 0; square < 64; ++square) {
    rays[static_cast<std::size_t>(square)] = {
        {ray(square, 1, 0), ray(square, 0, 1), ray(square, -1, 1), ray(square, 1, 1)},
        {ray(square, -1, 0), ray(square, 0, -1), ray(square, 1, -1), ray(square, -1, -1)}};
  }
  return rays;
}();

}  // namespace detail

// The legal squares for `own`: empty, in `mask`, flipping at least one disc of `other`.
constexpr std::uint64_t moves(std::uint64_t own, std::uint64_t other, std::uint64_t mask) {
  const std::uint64_t inner = other & kInnerColumns;
  const std::uint64_t reached =
      detail::ends_of_runs<1>(own, inner) | detail::ends_of_runs<7>(own, inner) |
      detail::ends_of_runs<8>(own, other) | detail::ends_of_runs<9>(own, inner);
  return reached & mask & ~(own | other);
}

// The discs of `other` that flip when `own` plays the empty `square` (0 to 63); 0 if illegal.
constexpr std::uint64_t flips(std::uint64_t own, std::uint64_t other, int square) {
  const detail::Rays& rays = detail::kRays[static_cast<std::size_t>(square)];
  std::uint64_t flipped = 0;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    // Upwards, everything but the ray is set to ones, so that adding one carries through the run
    // and stops at the first square that is not `other`: the run flips if that one is `own`.
    const std::uint64_t up = rays.up[axis];
    const std::uint64_t high = ((other | ~up) + 1) & up & own;
    flipped |= (high - (high != 0)) & up;
    // Downwards there is no carry; the first square that is not `other` is the highest set bit.
    const std::uint64_t down = rays.down[axis];
    const std::uint64_t low = std::bit_floor(down & ~other) & own;
    flipped |= (0 - (low << 1)) & down;
  }
  return flipped;
}

}  // namespace turnstone
