// Exact answers where a position that comes back ends the game and pays each side its own row (Oware).
//
// What a position is worth then depends on the positions of the game so far, but only on those since
// the last capture: no earlier one can come back, since seeds that are banked stay so. A position that
// a capture has led to is fresh; its worth is its own. So the question "does the first player get b or
// more?" is one for an arena (`arena.h`): its places are the positions with as many seeds that can be
// reached, an edge that leaves it is a capture, and asks the same of a fresh position with fewer seeds.
// Those arenas (a level, by seeds, need and b) overlap for most captures and are kept.
//
// The bounds of the database hold for fresh positions. Within an arena they serve as ends, too: who
// has b by them can get it without leaving the positions of which the same is true, hence also if
// the game has been to others.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "arena.h"
#include "database.h"
#include "sowing.h"

namespace turnstone::seeds {

template <int Lanes>
class Returns {
 public:
  using Spot = seeds::Spot<Lanes>;
  using Step = seeds::Step<Lanes>;

  // A position of the game so far, `ours` to move: the player who asks.
  struct Seen {
    Spot spot;
    bool ours;

    bool operator==(const Seen& other) const {
      return spot.board == other.spot.board && ours == other.ours;
    }
  };
  using Past = std::vector<Seen>;

  // Levels of more positions take too long and too much memory: with eleven seeds on twelve houses one
  // in five was solved in a second, by up to 300 MB.
  static constexpr std::uint64_t kMostPlaces = 1'000'000;
  // Where a second occurrence ends the game. Relay waits for the third.
  static bool knows(const MancalaRules& rules) {
    return rules.can_repeat() && rules.keep && rules.finish == Finish::majority;
  }
  // The most seeds of a position that can be asked about.
  static int most_seeds(const MancalaRules& rules, int total);

  Returns(const Sowing<Lanes>& sowing, int total, const Database* database, Arena::Breathe breathe);

  // Whether we get b or more from now on, after the positions of `past`, all since the last capture.
  bool gets(const Seen& at, int b, const Past& past = {});

  // Whether a move of the last position of `past` gets its mover b or more.
  bool gets(const Step& step, int b, Past past);

 private:
  struct Level;
  struct Exit {
    Level* level;
    std::uint32_t mark;
  };
  // A place that no bound decides.
  struct Open {
    Arena::Place place;
    std::vector<std::uint32_t> edges;  // to other open places
    std::vector<Exit> exits;           // to fresh positions that are open
    Standing answer = Standing::open;    // of a path that begins here
  };
  struct Level {
    int seeds;
    int need;  // ours
    int b;
    bool wins_stand;  // whether the database's bounds may be used for us, and against us
    bool losses_stand;
    std::vector<std::uint32_t> marks;  // by position: unseen, won, lost, or an open place
    std::vector<Open> open;
  };
  enum Mark : std::uint32_t { unseen, won, lost, first_open };

  static Mark mark(bool win) { return win ? won : lost; }
  Level level_of(const Seen& at, int b, const Past& past) const;
  Level& fresh_level(const Seen& at, int b);
  std::uint64_t index(const Seen& at) const;
  Span known(const Seen& at) const;
  std::uint32_t bounded(const Level& level, const Seen& at) const;
  std::uint32_t look(Level& level, const Seen& at);
  void expand(Level& level, const Seen& at);
  Exit captured(const Seen& at, int b);
  bool answer(Level& level, std::uint32_t mark);

  const Sowing<Lanes>& sowing_;
  PitNumbers<std::uint64_t> numbers_;
  const Database* database_;
  Arena::Breathe breathe_;
  std::map<std::tuple<int, int, int>, Level> levels_;  // fresh: by seeds, need and b
  Past past_;  // of the last question that had one
  Level after_past_{};
};

extern template class Returns<16>;
extern template class Returns<32>;

}  // namespace turnstone::seeds
