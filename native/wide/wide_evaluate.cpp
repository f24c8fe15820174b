#include "wide_evaluate.h"

#include <algorithm>
#include <span>

#include "score.h"
#include "weights.h"

namespace turnstone {
namespace {

std::span<const Knots, WideEvaluation::kCounts> chosen(Goal goal, const Weights& own) {
  if (!own.empty()) return std::span(own).first<WideEvaluation::kCounts>();
  return goal == Goal::most ? kWideMost : kWideFewest;
}

}  // namespace

WideEvaluation::WideEvaluation(const Squares& mask, Goal goal, const Weights& weights)
    : ground_(mask), goal_(goal), weights_(by_discs(chosen(goal, weights), mask.count())) {}

int WideEvaluation::final(const WideBoard& board) const {
  return official_margin(board, ground_.mask, goal_) * kDisc;
}

WideEvaluation::Counts WideEvaluation::counts(const WideBoard& board, const Squares& own_moves,
                                              const Squares& other_moves) const {
  const Squares& own = board.own;
  const Squares& other = board.other;
  const auto difference = [&](const Squares& among) {
    return (own & among).count() - (other & among).count();
  };
  const Squares empty = ground_.mask - (own | other);
  const Squares near_empty = with_neighbours(empty);
  const Squares near_own = with_neighbours(own), near_other = with_neighbours(other);
  const Squares open_corners = ground_.corners & empty;
  const std::array<Squares, 4> settled = ground_.settled(empty);
  const int mine = own_moves.count(), theirs = other_moves.count();
  return {mine - theirs,
          (mine - theirs) * 100 / (mine + theirs + 2),
          (near_other & empty).count() - (near_own & empty).count(),
          difference(near_empty),
          difference(ground_.corners),
          difference(beside(open_corners) - ground_.corners),
          difference(diagonal_to(open_corners) & ground_.inside),
          difference(ground_.edges),
          ground_.stable(own, settled).count() - ground_.stable(other, settled).count(),
          own.count() - other.count(),
          empty.count() % 2 == 1 ? 1 : -1,
          1};
}

int WideEvaluation::operator()(const WideBoard& board) const {
  const Squares mine = moves(board.own, board.other, ground_.mask);
  const Squares theirs = moves(board.other, board.own, ground_.mask);
  if (!mine.any()) {
    if (!theirs.any()) return final(board);
    // Whoever must pass is judged with the other to move.
    const WideBoard after = board.passed();
    return -guess(after, theirs, mine);
  }
  return guess(board, mine, theirs);
}

int WideEvaluation::guess(const WideBoard& board, const Squares& mine,
                          const Squares& theirs) const {
  const Counts found = counts(board, mine, theirs);
  const Counts& weights = weights_[static_cast<std::size_t>(board.discs().count())];
  int sum = 0;
  for (std::size_t i = 0; i < kCounts; ++i) sum += found[i] * weights[i];
  // Never as certain as a game that was won by the whole board.
  const int bound = (ground_.mask.count() - 1) * kDisc;
  return std::clamp(sum / kFine, -bound, bound);
}

}  // namespace turnstone
