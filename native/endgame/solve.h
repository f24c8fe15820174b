// The exact solver: the value of a Reversi position with best play, by alpha-beta.
//
// Any board of at most 8x8 with any mask, goals most and fewest. Scores are official margins from
// the view of the player to move. One call may use several threads; any number of calls may run
// at once, with tables of their own or sharing one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "field.h"
#include "table.h"

namespace turnstone::endgame {

// What the caller asks for.
struct Problem {
  std::uint64_t own = 0;
  std::uint64_t other = 0;
  std::uint64_t mask = ~std::uint64_t{0};
  Goal goal = Goal::most;
};

struct Progress {
  std::uint64_t nodes = 0;
  double seconds = 0;
  int lower = -64;  // what is proved of the value so far
  int upper = 64;
  std::optional<int> guess;  // what the rough pass makes of it
  int best = no_square;      // the move that goes with what is known, or with the guess
  double table_use = 0;
};

inline constexpr std::uint64_t no_node_limit = std::numeric_limits<std::uint64_t>::max();

struct Limits {
  // The value is wanted exactly between these; outside a bound on that side is enough. (-1, 1)
  // asks only who wins.
  int alpha = -65;
  int beta = 65;
  int threads = 1;
  // Kept within an eighth, and what a thread visits between two looks, some hundreds.
  std::uint64_t nodes = no_node_limit;
  const std::atomic<bool>* stop = nullptr;
  // Called a few times a second, from the thread that called the solver.
  std::function<void(const Progress&)> progress;
};

struct Solution {
  int score = 0;  // exact if complete and inside the window
  int lower = -64;
  int upper = 64;
  int best = no_square;  // no_square if the player must pass or the game is over
  bool complete = false;
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool exact() const { return lower == upper; }
};

struct MoveScore {
  int square;
  Solution solution;  // score and bounds as seen by the player who makes the move
  std::uint64_t nodes = 0;  // of this and all moves before it
};

Solution solve(const Problem& problem, Table& table, const Limits& limits = {});

// The exact score of every legal move, best first; a single pass is not listed. The limits are for
// all of them together, and what `limits.progress` gets is about the position. `on_score` gets each
// move when it is done with.
std::vector<MoveScore> solve_moves(const Problem& problem, Table& table, const Limits& limits = {},
                                   const std::function<void(const MoveScore&)>& on_score = {});

struct BestLine {
  std::vector<int> squares;  // no_square for a pass
  std::uint64_t nodes = 0;
};

// Best play from a position solved before with the same table, up to the end of the game or as far
// as the limits allow. It begins with the move `begin` if one is named.
BestLine best_line(const Problem& problem, Table& table, const Limits& limits = {},
                   int begin = no_square);

}  // namespace turnstone::endgame
