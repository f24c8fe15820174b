#include "solve.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "estimate.h"
#include "parts.h"
#include "tree.h"

namespace turnstone::endgame {

namespace {

using Clock = std::chrono::steady_clock;

// From here a shallow search suggests the first window; from here a rough pass goes before the
// exact one.
constexpr int estimate_empties = 10;
constexpr int two_pass_empties = 18;
constexpr auto report_every = std::chrono::milliseconds(200);
const std::atomic<bool> never{false};

// Often enough to keep to the limit within an eighth, seldom enough to cost nothing.
std::uint64_t stride_for(const Limits& limits) {
  const std::uint64_t share = limits.nodes / (8 * static_cast<std::uint64_t>(limits.threads));
  return std::clamp<std::uint64_t>(share, 64, 1 << 16);
}

// What is left of a limit after some nodes.
Limits less(Limits limits, std::uint64_t nodes) {
  if (limits.nodes != no_node_limit) limits.nodes -= std::min(nodes, limits.nodes);
  return limits;
}

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// One solve from call to answer: sets up what the threads share, runs the main search, and tells
// the caller how it goes.
template <Goal goal, bool convex>
class Run {
 public:
  Run(const Problem& problem, const Field& field, Table& table, const Limits& limits)
      : problem_(problem), limits_(limits), stability_(field),
        shared_{field, stability_, table, table.tag(problem.mask, goal, false),
                table.tag(problem.mask, goal, true),
                limits.threads > 1 ? &team_ : nullptr,
                count(field.empties(problem.own, problem.other)), problem.own,
                limits.stop != nullptr ? *limits.stop : never, limits.nodes, stride_for(limits)} {
    solution_.lower = -field.squares;
    solution_.upper = field.squares;
    table.age();
  }

  Solution solution() {
    if (std::thread searcher = beside(); searcher.joinable()) {
      while (!wait_for_end()) limits_.progress(progress());
      searcher.join();
    } else {
      search_with_team();
    }
    solution_.lower = std::max(solution_.lower, shared_.sure.load());
    solution_.nodes = shared_.nodes.load();
    solution_.seconds = since(start_);
    return solution_;
  }

 private:
  // The search in a thread, while this one tells how it goes; none if nobody wants to know, or the
  // system has no more threads to give.
  std::thread beside() {
    if (!limits_.progress) return {};
    try {
      return std::thread([this] { search_with_team(); });
    } catch (const std::system_error&) {
      return {};
    }
  }

  void search_with_team() {
    std::vector<std::thread> helpers;
    for (int i = 1; i < limits_.threads; ++i) {
      try {
        helpers.emplace_back([this] {
          Tree<goal, convex> tree(shared_);
          team_.serve([&tree](Split& split) { tree.work(split); });
        });
      } catch (const std::system_error&) {
        break;  // the system has no more threads to give: fewer will do
      }
    }
    {
      Tree<goal, convex> tree(shared_);
      search(tree);
    }
    team_.finish();
    for (std::thread& helper : helpers) helper.join();
    const std::lock_guard lock(mutex_);
    ended_ = true;
    end_.notify_all();
  }

  void search(Tree<goal, convex>& tree) {
    const Field& field = shared_.field;
    const int empties = shared_.root_empties;
    const int floor = std::max(limits_.alpha, -field.squares - 1);
    const int ceiling = std::min(limits_.beta, field.squares + 1);
    int guess = 0;
    int wide = field.squares;
    if (has(Part::window) && empties >= estimate_empties) {
      Meter meter{shared_.stop, shared_.node_limit};
      wide = 3;
      guess = estimate<goal>(stability_, problem_.own, problem_.other,
                             std::min(6, empties - 6), -infinite_estimate, infinite_estimate,
                             meter) / disc;
      shared_.nodes += meter.nodes;
      if (meter.stopped()) return;
    }
    if (has(Part::rough) && empties >= two_pass_empties) {
      shared_.rough = true;
      guess = aspire(tree, guess, floor, ceiling, wide);
      shared_.rough = false;
      if (tree.cancelled()) return;
      const std::lock_guard lock(mutex_);
      guess_ = guess;
    }
    const int score = has(Part::rough) && empties >= two_pass_empties
                          ? prove(tree, guess, floor, ceiling)
                          : aspire(tree, guess, floor, ceiling, wide);
    if (tree.cancelled()) return;
    const int best = best_move(tree, score);
    if (tree.cancelled()) return;  // the bounds have met, but nobody knows by which move
    const std::lock_guard lock(mutex_);
    solution_.score = score;
    solution_.best = best;
    solution_.complete = true;
  }

