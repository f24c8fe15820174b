// The Mancala solver in the words of the engine.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "seeds/solve.h"
#include "think.h"

namespace turnstone {

namespace {

// The best move first, whatever older guesses say of the others.
News news_of(const seeds::Result& result, int top) {
  News news;
  news.score = result.score;
  news.lower = result.lower;
  news.upper = result.upper;
  news.exact = result.exact;
  news.depth = result.depth;
  news.nodes = result.nodes;
  news.seconds = result.seconds;
  news.table_use = result.table_use;
  if (result.best < 0) return news;
  news.moves.push_back({.line = result.line, .score = news.score, .exact = news.exact});
  if (top == 1) return news;
  for (const seeds::MoveScore& move : result.moves) {
    // One that was not looked at yet has no house.
    if (move.house < 0 || move.house == result.best) continue;
    news.moves.push_back(
        {.line = {move.house}, .score = static_cast<double>(move.score), .exact = move.exact});
  }
  std::stable_sort(news.moves.begin() + 1, news.moves.end(),
                   [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
  const auto most = static_cast<std::size_t>(std::max(top, 1));
  if (news.moves.size() > most) news.moves.resize(most);
  return news;
}

}  // namespace

class SeedMemory {
 public:
  explicit SeedMemory(std::size_t megabytes) : bytes_(megabytes << 20) {}

  // The solver of these rules, with all it knows, for `use`; nothing if `stop` came first.
  template <class Use>
  News lend(const MancalaRules& rules, int total,
            const std::shared_ptr<const seeds::Database>& database, const Stop& stop, Use use) {
    std::unique_lock lock(mutex_, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(5))) {
      if (stop.load(std::memory_order_relaxed)) return {};
    }
    if (!solver_ || !(rules_ == rules) || total_ != total || database_ != database) {
      solver_.reset();
      solver_.emplace(rules, total, database, bytes_);
      rules_ = rules;
      total_ = total;
      database_ = database;
    }
    return use(*solver_);
  }

 private:
  const std::size_t bytes_;
  std::timed_mutex mutex_;
  MancalaRules rules_;
  int total_ = 0;
  std::shared_ptr<const seeds::Database> database_;
  std::optional<seeds::Solver> solver_;
};

std::shared_ptr<SeedMemory> seed_memory(std::size_t megabytes) {
  return std::make_shared<SeedMemory>(megabytes);
}

Job think_mancala(const MancalaRules& rules, const MancalaState& state,
                  std::shared_ptr<const seeds::Database> database, const Settings& settings,
                  std::shared_ptr<SeedMemory> memory) {
  const int total = std::accumulate(state.pits.begin(), state.pits.end(), 0);
  MancalaRules swapless = rules;
  swapless.pie = false;
  seeds::Solver::check(swapless, total, database.get());
  return [=](const Stop& stop, const Inform& inform) {
    seeds::Limits limits;
    limits.threads = settings.threads;
    limits.depth = settings.depth;
    limits.nodes = settings.nodes;
    limits.seconds = settings.seconds;
    limits.all_moves = settings.top > 1;
    limits.winner_only = settings.winner_only;
    limits.stop = &stop;
    limits.progress = [&](const seeds::Result& result) { inform(news_of(result, settings.top)); };
    const auto solve = [&](seeds::Solver& solver) {
      return news_of(solver.solve(state, limits), settings.top);
    };
    if (memory) return memory->lend(swapless, total, database, stop, solve);
    seeds::Solver solver(swapless, total, database, settings.megabytes << 20);
    return solve(solver);
  };
}

}  // namespace turnstone
