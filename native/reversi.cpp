// Perft for Reversi. The last ply is counted, not played: the leaves below a position with one ply
// to go are its legal squares, or one if there are none, for a pass and the end of the game are
// one leaf each.
#include "reversi.h"

#include <algorithm>
#include <bit>

#include "bitboard.h"

namespace turnstone {
namespace {

std::uint64_t last_ply(std::uint64_t own, std::uint64_t other, std::uint64_t mask) {
  return static_cast<std::uint64_t>(std::max(1, std::popcount(moves(own, other, mask))));
}

// Needs depth >= 1.
std::uint64_t leaves(std::uint64_t own, std::uint64_t other, std::uint64_t mask, int depth,
                     Pulse& pulse) {
  if (depth == 1) return last_ply(own, other, mask);
  if (depth > 2) pulse.tick();
  std::uint64_t squares = moves(own, other, mask);
  if (squares == 0) {
    if (moves(other, own, mask) == 0) return 1;
    return leaves(other, own, mask, depth - 1, pulse);
  }
  std::uint64_t sum = 0;
  for (; squares != 0; squares &= squares - 1) {
    const int square = std::countr_zero(squares);
    const std::uint64_t flipped = flips(own, other, square);
    const std::uint64_t next_other = own | flipped | (std::uint64_t{1} << square);
    const std::uint64_t next_own = other & ~flipped;
    sum += depth == 2 ? last_ply(next_own, next_other, mask)
                      : leaves(next_own, next_other, mask, depth - 1, pulse);
  }
  return sum;
}

}  // namespace

std::uint64_t reversi_perft(std::uint64_t own, std::uint64_t other, std::uint64_t mask, int depth,
                            Pulse& pulse) {
  return depth <= 0 ? 1 : leaves(own, other, mask, depth, pulse);
}

}  // namespace turnstone
