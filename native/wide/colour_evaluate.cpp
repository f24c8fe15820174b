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
    {"moves that flip",                 {  -30,   -15,    87}, {   -4,    14,    46}},
    {"nothing to flip",                 {  -16,   318,   -73}, {  220,  -270,   353}},
    {"discs beside empty squares",      {   31,    29,   -47}, {   -8,    -2,    31}},
    {"corners",                         { 1394,   446,    10}, {-1510,  -479,    15}},
    {"beside an empty corner",          { -649,    34,    57}, {  248,   -73,   -57}},
    {"diagonal to an empty corner",     { -311,  -213,   -25}, { -343,   -97,    -3}},
    {"edges",                           {  169,    52,    -3}, {  -21,  -104,    -5}},
    {"stable discs",                    {  139,   140,    46}, {  874,   -44,   -43}},
    {"discs",                           {  -43,    -2,    57}, {   68,    -1,   -56}},
    {"to move",                         {  -42,    71,   229}, {   87,    37,  -262}},
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
