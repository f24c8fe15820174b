// The Python face of the kernel. Everything that comes in is checked here, so the kernel behind it
// may trust its arguments. Beside this file only bind_positions.cpp knows of Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind_positions.h"
#include "bitboard.h"
#include "endgame/table.h"
#include "mancala.h"
#include "playouts.h"
#include "position.h"
#include "pulse.h"
#include "reversi.h"
#include "seeds/database.h"
#include "think.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using turnstone::Candidate;
using turnstone::Mancala;
using turnstone::MancalaGame;
using turnstone::MancalaRules;
using turnstone::MancalaState;
using turnstone::News;
using turnstone::Pulse;
using turnstone::ReversiGame;
using turnstone::Settings;
using turnstone::Task;
using turnstone::endgame::Table;
using turnstone::seeds::Database;
using turnstone::seeds::DatabaseError;
using Board = std::uint64_t;
using Pits = std::vector<long long>;

[[noreturn]] void refuse(const std::string& reason) { throw nb::value_error(reason.c_str()); }

// Deeper counts never end, and a game that can cycle would recurse as deep as it is told to.
int checked_depth(long long depth) {
  if (depth < 0 || depth > 1000) refuse("depth must be 0 to 1000");
  return static_cast<int>(depth);
}

// Counts with the GIL released. Python's signals are looked at twenty times a second; taking the
// GIL for that more often would slow the other threads down. An interrupt travels as an exception.
template <typename Count>
auto count_interruptibly(Count&& count) {
  using Clock = std::chrono::steady_clock;
  nb::gil_scoped_release release;
  auto looked = Clock::now();
  Pulse pulse([&looked] {
    const auto now = Clock::now();
    if (now - looked < std::chrono::milliseconds(50)) return;
    looked = now;
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
  return count(pulse);
}

void check_discs(Board own, Board other, Board mask) {
  if (own & other) refuse("a square holds discs of both colours");
  if ((own | other) & ~mask) refuse("a disc lies outside the mask");
}

Board reversi_moves(Board own, Board other, Board mask) {
  check_discs(own, other, mask);
  return turnstone::moves(own, other, mask);
}

Board reversi_flips(Board own, Board other, long long square) {
  check_discs(own, other, turnstone::kAllSquares);
  if (square < 0 || square > 63) refuse("square must be 0 to 63");
  if ((own | other) >> square & 1) refuse("the square is occupied");
  return turnstone::flips(own, other, static_cast<int>(square));
}

std::uint64_t reversi_perft(Board own, Board other, Board mask, long long depth) {
  check_discs(own, other, mask);
  const int plies = checked_depth(depth);
  return count_interruptibly(
      [&](Pulse& pulse) { return turnstone::reversi_perft(own, other, mask, plies, pulse); });
}

turnstone::Capture parse_capture(const std::string& word) {
  using enum turnstone::Capture;
  if (word == "none") return none;
  if (word == "opposite") return opposite;
  if (word == "always") return always;
  if (word == "twos_threes") return twos_threes;
  refuse("capture must be none, opposite, always or twos_threes, not " + word);
}

turnstone::Finish parse_finish(const std::string& word) {
  using enum turnstone::Finish;
  if (word == "all_empty") return all_empty;
  if (word == "row_empty") return row_empty;
  if (word == "majority") return majority;
  refuse("finish must be all_empty, row_empty or majority, not " + word);
}

MancalaState checked_state(const Mancala& rules, const Pits& pits, long long turn, bool swap) {
  if (pits.size() != static_cast<std::size_t>(rules.pits())) {
    refuse("there must be " + std::to_string(rules.pits()) + " pits, stores included");
  }
  if (turn != 0 && turn != 1) refuse("turn must be 0 or 1");
  MancalaState state{.turn = static_cast<int>(turn), .swap = swap};
  // Seeds are bytes, and all of them may end up in one pit.
  constexpr long long most = std::numeric_limits<std::uint8_t>::max();
  long long sum = 0;
  for (std::size_t pit = 0; pit < pits.size(); ++pit) {
    if (pits[pit] < 0 || pits[pit] > most) refuse("a pit must hold 0 to 255 seeds");
    sum += pits[pit];
    state.pits[pit] = static_cast<std::uint8_t>(pits[pit]);
  }
  if (sum > most) refuse("there must be at most 255 seeds");
  return state;
}

std::vector<int> mancala_moves(const Mancala& rules, const Pits& pits, long long turn, bool swap) {
  const std::uint32_t legal = rules.moves(checked_state(rules, pits, turn, swap));
  std::vector<int> listed;
  for (int pit = 0; pit < rules.pits(); ++pit) {
    if (legal >> pit & 1) listed.push_back(pit);
  }
  if (legal & Mancala::kSwapBit) listed.push_back(turnstone::kSwap);
  return listed;
}

std::tuple<std::vector<int>, int, bool> mancala_play(const Mancala& rules, const Pits& pits,
                                                     long long turn, bool swap, long long move) {
  const MancalaState state = checked_state(rules, pits, turn, swap);
  const std::uint32_t legal = rules.moves(state);
  const bool is_legal = move == turnstone::kSwap
                            ? (legal & Mancala::kSwapBit) != 0
                            : move >= 0 && move < rules.pits() && (legal >> move & 1) != 0;
  if (!is_legal) refuse("illegal move " + std::to_string(move));
  const MancalaState after = rules.play(state, static_cast<int>(move));
  return {{after.pits.begin(), after.pits.begin() + rules.pits()}, after.turn, after.swap};
}

std::uint64_t mancala_perft(const Mancala& rules, const Pits& pits, long long turn, bool swap,
                            long long depth) {
  const MancalaState state = checked_state(rules, pits, turn, swap);
  const int plies = checked_depth(depth);
  return count_interruptibly([&](Pulse& pulse) { return rules.perft(state, plies, pulse); });
}

// A new object, or the Python exception that is set instead.
nb::object owned(PyObject* object) {
  if (object == nullptr) throw nb::python_error();
  return nb::steal(object);
}

template <typename Game>
void derive_classes(nb::type_object position, nb::type_object move, nb::type_object moves) {
  if (!turnstone::derive_classes<Game>(position.ptr(), move.ptr(), moves.ptr())) {
    throw nb::python_error();
  }
}

template <typename Game>
turnstone::Board<Game>* checked_board(nb::handle object) {
  auto* board = turnstone::as_board<Game>(object.ptr());
  if (board == nullptr) refuse("this is no board of that family");
  return board;
}

nb::object reversi_board(nb::handle variant, long long size, Board mask, bool fewest) {
  if (size < 1 || size > 8) refuse("size must be 1 to 8");
  for (int square = 0; square < 64; ++square) {
    const bool is_off = square % 8 >= size || square / 8 >= size;
    if (is_off && (mask >> square & 1)) refuse("the mask is larger than the board");
  }
  const ReversiGame game{.size = static_cast<int>(size), .mask = mask, .fewest = fewest};
  return owned(turnstone::new_board(variant.ptr(), game));
}

nb::object reversi_position(nb::handle object, Board black, Board white, long long turn) {
  auto* board = checked_board<ReversiGame>(object);
  check_discs(black, white, board->game.mask);
  if (turn != 0 && turn != 1) refuse("turn must be 0 or 1");
  return owned(turnstone::new_position(board, {{black, white}, static_cast<int>(turn)}));
}

nb::object mancala_board(const Mancala& rules, nb::handle variant, long long repetition) {
  if (repetition < 0 || repetition > 100) refuse("repetition must be 0 to 100");
  const MancalaGame game{rules, static_cast<int>(repetition)};
  return owned(turnstone::new_board(variant.ptr(), game));
}

nb::object mancala_position(nb::handle object, const Pits& pits, long long turn, bool swap) {
  auto* board = checked_board<MancalaGame>(object);
  const MancalaState state = checked_state(board->game.rules, pits, turn, swap);
  return owned(turnstone::new_position(board, state));
}

std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::int64_t> playouts(
    nb::object object, std::uint64_t games, std::uint64_t seed, int threads) {
  if (threads < 1) refuse("there must be at least one thread");
  const auto count = [&](const auto* position) {
    const auto& [wins, draws, margin] = count_interruptibly([&](Pulse& pulse) {
      return turnstone::playouts(position->board->game, position->state, games, seed, threads,
                                 pulse);
    });
    return std::tuple{wins[0], wins[1], draws, margin};
  };
  if (auto* reversi = turnstone::as_position<ReversiGame>(object.ptr())) return count(reversi);
  if (auto* mancala = turnstone::as_position<MancalaGame>(object.ptr())) return count(mancala);
  refuse("this is no position of the kernel");
}

// What was found out, as Python holds it; the thinking threads share the tables themselves. Neither
// takes memory before it is used.
struct Memory {
  std::shared_ptr<Table> table;
  std::shared_ptr<turnstone::SeedMemory> seeds;
};

std::unique_ptr<Task> think_reversi(int size, int colours, bool fewest, bool snake,
                                    const std::string& cells, int phase, const Settings& settings,
                                    const Memory* memory) {
  return std::make_unique<Task>(turnstone::think_reversi(
      {.size = size, .colours = colours, .fewest = fewest, .snake = snake, .cells = cells,
       .phase = phase, .table = memory != nullptr ? memory->table : nullptr},
      settings));
}

std::vector<std::vector<int>> reversi_counts(int size, int colours, bool fewest, bool snake,
                                             const std::string& cells, int phase) {
  return turnstone::reversi_counts({.size = size, .colours = colours, .fewest = fewest,
                                    .snake = snake, .cells = cells, .phase = phase,
                                    .table = nullptr});
}

std::vector<std::tuple<std::string, turnstone::Knots>> reversi_weights(int colours, bool fewest) {
  std::vector<std::tuple<std::string, turnstone::Knots>> found;
  for (const auto& [count, knots] : turnstone::reversi_weights(colours, fewest)) {
    found.emplace_back(count, knots);
  }
  return found;
}

// The database as Python holds it. A thinking thread shares the database itself: it has no GIL, and
// could not let go of a Python object.
struct Shelf {
  std::shared_ptr<const Database> database;
};

std::unique_ptr<Task> think_mancala(const Mancala& rules, const Pits& pits, long long turn,
                                    const Shelf* shelf, const Settings& settings,
                                    const Memory* memory) {
  return std::make_unique<Task>(
      turnstone::think_mancala(rules.rules(), checked_state(rules, pits, turn, false),
                               shelf != nullptr ? shelf->database : nullptr, settings,
                               memory != nullptr ? memory->seeds : nullptr));
}

int checked_seeds(long long seeds) {
  if (seeds < 0 || seeds > turnstone::seeds::kMostDatabaseSeeds) {
    refuse("a database holds positions of 0 to 126 seeds");
  }
  return static_cast<int>(seeds);
}

// Builds with the GIL released. Twenty times a second Python's signals are looked at and `progress`
// is called; what it raises ends the building.
Shelf build_database(const Mancala& rules, long long seeds, int threads, nb::object progress) {
  using Clock = std::chrono::steady_clock;
  const int most = checked_seeds(seeds);
  std::atomic<bool> stop{false};
  std::optional<nb::python_error> raised;
  std::uint64_t furthest = 0;
  auto looked = Clock::now();
  Database::Building building;
  building.threads = threads;
  building.stop = &stop;
  building.progress = [&](std::uint64_t done, std::uint64_t all) {
    furthest = std::max(furthest, done);  // positions are gone through again until nothing changes
    const auto now = Clock::now();
    if (raised || now - looked < std::chrono::milliseconds(50)) return;
    looked = now;
    nb::gil_scoped_acquire acquire;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!progress.is_none()) progress(furthest, all);
    } catch (nb::python_error& error) {
      // Other threads are at work: they are told to stop, and the error travels when they have.
      raised.emplace(std::move(error));
      stop = true;
    }
  };
  Shelf built;
  {
    nb::gil_scoped_release release;
    try {
      built.database = std::make_shared<Database>(Database::build(rules.rules(), most, building));
    } catch (const DatabaseError&) {
      // Stopped: the error that did it is raised below.
    }
  }
  if (raised) throw nb::python_error(std::move(*raised));
  return built;
}

