#include "colour_evaluate.h"

#include <algorithm>
#include <span>

#include "score.h"
#include "weights.h"

namespace turnstone {
namespace {

std::span<const Knots, ColourEvaluation::kCounts> chosen(Goal goal, const Weights& own) {
  if (!own.empty()) return std::span(own).first<ColourEvaluation::kCounts>();
  return goal == Goal::most ? kColourMost : kColourFewest;
}

}  // namespace

ColourEvaluation::ColourEvaluation(const ColourRules& rules, const Weights& weights)
    : rules_(rules),
      ground_(rules.mask),
      weights_(by_discs(chosen(rules.goal, weights), rules.mask.count())) {}

std::array<ColourEvaluation::Counts, 4> ColourEvaluation::counts(const ColourBoard& board) const {
  const Squares all = board.all();
  const Squares empty = ground_.mask - all;
  const Squares near_empty = with_neighbours(empty);
  const Squares open_corners = ground_.corners & empty;
  const Squares beside_corner = beside(open_corners) - ground_.corners;
  const Squares diagonal = diagonal_to(open_corners) & ground_.inside;
  const std::array<Squares, 4> settled = ground_.settled(empty);
  std::array<Counts, 4> found{};
  for (int seat = 0; seat < rules_.colours; ++seat) {
    const Squares& own = board.discs[static_cast<std::size_t>(seat)];
    const int flipping = moves(own, all - own, ground_.mask).count();
    found[static_cast<std::size_t>(seat)] = {flipping,
                                             flipping == 0,
                                             (own & near_empty).count(),
                                             (own & ground_.corners).count(),
                                             (own & beside_corner).count(),
                                             (own & diagonal).count(),
                                             (own & ground_.edges).count(),
                                             ground_.stable(own, settled).count(),
                                             own.count(),
                                             seat == rules_.seat(board.phase)};
  }
  return found;
}

ColourEvaluation::Worths ColourEvaluation::operator()(const ColourBoard& board) const {
  Worths guess{};
  const Squares all = board.all();
  const auto seats = static_cast<std::size_t>(rules_.colours);
  if (!((with_neighbours(all) & ground_.mask) - all).any()) {
    guess = worths(board, rules_);
    for (int& each : guess) each *= kDisc;
    return guess;
  }
  const std::array<Counts, 4> found = counts(board);
  const Counts& weights = weights_[static_cast<std::size_t>(all.count())];
  for (std::size_t seat = 0; seat < seats; ++seat) {
    for (std::size_t i = 0; i < kCounts; ++i) guess[seat] += found[seat][i] * weights[i];
    guess[seat] /= kFine;
  }
  return guess;
}

int ColourEvaluation::lead(const Worths& worths, std::size_t seat) const {
  int sum = 0;
  for (const int each : worths) sum += each;
  const int bound = ground_.mask.count() * kDisc;
  return std::clamp(worths[seat] - (sum - worths[seat]) / (rules_.colours - 1), -bound, bound);
}

}  // namespace turnstone
