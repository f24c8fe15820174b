// The last one to four empty squares. More than nine in ten positions of an endgame are met here,
// so each depth has a function of its own without move lists, and the last move of all is not
// made but only counted: with one empty square left, the flips along a line follow from one
// player's eight bits on it, by table.
#pragma once

#include <cstdint>

#include "field.h"

namespace turnstone::endgame {

// All search a null window: the value is exact enough to say whether it is above alpha, and is a
// bound on the true value on that side. `nodes` grows by the positions visited.
template <Goal goal, bool convex>
int last_four(const Field& field, std::uint64_t own, std::uint64_t other, int alpha,
              std::uint64_t& nodes);

}  // namespace turnstone::endgame
