// Random playouts of both families.
#include "playouts.h"

#include <algorithm>
#include <vector>

#include "random.h"

namespace turnstone {
namespace {

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
      if (static_cast<int>(seen.size()) >= game.repetition &&
          std::count(seen.begin(), seen.end(), state) >= game.repetition) {
        return game.margin(state);
      }
    }
    const int before = game.progress(state);
    game.advance(state, legal[random.below(count)]);
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
