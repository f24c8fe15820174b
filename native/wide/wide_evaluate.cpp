#include "wide_evaluate.h"

#include <algorithm>

#include "score.h"

namespace turnstone {
namespace {

constexpr std::size_t kKnots = 3;  // the first disc, half the board, the last disc

struct Weight {
  const char* count;
  std::array<int, kKnots> most, fewest;  // hundredths of a disc for one more
};

// clang-format off
constexpr std::array<Weight, WideEvaluation::kCounts> kWeights{{
    {"moves",                           {  -31,   -61,    12}, {  -37,    18,    16}},
    {"moves, a hundredth of all",       {   19,    34,    18}, {   11,    -6,     1}},
    {"empty squares beside the other",  {   16,    27,   -66}, {   12,    30,    67}},
    {"discs beside empty squares",      { -126,   -78,   -68}, {   19,   -31,    28}},
    {"corners",                         {  268,   492,    22}, { -396,  -597,   -67}},
    {"beside an empty corner",          {-1409,  -296,   -18}, {   77,    74,    62}},
    {"diagonal to an empty corner",     { -968,  -788,  -175}, {  140,     6,     5}},
    {"edges",                           { -226,   -16,   -21}, {  -74,   -64,    37}},
    {"stable discs",                    {  874,   194,    76}, { -160,   -45,   -54}},
    {"discs",                           {    8,   -22,    31}, {  -29,     1,   -60}},
    {"the last move",                   {  -40,    92,   139}, { -202,  -185,  -218}},
    {"the next move",                   { -178,  -281,   -72}, {  -80,   -80,  -301}},
}};
// clang-format on

constexpr int kFine = 64;

}  // namespace

WideEvaluation::WideEvaluation(const Squares& mask, Goal goal) : ground_(mask), goal_(goal) {
  const int squares = std::max(mask.count(), 1);
  for (int discs = 0; discs <= squares; ++discs) {
    const int way = discs * 2 * 1024 / squares;  // 0 to 2048, a knot at each 1024
    const std::size_t knot = way < 1024 ? 0 : 1;
    const int past = way - static_cast<int>(knot) * 1024;
    Counts& weights = weights_.emplace_back();
    for (std::size_t i = 0; i < kCounts; ++i) {
      const auto& knots = goal == Goal::most ? kWeights[i].most : kWeights[i].fewest;
      weights[i] = (knots[knot] * (1024 - past) + knots[knot + 1] * past) * kFine / 1024;
    }
  }
}

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
