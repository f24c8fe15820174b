// Reversi with two colours on boards up to 8x8, seen from the player to move.
#pragma once

#include <cstdint>

#include "pulse.h"

namespace turnstone {

// Leaves of the game tree `depth` plies down. A pass is a ply; a game that is over is one leaf at
// any depth.
std::uint64_t reversi_perft(std::uint64_t own, std::uint64_t other, std::uint64_t mask, int depth,
                            Pulse& pulse);

}  // namespace turnstone
