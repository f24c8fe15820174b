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
    {"moves that flip",                 {  -18,   -12,    85}, {   19,     3,    13}},
    {"nothing to flip",                 {  343,   263,   -58}, {  123,  -198,   129}},
    {"discs beside empty squares",      {   27,    23,   -71}, {    2,    -5,    48}},
    {"corners",                         { 1158,   439,    27}, {   51,   -50,   -36}},
    {"beside an empty corner",          { -763,    29,    27}, {   -5,    29,     9}},
    {"diagonal to an empty corner",     { -361,  -149,   -59}, { -112,   -22,   -47}},
    {"edges",                           {  121,    38,    10}, {   61,   -91,     1}},
    {"stable discs",                    {  304,   143,    18}, {  -13,  -108,   -10}},
    {"discs",                           {  -15,    -4,    82}, {   12,     6,   -65}},
    {"to move",                         {   -9,    65,   225}, {   21,    33,  -202}},
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

ColourEvaluation::Margins ColourEvaluation::operator()(const ColourBoard& board) const {
  Margins margins{};
  const Squares all = board.all();
  const auto seats = static_cast<std::size_t>(rules_.colours);
  if (!((with_neighbours(all) & ground_.mask) - all).any()) {
    for (std::size_t seat = 0; seat < seats; ++seat) {
      margins[seat] = margin(board, rules_, static_cast<int>(seat)) * kDisc;
    }
    return margins;
  }
  const std::array<Counts, 4> found = counts(board);
  const Counts& weights = weights_[static_cast<std::size_t>(all.count())];
  std::array<int, 4> worth{};
  for (std::size_t seat = 0; seat < seats; ++seat) {
    for (std::size_t i = 0; i < kCounts; ++i) worth[seat] += found[seat][i] * weights[i];
    worth[seat] /= kFine;
  }
  const int bound = (ground_.mask.count() - 1) * kDisc;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    int best = -256 * kDisc;
    for (std::size_t each = 0; each < seats; ++each) {
      if (each != seat) best = std::max(best, worth[each]);
    }
    margins[seat] = std::clamp(worth[seat] - best, -bound, bound);
  }
  return margins;
}

}  // namespace turnstone
