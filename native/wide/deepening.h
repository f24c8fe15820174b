// Iterative deepening at the root, for any game whose search can answer "what is this move worth,
// this deep, within these bounds?": the order of the root's moves, null windows, several best
// moves with true scores, and a report after each depth.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "brake.h"
#include "score.h"

namespace turnstone {

// A move with what is expected to follow.
struct Line {
  double score = 0;          // final margin for the mover, in discs
  std::vector<int> squares;  // this move first; kPass where a player passes
};

// What a search knows after a completed depth.
struct Report {
  int depth = 0;
  bool exact = false;       // nothing was estimated: every line was played to the end of the game
  std::vector<Line> lines;  // best first, as many as were asked for; none if the game is over
  std::uint64_t nodes = 0;
  double seconds = 0;
};

using OnDepth = std::function<void(const Report&)>;

// What the root needs of a search.
class RootSearch {
 public:
  virtual ~RootSearch() = default;
  // What a move is worth to the player at the root. If that lies between alpha and beta, `line` is
  // filled with what follows the move and the score to tell people.
  virtual int value(int square, int alpha, int beta, int depth, Line& line) = 0;
};

// How the root is searched.
struct Plan {
  int plies;         // the longest the game can last: that deep, the result is exact
  int leap = 0;      // so near to it, the rest of the way is searched at once
  int scored = 1;    // how many moves get a true score; the others are only shown to be worse
  int reported = 1;  // how many of those are told
};

// Deepens until a limit or the end of the game. `squares` are the legal moves, the most promising
// first. A depth that was not finished counts only as far as it found a better move, and only if
// no more than the best is reported.
Report deepen(RootSearch& search, const std::vector<int>& squares, const Plan& plan,
              const Limits& limits, const Brake& brake, const OnDepth& on_depth);

}  // namespace turnstone
