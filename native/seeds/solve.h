// The solver of Mancala positions: exact values, best moves and lines, for every rule set.
//
// A solver belongs to one rule set and one number of seeds. It owns its table, which later solves
// profit from, and shares a read-only database. One solver serves one call at a time; many solvers
// may run at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "../mancala.h"
#include "database.h"

namespace turnstone::seeds {

struct MoveScore {
  int house = -1;  // ring index; none while the move waits its turn
  int score = 0;   // final margin for the mover
  bool exact = false;
  std::vector<int> line;  // begins with the house
};

struct Result {
  int score = 0;  // final margin for the mover; of a stopped solve the best known bound
  int lower = 0;  // proven bounds of the score
  int upper = 0;
  bool exact = false;  // the bounds meet, and the best move is known to hold them
  int best = -1;  // ring index; -1 when the game is over
  std::vector<int> line;
  std::vector<MoveScore> moves;  // every move, where asked for
  int depth = 0;                 // turns looked ahead; of a solved position the line's moves
  std::uint64_t nodes = 0;
  double seconds = 0;
  double table_use = 0;  // the share of the table that is filled
};

struct Limits {
  int threads = 1;
  int depth = 0;            // 0: solve; else plies of a search that need not be exact
  std::uint64_t nodes = 0;  // 0: no limit
  double seconds = 0;       // 0: no limit
  bool all_moves = false;
  bool winner_only = false;  // who wins, not by how much: scores are good for their sign
  const std::atomic<bool>* stop = nullptr;
  // Improving results, from the calling thread.
  std::function<void(const Result&)> progress;

  bool is_bounded() const { return nodes > 0 || seconds > 0; }
};

class Solver {
 public:
  // `total` counts all seeds, stores included. The database may be missing.
  Solver(const MancalaRules& rules, int total, std::shared_ptr<const Database> database,
         std::uint64_t table_bytes);
  ~Solver();
  Solver(Solver&&) noexcept;

  // Throws std::invalid_argument where there can be no such solver.
  static void check(const MancalaRules& rules, int total, const Database* database);

  // The exact value, unless a limit or the stop flag ends it first.
  Result solve(const MancalaState& position, const Limits& limits);

  class Engine;  // one for each width of board

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace turnstone::seeds
