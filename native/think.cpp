#include "think.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "endgame/solve.h"
#include "wide/colour_search.h"
#include "wide/wide_search.h"

namespace turnstone {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPassIndex = -1;

// From this many empty squares a search with so many seconds is likely to end with an exact score:
// measured on middle games, where two more empty squares cost about ten times the time.
int exact_horizon(double seconds) {
  return 18 + static_cast<int>(std::floor(2 * std::log10(std::max(seconds, 1e-6) * 100)));
}

int index_of(int square, int size) {
  return square < 0 ? kPassIndex : square / kStride * size + square % kStride;
}

News news_of(const Report& report, int size, int material) {
  News news;
  for (const Line& line : report.lines) {
    Candidate candidate{.line = {}, .score = line.score, .exact = report.exact};
    for (const int square : line.squares) candidate.line.push_back(index_of(square, size));
    if (!candidate.line.empty()) news.moves.push_back(std::move(candidate));
  }
  news.score = report.lines.empty() ? 0 : report.lines.front().score;
  news.exact = report.exact;
  news.lower = report.exact ? news.score : -material;
  news.upper = report.exact ? news.score : material;
  news.depth = report.depth;
  news.nodes = report.nodes;
  news.seconds = report.seconds;
  return news;
}

struct Arrangement {
  Squares mask;
  std::array<Squares, 4> discs;
};

Arrangement read(const ReversiTask& task) {
  if (task.size < 4 || task.size > kStride || task.size % 2 != 0 ||
      task.cells.size() != static_cast<std::size_t>(task.size * task.size)) {
    throw std::invalid_argument("the board must be even, 4 to 16, and its cells complete");
  }
  Arrangement table;
  for (int index = 0; index < task.size * task.size; ++index) {
    const int square = square_at(index % task.size, index / task.size);
    const char symbol = task.cells[static_cast<std::size_t>(index)];
    if (symbol == '#') continue;
    table.mask.add(square);
    const std::size_t seat = std::string_view("XOAB").find(symbol == 'N' ? 'B' : symbol);
    if (seat != std::string_view::npos) {
      table.discs[seat].add(square);
    } else if (symbol != '-') {
      throw std::invalid_argument("a cell holds an unknown symbol");
    }
  }
  return table;
}

Limits limits_of(const Settings& settings) {
  return {.depth = settings.depth, .seconds = settings.seconds, .nodes = settings.nodes};
}

Job think_colours(const ReversiTask& task, const Arrangement& table, const Settings& settings) {
  const ColourRules rules{.mask = table.mask,
                          .colours = task.colours,
                          .goal = task.fewest ? Goal::fewest : Goal::most,
                          .order = task.snake ? Order::snake : Order::round};
  if (task.phase < 0 || task.phase >= rules.phases()) throw std::invalid_argument("no such phase");
  return [=](const Stop& stop, const Inform& inform) {
    ColourSearch search(rules, settings.megabytes);
    const int material = table.mask.count();
    const ColourBoard board{.discs = table.discs, .phase = task.phase};
    return news_of(search.think(board, limits_of(settings), stop, settings.top,
                                [&](const Report& report) {
                                  inform(news_of(report, task.size, material));
                                }),
                   task.size, material);
  };
}

// Two colours on any board, deeper and deeper.
News search_wide(const WideBoard& board, const Squares& mask, Goal goal, int size,
                 const Settings& settings, const Limits& limits, const Stop& stop,
                 const Inform& inform) {
  WideSearch search(mask, goal, settings.megabytes);
  const int material = mask.count();
  return news_of(search.think(board, limits, stop, settings.top,
                              [&](const Report& report) {
                                inform(news_of(report, size, material));
                              }),
                 size, material);
}

std::uint64_t narrow(const Squares& squares) {
  std::uint64_t bits = 0;
  for_each(squares, [&](int square) {
    bits |= std::uint64_t{1} << (square / kStride * 8 + square % kStride);
  });
  return bits;
}

// The exact solver on boards up to 8x8, after a quick estimate that is told at once.
class Exact {
 public:
  Exact(const WideBoard& board, const Squares& mask, Goal goal, int size, const Settings& settings,
        std::shared_ptr<endgame::Table> lent)
      : board_(board), mask_(mask), goal_(goal), size_(size), settings_(settings),
        lent_(std::move(lent)) {
    problem_ = {.own = narrow(board.own),
                .other = narrow(board.other),
                .mask = narrow(mask),
                .goal = goal == Goal::most ? endgame::Goal::most : endgame::Goal::fewest};
  }

