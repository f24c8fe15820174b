#include "colours.h"

#include <algorithm>

namespace turnstone {

Squares flipping_moves(const ColourBoard& board, const ColourRules& rules, int seat) {
  const Squares& own = board.discs[static_cast<std::size_t>(seat)];
  return moves(own, board.all() - own, rules.mask);
}

Squares legal_squares(const ColourBoard& board, const ColourRules& rules) {
  const Squares flipping = flipping_moves(board, rules, rules.seat(board.phase));
  if (flipping.any()) return flipping;
  const Squares all = board.all();
  return (with_neighbours(all) & rules.mask) - all;
}

ColourBoard played(const ColourBoard& board, const ColourRules& rules, int square) {
  const auto seat = static_cast<std::size_t>(rules.seat(board.phase));
  const Squares flipped = flips(board.discs[seat], board.all() - board.discs[seat], square);
  ColourBoard after = board;
  for (Squares& discs : after.discs) discs -= flipped;
  after.discs[seat] |= flipped | only(square);
  after.phase = board.phase + 1 == rules.phases() ? 0 : board.phase + 1;
  return after;
}

int margin(const ColourBoard& board, const ColourRules& rules, int seat) {
  const int sign = rules.goal == Goal::most ? 1 : -1;
  int own = 0, best = -1000;
  for (int each = 0; each < rules.colours; ++each) {
    const int discs = sign * board.discs[static_cast<std::size_t>(each)].count();
    if (each == seat) own = discs;
    else best = std::max(best, discs);
  }
  return own - best;
}

std::uint64_t colour_perft(const ColourBoard& board, const ColourRules& rules, int depth,
                           Pulse& pulse) {
  if (depth <= 0) return 1;
  const Squares legal = legal_squares(board, rules);
  if (!legal.any()) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(legal.count());
  if (depth > 2) pulse.tick();
  std::uint64_t sum = 0;
  for_each(legal, [&](int square) {
    sum += colour_perft(played(board, rules, square), rules, depth - 1, pulse);
  });
  return sum;
}

}  // namespace turnstone
