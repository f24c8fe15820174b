// Reversi with three or four colours, on any board up to 16x16.
//
// A run may mix the other colours. Who can flip must flip; who cannot puts a disc on any empty
// square that touches a disc, and nothing flips. So nobody passes, every ply adds a disc, and the
// game is over when no empty square touches a disc.
//
// All of it is written for a set of squares of either width, `Squares` or `Narrow`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../pulse.h"
#include "narrow.h"
#include "squares.h"
#include "wide.h"

namespace turnstone {

enum class Order { round, snake };

template <class Set>
struct ColourRulesOn {
  Set mask;
  int colours = 4;
  Goal goal = Goal::most;
  Order order = Order::round;

  // Who moves in a phase. Snake order goes there and back: 1 2 3 3 2 1.
  int phases() const { return order == Order::snake ? 2 * colours : colours; }
  int seat(int phase) const { return phase < colours ? phase : 2 * colours - 1 - phase; }
};
using ColourRules = ColourRulesOn<Squares>;

template <class Set>
struct ColourBoardOn {
  std::array<Set, 4> discs;  // by seat; with three colours the fourth are neutral
  int phase = 0;

  friend bool operator==(const ColourBoardOn&, const ColourBoardOn&) = default;
  Set all() const { return (discs[0] | discs[1]) | (discs[2] | discs[3]); }
};
using ColourBoard = ColourBoardOn<Squares>;

// The legal squares of the seat to move; none if the game is over.
template <class Set>
Set legal_squares(const ColourBoardOn<Set>& board, const ColourRulesOn<Set>& rules) {
  const Set& own = board.discs[static_cast<std::size_t>(rules.seat(board.phase))];
  const Set all = board.all();
  if (const Set flipping = moves(own, all - own, rules.mask); flipping.any()) return flipping;
  return (with_neighbours(all) & rules.mask) - all;
}

// What the seat to move would flip on a legal square.
template <class Set>
Set flips(const ColourBoardOn<Set>& board, const ColourRulesOn<Set>& rules, int square) {
  const Set& own = board.discs[static_cast<std::size_t>(rules.seat(board.phase))];
  return flips(own, board.all() - own, square);
}

// After a legal move that flips these discs.
template <class Set>
ColourBoardOn<Set> played(const ColourBoardOn<Set>& board, const ColourRulesOn<Set>& rules,
                          int square, const Set& flipped) {
  ColourBoardOn<Set> after = board;
  for (Set& discs : after.discs) discs -= flipped;
  Set& own = after.discs[static_cast<std::size_t>(rules.seat(board.phase))];
  own |= flipped;
  own.add(square);
  after.phase = board.phase + 1 == rules.phases() ? 0 : board.phase + 1;
  return after;
}

template <class Set>
ColourBoardOn<Set> played(const ColourBoardOn<Set>& board, const ColourRulesOn<Set>& rules,
                          int square) {
  return played(board, rules, square, flips(board, rules, square));
}

// By seat, the more the better for it: its discs, or with goal fewest minus its discs.
template <class Set>
std::array<int, 4> worths(const ColourBoardOn<Set>& end, const ColourRulesOn<Set>& rules) {
  std::array<int, 4> found{};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules.colours); ++seat) {
    found[seat] = rules.goal == Goal::most ? end.discs[seat].count() : -end.discs[seat].count();
  }
  return found;
}

// What a seat has more than the best of the others: own discs minus the best other's, or with goal
// fewest the fewest other's minus own.
int margin(const std::array<int, 4>& worths, int colours, int seat);

// What the players want of the end of a game, by seat, from 0 to 1. It is what people want: mostly to
// be first, then to stand above each of the others, and of two such games the one with more discs.
// A search for discs alone, however deep, does not see that second place by one disc is lost.
// `most` is all that one of them could have more than another.
using Wishes = std::array<float, 4>;
Wishes wishes(const std::array<int, 4>& worths, int colours, int most);

// Leaves of the game tree `depth` plies down; a game that is over is one leaf at any depth.
std::uint64_t colour_perft(const ColourBoard& board, const ColourRules& rules, int depth,
                           Pulse& pulse);

}  // namespace turnstone
