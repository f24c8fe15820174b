// Reversi with three or four colours, on any board up to 16x16.
//
// A run may mix the other colours. Who can flip must flip; who cannot puts a disc on any empty
// square that touches a disc, and nothing flips. So nobody passes, every ply adds a disc, and the
// game is over when no empty square touches a disc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../pulse.h"
#include "squares.h"
#include "wide.h"

namespace turnstone {

enum class Order { round, snake };

struct ColourRules {
  Squares mask;
  int colours = 4;
  Goal goal = Goal::most;
  Order order = Order::round;

  // Who moves in a phase. Snake order goes there and back: 1 2 3 3 2 1.
  int phases() const { return order == Order::snake ? 2 * colours : colours; }
  int seat(int phase) const { return phase < colours ? phase : 2 * colours - 1 - phase; }
};

struct ColourBoard {
  std::array<Squares, 4> discs;  // by seat; with three colours the fourth are neutral
  int phase = 0;

  friend bool operator==(const ColourBoard&, const ColourBoard&) = default;
  Squares all() const { return (discs[0] | discs[1]) | (discs[2] | discs[3]); }
};

// On which squares a seat would flip something.
Squares flipping_moves(const ColourBoard& board, const ColourRules& rules, int seat);
// The legal squares of the seat to move; none if the game is over.
Squares legal_squares(const ColourBoard& board, const ColourRules& rules);
// After a legal move.
ColourBoard played(const ColourBoard& board, const ColourRules& rules, int square);
// Own discs minus the best other's; with goal fewest, the fewest other's minus own.
int margin(const ColourBoard& board, const ColourRules& rules, int seat);
// Leaves of the game tree `depth` plies down; a game that is over is one leaf at any depth.
std::uint64_t colour_perft(const ColourBoard& board, const ColourRules& rules, int depth,
                           Pulse& pulse);

}  // namespace turnstone
