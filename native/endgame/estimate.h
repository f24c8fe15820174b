// What a position is probably worth, without proof. The solver uses it only to choose the order
// of moves and the first window; no exact score depends on it. `evaluate` is the one function to
// replace when a trained evaluation exists.
#pragma once

#include <atomic>
#include <cstdint>

#include "field.h"
#include "stability.h"

namespace turnstone::endgame {

// Estimates are in 1/16 of a disc, for the player to move.
inline constexpr int disc = 16;
inline constexpr int infinite_estimate = 1 << 20;

// What a thread spends, and whether it has to stop. It asks at every node: on fresh memory each may
// cost milliseconds, the system handing out zeroed pages.
struct Meter {
  const std::atomic<bool>& stop;
  std::uint64_t limit;
  std::uint64_t nodes = 0;

  bool stopped() const { return nodes > limit || stop.load(std::memory_order_relaxed); }
};

template <Goal goal>
int evaluate(const Stability& stability, std::uint64_t own, std::uint64_t other);

// The same by a search of `depth` plies in the window (alpha, beta); means nothing if it was stopped.
template <Goal goal>
int estimate(const Stability& stability, std::uint64_t own, std::uint64_t other, int depth,
             int alpha, int beta, Meter& meter);

// Mobility with corners counted twice: a corner is a move nobody leaves for later.
inline int weighted_mobility(const Field& field, std::uint64_t own, std::uint64_t other) {
  const std::uint64_t legal = moves(own, other, field.mask);
  return count(legal) + count(legal & field.corners);
}

}  // namespace turnstone::endgame
