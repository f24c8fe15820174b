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

// The best move first. Guesses of different depths may contradict it, and then count no more than it
// does; what is proved to be better is better.
void order(News& news) {
  const auto worth = [](const Candidate& move) { return std::pair(move.score, move.exact); };
  const auto rest = news.moves.begin() + 1;
  const auto rival = std::max_element(rest, news.moves.end(), [](const auto& a, const auto& b) {
    return (a.exact ? a.score : -1e9) < (b.exact ? b.score : -1e9);
  });
  if (rival != news.moves.end() && rival->exact && rival->score > news.moves.front().score) {
    std::iter_swap(news.moves.begin(), rival);
    news.score = std::max(news.score, news.moves.front().score);
    news.lower = std::max(news.lower, news.moves.front().score);
  }
  for (auto move = rest; move != news.moves.end(); ++move) {
    if (!move->exact) move->score = std::min(move->score, news.moves.front().score);
  }
  std::stable_sort(rest, news.moves.end(),
                   [&](const Candidate& a, const Candidate& b) { return worth(a) > worth(b); });
}

News news_of(const seeds::Result& result, const Settings& settings) {
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
  // Who wins is asked for: a move that wins need not win by as much as the position is worth.
  const bool exact = news.exact && !settings.winner_only;
  news.moves.push_back({.line = result.line, .score = news.score, .exact = exact});
  if (settings.top == 1) return news;
  for (const seeds::MoveScore& move : result.moves) {
    // One that was not looked at yet has no house.
    if (move.house < 0) continue;
    if (move.house == result.best) {
      if (settings.winner_only) {
        news.moves.front().score = move.score;
        news.moves.front().exact = move.exact;
      }
      continue;
    }
    news.moves.push_back(
        {.line = move.line, .score = static_cast<double>(move.score), .exact = move.exact});
  }
  order(news);
  const auto most = static_cast<std::size_t>(std::max(settings.top, 1));
  if (news.moves.size() > most) news.moves.resize(most);
  return news;
}

}  // namespace

class SeedMemory {
 public:
  explicit SeedMemory(std::size_t megabytes) : bytes_(megabytes << 20) {}

  // The solver of these rules, with all it knows, for `use`; nothing if it was not free before `over`.
  template <class Over, class Use>
  std::optional<News> lend(const MancalaRules& rules, int total,
                           const std::shared_ptr<const seeds::Database>& database, Over over,
                           Use use) {
    std::unique_lock lock(mutex_, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(5))) {
      if (over()) return std::nullopt;
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
    limits.progress = [&](const seeds::Result& result) { inform(news_of(result, settings)); };
    const auto solve = [&](seeds::Solver& solver) {
      return news_of(solver.solve(state, limits), settings);
    };
    if (memory) {
      const auto begun = std::chrono::steady_clock::now();
      const auto waited = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
      };
      const auto over = [&] {
        return stop.load(std::memory_order_relaxed) ||
               (settings.seconds > 0 && waited() > settings.seconds / 2);
      };
      if (auto news = memory->lend(swapless, total, database, over, solve)) return *news;
      if (limits.seconds > 0) limits.seconds = std::max(limits.seconds - waited(), 1e-3);
    }
    seeds::Solver solver(swapless, total, database, settings.megabytes << 20);
    return solve(solver);
  };
}

}  // namespace turnstone
