#include "colour_evaluate.h"

#include <algorithm>

#include "score.h"

namespace turnstone {
namespace {

struct Weight {
  const char* count;
  std::array<int, 3> most, fewest;  // hundredths of a disc for one more; at the first disc, at
                                    // half the board, at the last
};

// clang-format off
constexpr std::array<Weight, ColourEvaluation::kCounts> kWeights{{
    {"moves that flip",                 {  -48,    14,    64}, {   19,     3,    13}},
    {"nothing to flip",                 {   26,   118,   -22}, {  123,  -198,   129}},
    {"discs beside empty squares",      {    5,    13,   -94}, {    2,    -5,    48}},
    {"corners",                         {  578,   700,    62}, {   51,   -50,   -36}},
    {"beside an empty corner",          { -116,  -107,    66}, {   -5,    29,     9}},
    {"diagonal to an empty corner",     { -483,  -151,   -36}, { -112,   -22,   -47}},
    {"edges",                           {  -12,    80,    -2}, {   61,   -91,     1}},
    {"stable discs",                    {  218,    83,    21}, {  -13,  -108,   -10}},
    {"discs",                           {   74,   -23,    87}, {   12,     6,   -65}},
    {"to move",                         {   63,    34,   198}, {   21,    33,  -202}},
}};
// clang-format on

constexpr int kFine = 64;

}  // namespace

ColourEvaluation::ColourEvaluation(const ColourRules& rules) : rules_(rules), ground_(rules.mask) {
  const int squares = std::max(rules.mask.count(), 1);
  for (int discs = 0; discs <= squares; ++discs) {
    const int way = discs * 2 * 1024 / squares;  // 0 to 2048, a knot at each 1024
    const std::size_t knot = way < 1024 ? 0 : 1;
    const int past = way - static_cast<int>(knot) * 1024;
    Counts& weights = weights_.emplace_back();
    for (std::size_t i = 0; i < kCounts; ++i) {
      const auto& knots = rules.goal == Goal::most ? kWeights[i].most : kWeights[i].fewest;
      weights[i] = (knots[knot] * (1024 - past) + knots[knot + 1] * past) * kFine / 1024;
    }
  }
}

std::array<ColourEvaluation::Counts, 4> ColourEvaluation::counts(const ColourBoard& board) const {
  const Squares all = board.all();
  const Squares empty = ground_.mask - all;
  const Squares near_empty = with_neighbours(empty);
  const Squares open_corners = ground_.corners & empty;
  const Squares beside_corner = beside(open_corners) - ground_.corners;
  const Squares diagonal = diagonal_to(open_corners) & ground_.inside;
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
                                             ground_.stable(own).count(),
                                             own.count(),
                                             seat == rules_.seat(board.phase)};
  }
  return found;
}

int ColourEvaluation::operator()(const ColourBoard& board, int seat) const {
  const Squares all = board.all();
  if (!((with_neighbours(all) & ground_.mask) - all).any()) {
    return margin(board, rules_, seat) * kDisc;
  }
  const std::array<Counts, 4> found = counts(board);
  const Counts& weights = weights_[static_cast<std::size_t>(all.count())];
  int own = 0, best = -256 * kDisc * kFine;
  for (int each = 0; each < rules_.colours; ++each) {
    int sum = 0;
    for (std::size_t i = 0; i < kCounts; ++i) {
      sum += found[static_cast<std::size_t>(each)][i] * weights[i];
    }
    if (each == seat) own = sum;
    else best = std::max(best, sum);
  }
  const int bound = (ground_.mask.count() - 1) * kDisc;
  return std::clamp((own - best) / kFine, -bound, bound);
}

}  // namespace turnstone
