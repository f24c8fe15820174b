// The end of a game and perft on wide boards. The last ply is counted, not played, as on 8x8.
#include "wide.h"

#include <algorithm>

namespace turnstone {
namespace {

std::uint64_t last_ply(const WideBoard& board, const Squares& mask) {
  return static_cast<std::uint64_t>(std::max(1, moves(board.own, board.other, mask).count()));
}

// Needs depth >= 1.
std::uint64_t leaves(const WideBoard& board, const Squares& mask, int depth, Pulse& pulse) {
  if (depth == 1) return last_ply(board, mask);
  if (depth > 2) pulse.tick();
  const Squares legal = moves(board.own, board.other, mask);
  if (!legal.any()) {
    if (!moves(board.other, board.own, mask).any()) return 1;
    return leaves(board.passed(), mask, depth - 1, pulse);
  }
  std::uint64_t sum = 0;
  for_each(legal, [&](int square) { sum += leaves(board.played(square), mask, depth - 1, pulse); });
  return sum;
}

}  // namespace

int official_margin(const WideBoard& board, const Squares& mask, Goal goal) {
  const int own = board.own.count(), other = board.other.count();
  const int empty = mask.count() - own - other;
  const int difference = own - other;
  const int margin = difference + (difference > 0 ? empty : difference < 0 ? -empty : 0);
  return goal == Goal::most ? margin : -margin;
}

std::uint64_t wide_perft(const WideBoard& board, const Squares& mask, int depth, Pulse& pulse) {
  return depth <= 0 ? 1 : leaves(board, mask, depth, pulse);
}

}  // namespace turnstone
