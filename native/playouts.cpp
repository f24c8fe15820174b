// Random playouts of both families.
#include "playouts.h"

#include <algorithm>
#include <vector>

namespace turnstone {
namespace {

// SplitMix64 (Steele, Lea and Flood, 2014): a counter and a mixer; any seed is a good one.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  int below(int bound) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    // The upper half times the bound: for a few dozen moves the bias is below 1e-8.
    return static_cast<int>((z >> 32) * static_cast<std::uint64_t>(bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

// The margin of seat 0 after a random game. `seen` is for repetition: the states since the last
// one that cannot come again, a handful, so that looking through them is quick.
template <typename Game>
int play_out(const Game& game, typename Game::State state, Random& random,
             std::vector<typename Game::State>& seen) {
  seen.clear();
  for (;;) {
    const Legal legal = game.legal(state);
    const int count = legal.count();
    if (count == 0) return game.margin(state);
    if (game.repetition > 0) {
      seen.push_back(state);
      if (std::count(seen.begin(), seen.end(), state) >= game.repetition) {
        return game.margin(state);
      }
    }
    const int before = game.progress(state);
    state = game.play(state, legal[random.below(count)]);
    if (game.repetition > 0 && game.progress(state) != before) seen.clear();
  }
}

template <typename Game>
Tally play_games(const Game& game, const typename Game::State& start, std::uint64_t games,
                 std::uint64_t seed, Pulse& pulse) {
  Random random(seed);
  std::vector<typename Game::State> seen;
  Tally tally;
  for (; games > 0; --games) {
    pulse.tick();
    const int margin = play_out(game, start, random, seen);
    tally.margin += margin;
    if (margin == 0) {
      ++tally.draws;
    } else {
      ++tally.wins[margin > 0 ? 0 : 1];
    }
  }
  return tally;
}

}  // namespace

Tally playouts(const ReversiGame& game, const ReversiState& start, std::uint64_t games,
               std::uint64_t seed, Pulse& pulse) {
  return play_games(game, start, games, seed, pulse);
}

Tally playouts(const MancalaGame& game, const MancalaState& start, std::uint64_t games,
               std::uint64_t seed, Pulse& pulse) {
  return play_games(game, start, games, seed, pulse);
}

}  // namespace turnstone
