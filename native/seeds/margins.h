// Which differences a game can end with: a guess should be one of them.
#pragma once

#include <algorithm>

#include "../mancala.h"
#include "database.h"

namespace turnstone::seeds {

// Whether a side that needs more than `need` of so many seeds can win a majority by which it is
// `ahead`, leaving an odd number where they lie. Captures take two seeds or more.
inline bool can_stop_ahead(int seeds, int need, int ahead) {
  int other = std::max(0, std::max(need + 1, 2) - ahead);
  if (other == 1) other = 2;
  return ahead + 2 * other < seeds;
}

// Whether the mover's future difference can be this. Where every seed is counted at the end it is odd
// or even as the seeds are; a majority may leave some.
inline bool is_possible(const MancalaRules& rules, int seeds, int need, int difference) {
  if (!rules.keep || ((difference ^ seeds) & 1) == 0) return true;
  return rules.finish == Finish::majority &&
         (can_stop_ahead(seeds, need, difference) || can_stop_ahead(seeds, seeds - need, -difference));
}

// The possible difference within the bounds that is nearest to a guess.
inline int nearest_possible(const MancalaRules& rules, int seeds, int need, Span bounds, int guess) {
  guess = std::clamp(guess, bounds.lower, bounds.upper);
  for (int off = 0; off <= bounds.upper - bounds.lower; ++off) {
    for (const int near : {guess - off, guess + off}) {
      if (near < bounds.lower || near > bounds.upper) continue;
      if (is_possible(rules, seeds, need, near)) return near;
    }
  }
  return guess;
}

}  // namespace turnstone::seeds