  // A window about the guess, moved to where the value turns out to be.
  int aspire(Tree<goal, convex>& tree, int guess, int floor, int ceiling, int wide) {
    guess = std::clamp(guess, floor + 1, ceiling - 1);
    int low = std::max(floor, guess - wide);
    int high = std::min(ceiling, guess + wide);
    for (int width = 4, tries = 1;; width *= 2, ++tries) {
      const int score =
          tree.pv(problem_.own, problem_.other, low, high, shared_.root_empties);
      if (tree.cancelled()) return guess;
      if (!shared_.rough) {
        const std::lock_guard lock(mutex_);
        if (score > low) solution_.lower = std::max(solution_.lower, score);
        if (score < high) solution_.upper = std::min(solution_.upper, score);
      }
      // Estimates may contradict each other from one window to the next.
      if (shared_.rough && tries == 4) return score;
      if (score <= low && score > floor) {
        high = score + 1;
        low = std::max(floor, score - width);
      } else if (score >= high && score < ceiling) {
        low = score - 1;
        high = std::min(ceiling, score + width);
      } else {
        return score;
      }
    }
  }

  // One question at a time, "at least this?" and "at most this?", about a guess that is nearly
  // always right: each answer is a bound that can be told while the next is looked for.
  int prove(Tree<goal, convex>& tree, int guess, int floor, int ceiling) {
    int lower = floor;
    int upper = ceiling;
    int score = guess;
    for (int asked = std::clamp(guess, floor + 1, ceiling); lower < upper;) {
      score = tree.pv(problem_.own, problem_.other, asked - 1, asked, shared_.root_empties);
      if (tree.cancelled()) return guess;
      const bool is_at_least = score >= asked;
      (is_at_least ? lower : upper) = score;
      if (is_at_least) keeps_ = known_best(shared_.exact_tag);
      asked = is_at_least ? lower + 1 : upper;
      const std::lock_guard lock(mutex_);
      if (lower > floor) solution_.lower = std::max(solution_.lower, lower);
      if (upper < ceiling) solution_.upper = std::min(solution_.upper, upper);
    }
    return score;
  }

  // The table names a move; it is taken at its word only if it keeps the score.
  int best_move(Tree<goal, convex>& tree, int score) {
    const std::uint64_t own = problem_.own;
    const std::uint64_t other = problem_.other;
    std::uint64_t legal = moves(own, other, problem_.mask);
    if (legal == 0) return no_square;
    const int named = keeps_ != no_square ? keeps_ : known_best(shared_.exact_tag);
    int square = named != no_square && (legal & bit(named)) ? named : first(legal);
    while ((legal & (legal - 1)) != 0) {
      const std::uint64_t flipped = flips(own, other, square);
      const int reply = tree.pv(other ^ flipped, own ^ flipped ^ bit(square), -score, 1 - score,
                                shared_.root_empties - 1);
      if (tree.cancelled()) return no_square;
      if (-reply >= score) return square;
      legal &= ~bit(square);
      square = first(legal);
    }
    return square;
  }

  bool wait_for_end() {
    std::unique_lock lock(mutex_);
    return end_.wait_for(lock, report_every, [this] { return ended_; });
  }

  Progress progress() {
    Progress progress;
    progress.nodes = shared_.nodes.load();
    progress.seconds = since(start_);
    progress.table_use = shared_.table.use();
    const std::lock_guard lock(mutex_);
    progress.lower = std::max(solution_.lower, shared_.sure.load(std::memory_order_relaxed));
    progress.upper = solution_.upper;
    progress.guess = guess_;
    progress.best = known_best(shared_.exact_tag);
    if (progress.best == no_square) progress.best = known_best(shared_.rough_tag);
    return progress;
  }

