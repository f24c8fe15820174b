// What a wide board is worth before the game is over: a guess at the final margin, in hundredths
// of a disc, for the player to move.
//
// A handful of counts, own minus other, each with a weight that moves from the first disc to the
// last (three knots, straight lines between). `make weights` fits them (weights.h) by least squares
// to the final margins of games that the search plays against itself on 8x8, 10x10, 12x12 and the
// octagon, for each goal: that is why the result reads in discs, and why a single weight need not
// make sense without the others.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "ground.h"
#include "knots.h"
#include "wide.h"

namespace turnstone {

class WideEvaluation {
 public:
  static constexpr std::size_t kCounts = 12;
  using Counts = std::array<int, kCounts>;
  static constexpr std::array<const char*, kCounts> kNames{
      "moves",
      "moves, a hundredth of all",
      "empty squares beside the other",
      "discs beside empty squares",
      "corners",
      "beside an empty corner",
      "diagonal to an empty corner",
      "edges",
      "stable discs",
      "discs",
      "the last move",
      "the next move"};

  WideEvaluation(const Squares& mask, Goal goal, const Weights& weights = {});

  const Ground& ground() const { return ground_; }
  Goal goal() const { return goal_; }

  // A guess, or the official margin if nobody can move.
  int operator()(const WideBoard& board) const;
  // The official margin of a game that is over.
  int final(const WideBoard& board) const;

  // Needs a board on which somebody can move; the two sets are the legal squares of each.
  Counts counts(const WideBoard& board, const Squares& own_moves, const Squares& other_moves) const;

 private:
  int guess(const WideBoard& board, const Squares& mine, const Squares& theirs) const;

  Ground ground_;
  Goal goal_;
  std::vector<Counts> weights_;  // by the number of discs, in 1/64 of a hundredth
};

}  // namespace turnstone
