// The Mancala solver in the words of the engine.
#include <algorithm>
#include <numeric>
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

Job think_mancala(const MancalaRules& rules, const MancalaState& state,
                  std::shared_ptr<const seeds::Database> database, const Settings& settings) {
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
    seeds::Solver solver(swapless, total, database, settings.megabytes << 20);
    return news_of(solver.solve(state, limits), settings.top);
  };
}

}  // namespace turnstone
