#include "think.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "endgame/solve.h"
#include "wide/colour_evaluate.h"
#include "wide/colour_search.h"
#include "wide/weights.h"
#include "wide/wide_evaluate.h"
#include "wide/wide_search.h"

namespace turnstone {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPassIndex = -1;

// So many nodes suffice to solve four of five positions of games that the engine played against
// itself: three more empty squares cost ten times the nodes, and twelve cost about 32,000.
constexpr double kNodesOfTwelve = 3.2e4;

double nodes_to_solve(int empties) {
  return kNodesOfTwelve * std::pow(10, (empties - 12) / 3.0);
}

// How many empty squares so many nodes suffice for.
int exact_horizon(double nodes) {
  return 12 + static_cast<int>(std::floor(3 * std::log10(std::max(nodes, 1.0) / kNodesOfTwelve)));
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

Goal goal_of(bool fewest) { return fewest ? Goal::fewest : Goal::most; }

// Within these a sum of weighted counts fits into an int.
constexpr int kHeaviest = 9999;

void check_weights(const Weights& weights, std::size_t counts) {
  if (!weights.empty() && weights.size() != counts) {
    throw std::invalid_argument("there must be a weight for each count");
  }
  for (const Knots& knots : weights) {
    for (const int each : knots) {
      if (each < -kHeaviest || each > kHeaviest) throw std::invalid_argument("a weight is too large");
    }
  }
}

ColourRules colour_rules(const ReversiTask& task, const Arrangement& table) {
  if (task.colours > 4) throw std::invalid_argument("there are at most four colours");
  const ColourRules rules{.mask = table.mask,
                          .colours = task.colours,
                          .goal = goal_of(task.fewest),
                          .order = task.snake ? Order::snake : Order::round};
  if (task.phase < 0 || task.phase >= rules.phases()) throw std::invalid_argument("no such phase");
  return rules;
}

WideBoard two_colours(const ReversiTask& task, const Arrangement& table) {
  if (task.phase < 0 || task.phase > 1) throw std::invalid_argument("no such phase");
  const auto seat = static_cast<std::size_t>(task.phase);
  return {.own = table.discs[seat], .other = table.discs[1 - seat]};
}

Job think_colours(const ReversiTask& task, const Arrangement& table, const Settings& settings) {
  const ColourRules rules = colour_rules(task, table);
  check_weights(settings.weights, ColourEvaluation::kCounts);
  return [=](const Stop& stop, const Inform& inform) {
    ColourSearch search(rules, settings.megabytes, settings.weights);
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
  WideSearch search(mask, goal, settings.megabytes, settings.weights);
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
    News news = search_wide(board_, mask_, goal_, size_, settings_, glance(), deadline.flag(), inform);
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
    const Inform show = [&](const News& all) { inform(shown(all)); };
    limits.progress = [&](const endgame::Progress& progress) {
      if (progress.best != endgame::no_square) suppose(news, progress);
      note(news, progress.lower, progress.upper);
      news.nodes = glanced + progress.nodes;
      news.seconds = elapsed();
      news.table_use = progress.table_use;
      show(news);
    };
    if (settings_.top == 1) {
      one(news, table, limits, glanced);
    } else {
      all(news, table, limits, glanced, show);
    }
    news.seconds = elapsed();
    return shown(news);
  }

 private:
  // With a limit the estimate may have to stand, so it gets a quarter of it; else a small part of
  // what the proof will take.
  Limits glance() const {
    constexpr int kPlies = 4, kShare = 4;
    constexpr double kPart = 1.0 / 1500, kLeast = 2e4, kMost = 2e6;
    if (settings_.seconds == 0 && settings_.nodes == 0) {
      const double nodes = kPart * nodes_to_solve(empties());
      if (nodes < kLeast) return {.depth = kPlies};
      return {.nodes = static_cast<std::uint64_t>(std::min(nodes, kMost))};
    }
    return {.seconds = settings_.seconds / kShare,
            .nodes = settings_.nodes == 0 ? 0 : std::max<std::uint64_t>(settings_.nodes / kShare, 1)};
  }

  int index(int square) const {
    return square == endgame::no_square ? kPassIndex : square / 8 * size_ + square % 8;
  }
  int square(int index) const {
    return index == kPassIndex ? endgame::no_square : index / size_ * 8 + index % size_;
  }
  int empties() const { return (mask_ - board_.discs()).count(); }

  // What the solver makes of a move before anything is proved, or a bound that it has proved.
  void suppose(News& news, const endgame::Progress& progress) const {
    const int move = index(progress.best);
    if (settings_.top > 1) {
      Candidate& it = candidate(news, move);
      if (it.exact) return;
      it.score = std::max<double>(progress.guess.value_or(it.score), progress.lower);
      sort(news);
    } else if (progress.guess) {
      news.score = *progress.guess;
      Candidate& it = news.moves.front();
      if (it.line.front() != move) it.line = {move};
    }
  }

  // What is proved of the score, and estimates that keep to it: no move is worth more than the
  // position, and the first is taken to be worth just that.
  static void note(News& news, int lower, int upper) {
    news.lower = std::max<double>(news.lower, lower);
    news.upper = std::min<double>(news.upper, upper);
    news.score = std::clamp(news.score, news.lower, news.upper);
    for (Candidate& move : news.moves) {
      if (!move.exact) move.score = std::min(move.score, news.score);
    }
    if (!news.moves.front().exact) news.moves.front().score = news.score;
  }

  // As many moves as were asked for. The others are kept until the end: a move that seems worse now
  // may be the best when those before it are solved.
  News shown(News news) const {
    news.moves.resize(std::min(news.moves.size(), static_cast<std::size_t>(settings_.top)));
    return news;
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
    std::vector<int>& told = news.moves.front().line;
    const endgame::BestLine best =
        endgame::best_line(problem_, table, limits, square(told.front()));
    news.nodes += best.nodes;
    told.clear();
    for (const int square : best.squares) told.push_back(index(square));
  }

  // Moves that were not solved in time keep the estimate.
  void all(News& news, endgame::Table& table, const endgame::Limits& limits, std::uint64_t glanced,
           const Inform& show) const {
    const int total = moves(board_.own, board_.other, mask_).count();
    int solved = 0;
    int lower = -64, upper = -64;  // of the best: nobody is worse off than with any one move
    const auto put = [&](const endgame::MoveScore& each) {
      news.nodes = glanced + each.nodes;
      lower = std::max(lower, each.solution.lower);
      upper = std::max(upper, each.solution.upper);
      Candidate& move = candidate(news, index(each.square));
      const endgame::Solution& found = each.solution;
      if (found.complete) {
        ++solved;
        move.line.resize(1);
        move.score = found.score;
        move.exact = found.exact();
      } else {
        move.score = std::clamp<double>(move.score, found.lower, found.upper);
      }
      sort(news);
      note(news, lower, solved == total ? upper : mask_.count());
      show(news);
    };
    endgame::solve_moves(problem_, table, limits, put);
    if (solved < total) return;
    news.exact = lower == upper;
    news.depth = empties();
    tell_line(news, table, limits, glanced);
  }

  // What is known of a move; at first nothing.
  static Candidate& candidate(News& news, int move) {
    const auto first = [](const Candidate& each) { return each.line.front(); };
    const auto known = std::ranges::find(news.moves, move, first);
    if (known != news.moves.end()) return *known;
    return news.moves.emplace_back(Candidate{.line = {move}, .score = -64});
  }

  // The best moves first; of equals those that are proved, and then as they lie on the board.
  static void sort(News& news) {
    const auto order = [](const Candidate& move) {
      return std::tuple(-move.score, !move.exact, move.line.front());
    };
    std::ranges::sort(news.moves, {}, order);
    news.score = news.moves.front().score;
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
  const Goal goal = goal_of(task.fewest);
  const WideBoard board = two_colours(task, table);
  check_weights(settings.weights, WideEvaluation::kCounts);
  const int empties = (table.mask - board.discs()).count();
  const bool to_the_end = settings.depth == 0 || settings.depth >= empties;
  constexpr double kNodesASecond = 2e7;
  const auto nodes = static_cast<double>(settings.nodes);
  const bool in_reach =
      (settings.seconds == 0 || empties <= exact_horizon(settings.seconds * kNodesASecond)) &&
      (settings.nodes == 0 || empties <= exact_horizon(nodes));
  if (task.size <= 8 && to_the_end && in_reach) {
    return Exact(board, table.mask, goal, task.size, settings, task.table);
  }
  return [=, size = task.size, mask = table.mask](const Stop& stop, const Inform& inform) {
    return search_wide(board, mask, goal, size, settings, limits_of(settings), stop, inform);
  };
}

std::vector<std::vector<int>> reversi_counts(const ReversiTask& task) {
  const Arrangement table = read(task);
  std::vector<std::vector<int>> found;
  if (task.colours > 2) {
    const ColourRules rules = colour_rules(task, table);
    const ColourBoard board{.discs = table.discs, .phase = task.phase};
    if (!legal_squares(board, rules).any()) throw std::invalid_argument("there is no move here");
    for (const auto& counts : ColourEvaluation(rules).counts(board)) {
      found.emplace_back(counts.begin(), counts.end());
    }
    found.resize(static_cast<std::size_t>(task.colours));
    return found;
  }
  const WideBoard board = two_colours(task, table);
  const Squares mine = moves(board.own, board.other, table.mask);
  const Squares theirs = moves(board.other, board.own, table.mask);
  if (!mine.any()) throw std::invalid_argument("there is no move here");
  const WideEvaluation evaluation(table.mask, goal_of(task.fewest));
  const auto counts = evaluation.counts(board, mine, theirs);
  found.emplace_back(counts.begin(), counts.end());
  return found;
}

std::vector<NamedKnots> reversi_weights(int colours, bool fewest) {
  std::vector<NamedKnots> found;
  const auto add = [&](const auto& names, const auto& weights) {
    for (std::size_t i = 0; i < names.size(); ++i) found.push_back({names[i], weights[i]});
  };
  if (colours > 2) {
    add(ColourEvaluation::kNames, fewest ? kColourFewest : kColourMost);
  } else {
    add(WideEvaluation::kNames, fewest ? kWideFewest : kWideMost);
  }
  return found;
}

}  // namespace turnstone
