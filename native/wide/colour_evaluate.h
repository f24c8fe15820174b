// What a board with three or four colours is worth to each of them: a guess at how many discs each
// will have more than the others, in hundredths of a disc.
//
// A handful of counts for each colour, with weights that move from the first disc to the last
// (three knots, straight lines between). `make weights` fits them (weights.h) by least squares to
// the ends of games that the search plays against itself, three and four colours on 8x8 and four on
// the octagon, for each goal. Games among simple bots only begin it: with some of them at every
// table the weights learnt who is weak, and for the fewest discs played much worse.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "colours.h"
#include "ground.h"
#include "knots.h"

namespace turnstone {

class ColourEvaluation {
 public:
  static constexpr std::size_t kCounts = 10;
  using Counts = std::array<int, kCounts>;
  static constexpr std::array<const char*, kCounts> kNames{
      "moves that flip",
      "nothing to flip",
      "discs beside empty squares",
      "corners",
      "beside an empty corner",
      "diagonal to an empty corner",
      "edges",
      "stable discs",
      "discs",
      "to move"};
  // By seat, the more the better; only differences mean anything.
  using Worths = std::array<int, 4>;

  explicit ColourEvaluation(const ColourRules& rules, const Weights& weights = {});

  const ColourRules& rules() const { return rules_; }
  const Ground& ground() const { return ground_; }

  // A guess, or if the game is over the discs themselves.
  Worths operator()(const ColourBoard& board) const;
  // What a seat has more than the average of the others.
  int lead(const Worths& worths, std::size_t seat) const;
  // By seat.
  std::array<Counts, 4> counts(const ColourBoard& board) const;

 private:
  ColourRules rules_;
  Ground ground_;
  std::vector<Counts> weights_;  // by the number of discs, in 1/64 of a hundredth
};

}  // namespace turnstone