Shelf load_database(const std::string& path, const Mancala& rules) {
  try {
    nb::gil_scoped_release release;
    return {std::make_shared<Database>(Database::load(path, rules.rules()))};
  } catch (const DatabaseError& error) {
    refuse(error.what());
  }
}

void save_database(const Shelf& shelf, const std::string& path) {
  try {
    nb::gil_scoped_release release;
    shelf.database->save(path);
  } catch (const DatabaseError& error) {
    PyErr_SetString(PyExc_OSError, error.what());
    throw nb::python_error();
  }
}

// Waiting may take long: other Python threads go on meanwhile.
std::optional<News> next_news(Task& task, double seconds) {
  nb::gil_scoped_release release;
  return task.next(seconds);
}

}  // namespace

NB_MODULE(TURNSTONE_MODULE, m) {
  m.doc() = "Turnstone's compiled kernel; imported through turnstone.kernel only.";

  m.def("reversi_moves", &reversi_moves, "own"_a, "other"_a, "mask"_a,
        "The legal squares of `own` as bits, a1 = bit 0, row * 8 + column.");
  m.def("reversi_flips", &reversi_flips, "own"_a, "other"_a, "square"_a,
        "The discs that flip when `own` plays the empty `square`; 0 if none.");
  m.def("reversi_perft", &reversi_perft, "own"_a, "other"_a, "mask"_a, "depth"_a,
        "Leaves of the game tree; a pass is a ply, a finished game one leaf.");

  nb::class_<Mancala>(m, "Mancala", "A Mancala rule set: sowing on a ring of 2 * houses + 2 pits.")
      .def(
          "__init__",
          [](Mancala* self, int houses, bool ends, bool relay, bool sow_store, bool skip_origin,
             bool again, const std::string& capture, bool slam_illegal, bool feed,
             const std::string& finish, bool keep, bool pie) {
            new (self) Mancala(MancalaRules{.houses = houses,
                                            .ends = ends,
                                            .relay = relay,
                                            .sow_store = sow_store,
                                            .skip_origin = skip_origin,
                                            .again = again,
                                            .capture = parse_capture(capture),
                                            .slam_illegal = slam_illegal,
                                            .feed = feed,
                                            .finish = parse_finish(finish),
                                            .keep = keep,
                                            .pie = pie});
          },
          nb::kw_only(), "houses"_a, "ends"_a, "relay"_a, "sow_store"_a, "skip_origin"_a,
          "again"_a, "capture"_a, "slam_illegal"_a, "feed"_a, "finish"_a, "keep"_a,
          "pie"_a)
      .def("moves", &mancala_moves, "pits"_a, "turn"_a, "swap"_a,
           "The legal moves: ring indices, ascending, then -1 if a swap is; none: it is over.")
      .def("play", &mancala_play, "pits"_a, "turn"_a, "swap"_a, "move"_a,
           "Pits, turn and swap after a legal move.")
      .def("perft", &mancala_perft, "pits"_a, "turn"_a, "swap"_a, "depth"_a,
           "Leaves of the game tree; repetition is ignored, a finished game one leaf.")
      .def("board", &mancala_board, "variant"_a, "repetition"_a,
           "The rule set as one that makes positions.");

  m.def("derive_reversi", &derive_classes<ReversiGame>, "position"_a, "move"_a, "moves"_a,
        "Make the classes of Reversi on top of Python's; once.");
  m.def("derive_mancala", &derive_classes<MancalaGame>, "position"_a, "move"_a, "moves"_a,
        "Make the classes of Mancala on top of Python's; once.");
  m.def("reversi_board", &reversi_board, "variant"_a, "size"_a, "mask"_a, "fewest"_a,
        "A rule set that makes positions.");
  m.def("reversi_position", &reversi_position, "board"_a, "black"_a, "white"_a, "turn"_a,
        "A position on a board of Reversi.");
  m.def("mancala_position", &mancala_position, "board"_a, "pits"_a, "turn"_a, "swap"_a,
        "A position on a board of Mancala.");
  m.def("playouts", &playouts, "position"_a, "games"_a, "seed"_a, "threads"_a = 1,
        "Random games to the end: wins of each seat, draws, and the summed margin of seat 0.");

  nb::class_<Candidate>(m, "Candidate")
      .def_ro("line", &Candidate::line)
      .def_ro("score", &Candidate::score)
      .def_ro("exact", &Candidate::exact);
  nb::class_<News>(m, "News")
      .def_ro("moves", &News::moves)
      .def_ro("score", &News::score)
      .def_ro("lower", &News::lower)
      .def_ro("upper", &News::upper)
      .def_ro("exact", &News::exact)
      .def_ro("depth", &News::depth)
      .def_ro("nodes", &News::nodes)
      .def_ro("seconds", &News::seconds)
      .def_ro("table_use", &News::table_use);
  nb::class_<Task>(m, "Task", "Something being thought about, on a thread of its own.")
      .def("stop", &Task::stop)
      .def("next", &next_news, "seconds"_a, "The newest news, waiting so long for it, or None.")
      .def("is_over", &Task::is_over, "Whether all news has been handed out.");
  nb::class_<Settings>(m, "Settings", "How to think; 0 is no limit.")
      .def(
          "__init__",
          [](Settings* self, int depth, double seconds, std::uint64_t nodes, int threads, int top,
             bool winner_only, std::size_t megabytes, const turnstone::Weights& weights) {
            new (self)
                Settings{depth, seconds, nodes, threads, top, winner_only, megabytes, weights};
          },
          nb::kw_only(), "depth"_a, "seconds"_a, "nodes"_a, "threads"_a, "top"_a, "winner_only"_a,
          "megabytes"_a, "weights"_a = turnstone::Weights{});
  nb::class_<Memory>(m, "Memory", "What was found out, for one analysis after the other.")
      .def(
          "__init__",
          [](Memory* self, std::size_t megabytes) {
            if (megabytes < 1 || megabytes > 65536) refuse("memory is 1 to 65536 megabytes");
            new (self) Memory{std::make_shared<Table>(megabytes << 20),
                              turnstone::seed_memory(megabytes)};
          },
          "megabytes"_a);
  nb::class_<Shelf>(m, "Database", "What positions with few seeds are worth.")
      .def_static("build", &build_database, "rules"_a, "seeds"_a, "threads"_a,
                  "progress"_a.none(), "All positions with up to so many seeds in the houses.")
      .def_static("load", &load_database, "path"_a, "rules"_a,
                  "What was saved; ValueError if it is damaged or of other rules.")
      .def_static(
          "size",
          [](const Mancala& rules, long long seeds) {
            return Database::bytes(rules.rules(), checked_seeds(seeds));
          },
          "rules"_a, "seeds"_a, "The bytes of a database.")
      .def_static(
          "seeds_within",
          [](const Mancala& rules, std::uint64_t bytes) {
            return Database::seeds_within(rules.rules(), bytes);
          },
          "rules"_a, "bytes"_a, "The most seeds whose database takes no more bytes.")
      .def("save", &save_database, "path"_a, "Write it, whole or not at all.")
      .def_prop_ro("seeds", [](const Shelf& shelf) { return shelf.database->seeds(); })
      .def_prop_ro("bytes", [](const Shelf& shelf) { return shelf.database->bytes(); });
  m.def("think_mancala", &think_mancala, nb::kw_only(), "rules"_a, "pits"_a, "turn"_a,
        "database"_a.none(), "settings"_a, "memory"_a.none() = nb::none(),
        "Start thinking about a Mancala position without an open swap.");
  m.def("think_reversi", &think_reversi, nb::kw_only(), "size"_a, "colours"_a, "fewest"_a,
        "snake"_a, "cells"_a, "phase"_a, "settings"_a, "memory"_a.none() = nb::none(),
        "Start thinking about a Reversi position.");
  m.def("reversi_counts", &reversi_counts, nb::kw_only(), "size"_a, "colours"_a, "fewest"_a,
        "snake"_a, "cells"_a, "phase"_a,
        "What the evaluation counts: for the mover, or among more than two for every seat.");
  m.def("reversi_weights", &reversi_weights, nb::kw_only(), "colours"_a, "fewest"_a,
        "The counts by name and the weights of each that were built in.");
}
