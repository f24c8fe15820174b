// The lie of a board: which squares act as corners and edges, for any mask.
//
// A disc can be flipped along an axis only if both its neighbours on that axis exist. A square with
// all four axes closed is a corner whatever it looks like (the octagon has eight); with three it is
// an edge.
#pragma once

#include <array>

#include "squares.h"

namespace turnstone {

struct Ground {
  Squares mask;
  std::array<Squares, 4> closed;  // row, column, falling and rising diagonal
  Squares corners, edges, inside;

  explicit Ground(const Squares& squares);

  // By axis, the squares on which no disc can be flipped along it any more: the axis is closed, or
  // its line is full.
  std::array<Squares, 4> settled(const Squares& empty) const;
  // The discs of `own` that no one can flip any more: settled on all four axes, or on some and
  // held on the others by a neighbour that is stable itself.
  Squares stable(const Squares& own, const std::array<Squares, 4>& settled) const;
};

// Squares that touch a set along rows and columns, and those that touch it by a corner.
Squares beside(const Squares& squares);
Squares diagonal_to(const Squares& squares);

}  // namespace turnstone
