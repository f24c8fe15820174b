// What a board with three or four colours is worth to each of them: a guess at the final margins,
// in hundredths of a disc.
//
// A handful of counts for each colour tells how many discs more than the average it will have. The
// weights move from the first disc to the last (three knots, straight lines between); they were
// fitted by least squares to the ends of many games between the search and simpler players, once
// for each goal.
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
  using Margins = std::array<int, 4>;  // by seat

  explicit ColourEvaluation(const ColourRules& rules);

  const ColourRules& rules() const { return rules_; }
  const Ground& ground() const { return ground_; }

  // A guess at everybody's margin, or the margins themselves if the game is over.
  Margins operator()(const ColourBoard& board) const;
  // By seat.
  std::array<Counts, 4> counts(const ColourBoard& board) const;

 private:
  ColourRules rules_;
  Ground ground_;
  std::vector<Counts> weights_;  // by the number of discs, in 1/64 of a hundredth
};

}  // namespace turnstone