  News operator()(const Stop& stop, const Inform& inform) const {
    const Deadline deadline(settings_.seconds, stop);
    const auto begun = Clock::now();
    const auto elapsed = [begun] {
      return std::chrono::duration<double>(Clock::now() - begun).count();
    };
    const Limits glance{.depth = kGlance, .seconds = settings_.seconds, .nodes = settings_.nodes};
    News news = search_wide(board_, mask_, goal_, size_, settings_, glance, deadline.flag(), inform);
    if (news.exact || news.moves.empty()) return news;
    inform(news);
    const auto kept = lent_ ? lent_ : std::make_shared<endgame::Table>(settings_.megabytes << 20);
    endgame::Table& table = *kept;
    endgame::Limits limits;
    limits.threads = settings_.threads;
    limits.stop = &deadline.flag();
    if (settings_.nodes != 0) limits.nodes = settings_.nodes - std::min(settings_.nodes, news.nodes);
    if (settings_.winner_only) {
      limits.alpha = -1;
      limits.beta = 1;
    }
    const std::uint64_t glanced = news.nodes;
    limits.progress = [&](const endgame::Progress& progress) {
      if (settings_.top == 1) note(news, progress.lower, progress.upper);
      news.nodes = glanced + progress.nodes;
      news.seconds = elapsed();
      news.table_use = progress.table_use;
      inform(news);
    };
    if (settings_.top == 1) {
      one(news, table, limits, glanced);
    } else {
      all(news, table, limits, glanced);
    }
    news.seconds = elapsed();
    return news;
  }

 private:
  static constexpr int kGlance = 4;

  int index(int square) const {
    return square == endgame::no_square ? kPassIndex : square / 8 * size_ + square % 8;
  }
  int empties() const { return (mask_ - board_.discs()).count(); }

  static void note(News& news, int lower, int upper) {
    news.lower = lower;
    news.upper = upper;
    news.score = std::clamp(news.score, news.lower, news.upper);
  }

  void one(News& news, endgame::Table& table, const endgame::Limits& limits,
           std::uint64_t glanced) const {
    const endgame::Solution solution = endgame::solve(problem_, table, limits);
    note(news, solution.lower, solution.upper);
    news.nodes = glanced + solution.nodes;
    if (!solution.complete) return;
    news.exact = solution.exact();
    news.score = solution.score;
    news.depth = empties();
    news.moves = {{.line = {index(solution.best)}, .score = news.score, .exact = news.exact}};
    if (news.exact) tell_line(news, table, limits, glanced);
  }

  // Best play to the end; the table has seen most of it.
  void tell_line(News& news, endgame::Table& table, endgame::Limits limits,
                 std::uint64_t glanced) const {
    if (settings_.winner_only) return;
    if (settings_.nodes != 0) limits.nodes -= std::min(limits.nodes, news.nodes - glanced);
    const endgame::BestLine best = endgame::best_line(problem_, table, limits);
    news.nodes += best.nodes;
    std::vector<int>& told = news.moves.front().line;
    if (best.squares.empty() || index(best.squares.front()) != told.front()) return;
    told.clear();
    for (const int square : best.squares) told.push_back(index(square));
  }

  void all(News& news, endgame::Table& table, const endgame::Limits& limits,
           std::uint64_t glanced) const {
    const auto scores = endgame::solve_moves(problem_, table, limits);
    news.nodes = glanced;
    std::vector<Candidate> moves;
    bool complete = !scores.empty();
    int lower = -64, upper = -64;  // of the best: nobody is worse off than with any one move
    for (const endgame::MoveScore& each : scores) {
      lower = std::max(lower, each.solution.lower);
      upper = std::max(upper, each.solution.upper);
      news.nodes += each.solution.nodes;
      complete = complete && each.solution.complete;
      moves.push_back({.line = {index(each.square)},
                       .score = static_cast<double>(each.solution.score),
                       .exact = each.solution.exact()});
    }
    if (!complete) return;
    moves.resize(std::min(moves.size(), static_cast<std::size_t>(settings_.top)));
    news.moves = std::move(moves);
    news.exact = lower == upper;
    news.score = news.moves.front().score;
    news.lower = lower;
    news.upper = upper;
    news.depth = empties();
    tell_line(news, table, limits, glanced);
  }

  WideBoard board_;
  Squares mask_;
  Goal goal_;
  int size_;
  Settings settings_;
  std::shared_ptr<endgame::Table> lent_;
  endgame::Problem problem_;
};

}  // namespace

Job think_reversi(const ReversiTask& task, const Settings& settings) {
  const Arrangement table = read(task);
  if (task.colours > 2) return think_colours(task, table, settings);
  if (task.phase < 0 || task.phase > 1) throw std::invalid_argument("no such phase");
  const Goal goal = task.fewest ? Goal::fewest : Goal::most;
  const auto seat = static_cast<std::size_t>(task.phase);
  const WideBoard board{.own = table.discs[seat], .other = table.discs[1 - seat]};
  const int empties = (table.mask - board.discs()).count();
  const bool to_the_end = settings.depth == 0 || settings.depth >= empties;
  constexpr double kNodesASecond = 2e7;
  const double by_nodes = static_cast<double>(settings.nodes) / kNodesASecond;
  const bool in_reach = (settings.seconds == 0 || empties <= exact_horizon(settings.seconds)) &&
                        (settings.nodes == 0 || empties <= exact_horizon(by_nodes));
  if (task.size <= 8 && to_the_end && in_reach) {
    return Exact(board, table.mask, goal, task.size, settings, task.table);
  }
  return [=, size = task.size, mask = table.mask](const Stop& stop, const Inform& inform) {
    return search_wide(board, mask, goal, size, settings, limits_of(settings), stop, inform);
  };
}

}  // namespace turnstone
