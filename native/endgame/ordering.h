// Which move to try first. A good first move at a node that will fail high saves all its
// brothers, so this is worth time in proportion to the size of the subtree: near the leaves only
// what the board shows at a glance, higher up a shallow search.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "estimate.h"
#include "field.h"
#include "stability.h"
#include "table.h"

namespace turnstone::endgame {

struct Move {
  std::uint64_t flipped;
  std::uint64_t hash;  // of the position after it
  int square;
  int score;

  std::uint64_t own_after(std::uint64_t other) const { return other ^ flipped; }
  std::uint64_t other_after(std::uint64_t own) const { return own ^ flipped ^ bit(square); }
};

// No position of an 8x8 board is known to have more than 33 moves; 64 needs no proof.
struct Moves {
  std::array<Move, 64> list;
  int size = 0;

  // Brings the best of the moves not yet tried to place `index`.
  Move& pick(int index) {
    int best = index;
    for (int i = index + 1; i < size; ++i) {
      if (at(i).score > at(best).score) best = i;
    }
    if (best != index) std::swap(at(index), at(best));
    return at(index);
  }
  Move& at(int index) { return list[static_cast<std::size_t>(index)]; }
};

// Scores every move of the list, those the table knows first; the order means nothing if
// it was stopped.
template <Goal goal>
void order(const Stability& stability, std::uint64_t own, std::uint64_t other, int empties,
           const Bounds& known, Moves& moves, Meter& meter);

}  // namespace turnstone::endgame
