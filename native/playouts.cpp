// Random playouts of both families, shared out among threads.
#include "playouts.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <system_error>
#include <thread>
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
      seen.push_back(game.recurrence(state));
      if (static_cast<int>(seen.size()) >= game.repetition &&
          std::count(seen.begin(), seen.end(), seen.back()) >= game.repetition) {
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
                 Random random, Pulse& pulse) {
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

// Games are shared out by the block, and each block has chance of its own: so it does not matter
// who plays which.
constexpr std::uint64_t kBlock = 256;

template <typename Game>
Tally share_games(const Game& game, const typename Game::State& start, std::uint64_t games,
                  std::uint64_t seed, int threads, Pulse& pulse) {
  const std::uint64_t blocks = (games + kBlock - 1) / kBlock;
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  Tally all;
  const auto work = [&](Pulse& own_pulse) {
    Tally mine;
    while (!stop.load(std::memory_order_relaxed)) {
      const std::uint64_t block = next.fetch_add(1, std::memory_order_relaxed);
      if (block >= blocks) break;
      mine += play_games(game, start, std::min(kBlock, games - block * kBlock),
                         Random::of(seed, block), own_pulse);
    }
    const std::lock_guard lock(mutex);
    all += mine;
  };
  std::vector<std::thread> others;
  for (std::uint64_t extra = 1; extra < std::min<std::uint64_t>(blocks, threads); ++extra) {
    try {
      others.emplace_back([&work] {
        Pulse silent;
        work(silent);
      });
    } catch (const std::system_error&) {
      break;  // the system has no more threads to give: fewer will do
    }
  }
  const auto join = [&others] {
    for (std::thread& other : others) other.join();
  };
  try {
    work(pulse);
  } catch (...) {
    stop = true;
    join();
    throw;
  }
  join();
  return all;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  wins[0] += other.wins[0];
  wins[1] += other.wins[1];
  draws += other.draws;
  margin += other.margin;
  return *this;
}

Tally playouts(const ReversiGame& game, const ReversiState& start, std::uint64_t games,
               std::uint64_t seed, int threads, Pulse& pulse) {
  return share_games(game, start, games, seed, threads, pulse);
}

Tally playouts(const MancalaGame& game, const MancalaState& start, std::uint64_t games,
               std::uint64_t seed, int threads, Pulse& pulse) {
  return share_games(game, start, games, seed, threads, pulse);
}

}  // namespace turnstone
