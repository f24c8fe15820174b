// What a board with three or four colours is worth to each of them: a guess at how many discs more
// than the average each will have at the end, in hundredths of a disc.
//
// A handful of counts for each colour, with weights that move from the first disc to the last
// (three knots, straight lines between), fitted by least squares to games the search played
// against itself, once for each goal.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "colours.h"
#include "ground.h"

namespace turnstone {

class ColourEvaluation {
 public:
  static constexpr std::size_t kCounts = 10;
  using Counts = std::array<int, kCounts>;

  explicit ColourEvaluation(const ColourRules& rules);

  const ColourRules& rules() const { return rules_; }
  const Ground& ground() const { return ground_; }

  // A guess at a seat's margin, or the margin itself if the game is over.
  int operator()(const ColourBoard& board, int seat) const;
  // By seat.
  std::array<Counts, 4> counts(const ColourBoard& board) const;

 private:
  ColourRules rules_;
  Ground ground_;
  std::vector<Counts> weights_;  // by the number of discs, in 1/64 of a hundredth
};

}  // namespace turnstone
