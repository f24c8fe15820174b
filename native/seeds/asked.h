// Which values of a position are told from one another.
#pragma once

#include <algorithm>
#include <limits>

#include "database.h"
#include "solve.h"

namespace turnstone::seeds {

// What is asked: tests of b are worth making from asked.lower to asked.upper.
// Who wins: the mover does if the future difference makes up for his lead and leaves one.
inline Span asked_of(const Limits& limits, int lead) {
  if (limits.winner_only) return {-lead, 1 - lead};
  return {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};
}

inline bool is_open(const Span& span, const Span& asked) {
  return span.lower < span.upper && span.lower < asked.upper && span.upper >= asked.lower;
}

inline int within(const Span& asked, int b) { return std::clamp(b, asked.lower, asked.upper); }

// Of the values that are left the one nearest to what was asked.
inline int nearest(const Span& span, const Span& asked) {
  return span.lower >= asked.upper ? span.lower : span.upper;
}

}  // namespace turnstone::seeds
