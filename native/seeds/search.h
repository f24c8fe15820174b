// The exact search of every Mancala rule set: one null-window test at a time.
//
// A test asks whether the mover's future difference is at least b. Tests are repeated with other b
// (MTD) until lower and upper bound meet; what they prove is kept in a table of bounds and serves
// the next test. Before any successor is searched all are looked up, in the endgame database and in
// the table (enhanced transposition cut-offs): often one of them settles the test.
//
// Cycles. Where positions can come back without anything banked (Relay), a repetition on the path
// counts 0. A table filled carelessly would then hold values that are true on one path only. Here
// is why ours does not. Within a level every position of one side is tested against the same b, of
// the other side against 1 - b, since nothing is banked. Say the test is "A gets t or more", t > 0
// (for t <= 0 change sides). A proof of it never uses a repetition, which is worth 0 < t: it rests on
// banking moves alone, is finite, and true on any path. A refutation may use one: "here the game
// came back to position P, where A gets less than t". That is true if P itself is refuted in the
// end, for then all these refutations together give the other side a way to stay among refuted
// positions for ever or to leave by a refuted banking move; it may be false if P is later proved.
// So each refutation carries the ply of the shallowest position it rests on, and is stored only
// once it rests on nothing above itself. Repetition means the same board with the same side to
// move: the turned board seen by the other side has the same key but asks another question.
// Values are those of `database.h`: fixpoints that need no history.
//
// Short of time. The same search with a depth guesses at its leaves, and marks every result that
// rests on a guess; so does a repetition where its worth depends on history (Oware). Only proven
// results enter the table of bounds; guesses have a table of their own, keyed by depth as well.
// When a result at the root is proven both ways it is exact, however it was come by.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "bounds.h"
#include "database.h"
#include "pits.h"
#include "sowing.h"

namespace turnstone::seeds {

struct Stopped {};

// The outcome of a test: a lower bound if it reaches b, else an upper bound.
struct Verdict {
  int value;
  bool proven;
};

// What searches of one position share, whatever their thread.
struct Control {
  const std::atomic<bool>* stop = nullptr;
  int threads = 1;
  std::uint64_t node_limit = 0;  // 0: none
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<bool> settled{false};  // another thread has finished the test
  std::function<void()> tick;        // called now and then from the first thread

  bool is_stopped() const { return stop && stop->load(std::memory_order_relaxed); }
  bool is_over() const {
    using Clock = std::chrono::steady_clock;
    return is_stopped() ||
           (deadline != Clock::time_point::max() && Clock::now() > deadline);
  }
};

template <int Lanes, class Word>
class Search {
 public:
  using Spot = seeds::Spot<Lanes>;
  using Step = seeds::Step<Lanes>;
  using Table = BoundTable<Word>;

  // One for all threads of a search.
  struct World {
    World(const MancalaRules& rules, int total, const Database* data, std::uint64_t bytes);

    Word number(const Spot& spot) const {
      const Word index = numbers.index(spot.board.pits);
      return by_need ? index * needs + static_cast<unsigned>(spot.need) : index;
    }
    Word key(const Spot& spot) const { return table.scramble(number(spot)); }
    Word guess_key(const Spot& spot, int depth) const {
      return guesses.scramble(number(spot) << depth_bits | static_cast<unsigned>(depth));
    }

    Sowing<Lanes> sowing;
    PitNumbers<Word> numbers;
    bool by_need;
    unsigned needs;
    const Database* database;
    int database_seeds;
    Table table;                                   // proven
    Table guesses;                                 // of searches with a depth
    std::vector<std::atomic<std::uint64_t>> busy;  // positions being searched, by hash
  };

  static int key_bits(const MancalaRules& rules, int total);
  static bool fits(const MancalaRules& rules, int total, std::uint64_t bytes);

  static constexpr int to_the_end = 1 << 20;
  static constexpr int depth_bits = 6;
  static constexpr int deepest = (1 << depth_bits) - 1;  // of a search that is not to the end

  Search(World& world, Control& control, int thread)
      : world_(world), control_(control), thread_(thread) {}

  // Tests whether the mover gets b or more, looking `depth` turns ahead.
  Verdict test(const Spot& spot, int b, int depth = to_the_end);

  // Adds the nodes since the last call to those of all.
  std::uint64_t count();

 private:
  static constexpr int nothing = std::numeric_limits<int>::max();
  // Extra turns are part of a turn; but where they come in dozens (Avalanche) a single turn would be
  // a search without end, so beyond these each counts as one.
  static constexpr int free_turns = 3;

  struct Found {
    int value;  // a lower bound if it reaches b, else an upper bound
    int rests;  // the ply of the shallowest position it rests on, or `nothing`
    bool proven;
  };
  struct Child {
    Step step;
    Word key;
    int score;
    bool deferred;
  };
  struct Visited {
    Word key;
    int seeds;
    bool side;
  };

  Found search(const Spot& spot, Word key, int b, int depth, bool side, int extra = 0);
  int guess(const Spot& spot) const;
  void breathe();
  int order(const Step& step, int house) const;

  World& world_;
  Control& control_;
  int thread_;
  std::uint64_t nodes_ = 0;
  std::uint64_t reported_ = 0;
  std::vector<Visited> path_;
};

extern template class Search<16, std::uint64_t>;
extern template class Search<32, Wide>;

}  // namespace turnstone::seeds
