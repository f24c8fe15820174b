// What a position is probably worth, without proof. The solver uses it only to choose the order
// of moves and the first window; no exact score depends on it. `evaluate` is the one function to
// replace when a trained evaluation exists.
#pragma once

#include <cstdint>

#include "field.h"
#include "stability.h"

namespace turnstone::endgame {

// Estimates are in 1/16 of a disc, for the player to move.
inline constexpr int disc = 16;
inline constexpr int infinite_estimate = 1 << 20;

template <Goal goal>
int evaluate(const Stability& stability, std::uint64_t own, std::uint64_t other);

// The same by a search of `depth` plies in the window (alpha, beta); adds to `nodes`.
template <Goal goal>
int estimate(const Stability& stability, std::uint64_t own, std::uint64_t other, int depth,
             int alpha, int beta, std::uint64_t& nodes);

// Mobility with corners counted twice: a corner is a move nobody leaves for later.
inline int weighted_mobility(const Field& field, std::uint64_t own, std::uint64_t other) {
  const std::uint64_t legal = moves(own, other, field.mask);
  return count(legal) + count(legal & field.corners);
}

}  // namespace turnstone::endgame