  // The table's move here, or no_square.
  int known_best(std::uint8_t tag) {
    Bounds known;
    shared_.table.find(Table::hash(problem_.own, problem_.other), problem_.own, problem_.other, tag,
                       known);
    return known.best;
  }

  const Problem problem_;
  const Limits& limits_;
  const Clock::time_point start_ = Clock::now();
  const Stability stability_;
  Team team_;
  Shared shared_;
  std::mutex mutex_;
  std::condition_variable end_;
  bool ended_ = false;
  std::optional<int> guess_;
  int keeps_ = no_square;  // a move that is worth what is proved
  Solution solution_;
};

template <Goal goal>
Solution solve_for(const Problem& problem, Table& table, const Limits& limits) {
  const Field field(problem.mask);
  if (field.convex) return Run<goal, true>(problem, field, table, limits).solution();
  return Run<goal, false>(problem, field, table, limits).solution();
}

// The position after a move, as the other player sees it.
Problem after(const Problem& problem, int square) {
  const std::uint64_t flipped = flips(problem.own, problem.other, square);
  Problem next = problem;
  next.own = problem.other ^ flipped;
  next.other = problem.own ^ flipped ^ bit(square);
  return next;
}

}  // namespace

Solution solve(const Problem& problem, Table& table, const Limits& limits) {
  if (problem.goal == Goal::most) return solve_for<Goal::most>(problem, table, limits);
  return solve_for<Goal::fewest>(problem, table, limits);
}

std::vector<MoveScore> solve_moves(const Problem& problem, Table& table, const Limits& limits,
                                   const std::function<void(const MoveScore&)>& on_score) {
  std::vector<MoveScore> scores;
  std::uint64_t nodes = 0;
  const int most = std::popcount(problem.mask);
  int lower = -most;  // of the position, by the moves so far
  for (std::uint64_t rest = moves(problem.own, problem.other, problem.mask); rest != 0;
       rest &= rest - 1) {
    const int square = first(rest);
    const Problem next = after(problem, square);
    Solution reply;
    if (nodes < limits.nodes) {
      Limits left = less(limits, nodes);
      if (limits.progress) {
        left.progress = [&](Progress progress) {
          progress.nodes += nodes;
          progress.lower = std::max(lower, -progress.upper);
          progress.upper = most;  // the other moves may be better
          if (progress.guess) progress.guess = -*progress.guess;
          progress.best = square;
          limits.progress(progress);
        };
      }
      reply = solve(next, table, left);
      nodes += reply.nodes;
    }
    reply.score = -reply.score;
    std::swap(reply.lower, reply.upper);
    reply.lower = -reply.lower;
    reply.upper = -reply.upper;
    reply.best = square;
    lower = std::max(lower, reply.lower);
    scores.push_back({square, reply, nodes});
    if (on_score) on_score(scores.back());
  }
  std::stable_sort(scores.begin(), scores.end(), [](const MoveScore& a, const MoveScore& b) {
    return a.solution.score > b.solution.score;
  });
  return scores;
}

BestLine best_line(const Problem& problem, Table& table, const Limits& limits, int begin) {
  BestLine line;
  Problem at = problem;
  while (true) {
    if (moves(at.own, at.other, at.mask) == 0) {
      if (moves(at.other, at.own, at.mask) == 0) return line;
      line.squares.push_back(no_square);
      std::swap(at.own, at.other);
      continue;
    }
    int square = line.squares.empty() ? begin : no_square;
    if (square == no_square) {
      if (line.nodes >= limits.nodes) return line;
      Limits quiet = less(limits, line.nodes);
      quiet.progress = nullptr;
      const Solution solution = solve(at, table, quiet);
      line.nodes += solution.nodes;
      if (!solution.complete) return line;
      square = solution.best;
    }
    line.squares.push_back(square);
    at = after(at, square);
  }
}

}  // namespace turnstone::endgame
