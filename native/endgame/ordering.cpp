#include "ordering.h"

#include <algorithm>

#include "parts.h"

namespace turnstone::endgame {

namespace {

// How many plies a move is worth looking ahead; measured on problems of 15 to 24 empties.
int depth_for(int empties) {
  if (empties >= 14) return std::min(6, (empties - 8) / 3);
  return empties == 13 ? 1 : 0;
}

}  // namespace

template <Goal goal>
void order(const Stability& stability, std::uint64_t own, std::uint64_t other, int empties,
           const Bounds& known, Moves& list, Meter& meter) {
  const Field& field = stability.field();
  const std::uint64_t empty = field.empties(own, other);
  const std::uint64_t odd = has(Part::parity) ? field.odd[field.parity(empty)] : 0;
  const int depth = has(Part::lookahead) ? depth_for(empties) : 0;
  constexpr int corner_sign = goal == Goal::most ? 1 : -1;
  for (int i = 0; i < list.size; ++i) {
    Move& move = list.at(i);
    if (move.square == known.best || move.square == known.second) {
      move.score = infinite_estimate - (move.square == known.second);
      continue;
    }
    const std::uint64_t next_own = move.own_after(other);
    const std::uint64_t next_other = move.other_after(own);
    const std::uint64_t here = bit(move.square);
    // Few replies make small subtrees, which counts here for more than who is ahead.
    int score = 0;
    if (has(Part::mobility)) {
      score = -16 * weighted_mobility(field, next_own, next_other) -
              5 * count(grown(next_other) & empty & ~here);
    }
    if (here & odd) score += 12;
    if (here & field.corners) score += 10 * corner_sign;
    if (here & field.x_squares) score -= 8 * corner_sign;
    if (depth > 0) {
      score -= estimate<goal>(stability, next_own, next_other, depth - 1, -infinite_estimate,
                              infinite_estimate, meter) / 2;
    }
    move.score = score;
  }
}

template void order<Goal::most>(const Stability&, std::uint64_t, std::uint64_t, int, const Bounds&,
                                Moves&, Meter&);
template void order<Goal::fewest>(const Stability&, std::uint64_t, std::uint64_t, int,
                                  const Bounds&, Moves&, Meter&);

}  // namespace turnstone::endgame
