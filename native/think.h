// What each family's solvers and searches say, brought into the words of the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine.h"
#include "mancala.h"
#include "wide/knots.h"

namespace turnstone::endgame {
class Table;
}
namespace turnstone::seeds {
class Database;
}

namespace turnstone {

// How to think. 0 is no limit; without any the answer is exact.
struct Settings {
  int depth = 0;
  double seconds = 0;
  std::uint64_t nodes = 0;
  int threads = 1;
  int top = 1;               // how many moves get a score of their own
  bool winner_only = false;  // who wins, not by how much
  std::size_t megabytes = 64;
  Weights weights;  // of a Reversi evaluation, for those who fit them
};

// A Reversi position as the Python rules write it: the symbols of all squares from a1 and the
// phase, whose turn it is in the order of play. `table` lends what earlier tasks found out; without
// one the task begins with nothing and keeps nothing.
struct ReversiTask {
  int size = 8;
  int colours = 2;
  bool fewest = false;
  bool snake = false;
  std::string cells;
  int phase = 0;
  std::shared_ptr<endgame::Table> table;
};

// A job that thinks about a position. Moves are indices into `cells`, -1 is a pass. Throws
// std::invalid_argument where the position is none.
Job think_reversi(const ReversiTask& task, const Settings& settings);

// What the evaluation counts in a Reversi position, by `ReversiTask` without its table: for the
// mover, or among more than two colours for every seat. Throws std::invalid_argument where the mover
// has nothing to move.
std::vector<std::vector<int>> reversi_counts(const ReversiTask& task);

// The names of those counts, and the weights that were built in.
struct NamedKnots {
  std::string count;
  Knots knots;
};
std::vector<NamedKnots> reversi_weights(int colours, bool fewest);

// What one task of Mancala leaves to the next of the same rules and seeds. It serves one at a time;
// another waits until it is free.
class SeedMemory;
std::shared_ptr<SeedMemory> seed_memory(std::size_t megabytes);

// The same for Mancala; moves are ring indices. An open swap is not looked at: it is the caller's to
// weigh. The database may be missing; std::invalid_argument if it is of other rules.
Job think_mancala(const MancalaRules& rules, const MancalaState& state,
                  std::shared_ptr<const seeds::Database> database, const Settings& settings,
                  std::shared_ptr<SeedMemory> memory = nullptr);

}  // namespace turnstone
