// From null-window tests to values, moves and lines.
#include "solve.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "asked.h"
#include "margins.h"
#include "search.h"
#include "settle.h"

namespace turnstone::seeds {

class Solver::Engine {
 public:
  virtual ~Engine() = default;
  virtual Result solve(const MancalaState& position, const Limits& limits) = 0;
};

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kLeastDatabase = 1 << 20;
constexpr std::uint64_t kGlance = 200'000;  // nodes of guessing before a proof is begun
constexpr int kAside = 5'000;  // patience for the line of a move that is not the best
constexpr double kBuilding = 0.4;  // of a limit, for a database that is missing

template <int Lanes, class Word>
class WidthEngine final : public Solver::Engine {
 public:
  using Search = seeds::Search<Lanes, Word>;
  using Spot = seeds::Spot<Lanes>;
  using Settler = seeds::Settler<Lanes>;

  WidthEngine(const MancalaRules& rules, int total, std::shared_ptr<const Database> database,
              std::uint64_t table_bytes)
      : rules_(rules),
        total_(total),
        database_(std::move(database)),
        world_(rules, total, database_.get(), table_bytes) {}

  Result solve(const MancalaState& position, const Limits& limits) override;

 private:
  // Everything one call of `solve` needs.
  struct Call {
    const Limits& limits;
    Control control;
    Clock::time_point begin = Clock::now();
    std::vector<std::unique_ptr<Search>> searches;
    int patience = 200'000;  // positions that ways to cash a value may cost, best move and line

    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin).count(); }
    bool has_spent(double share) const {
      const auto nodes = static_cast<double>(control.nodes.load());
      return (limits.seconds > 0 && seconds() > share * limits.seconds) ||
             (limits.nodes > 0 && nodes > share * static_cast<double>(limits.nodes));
    }
  };

  bool ground(const Call& call);
  int greedy_move(Call& call, const Spot& spot) const;
  Verdict test(Call& call, const Spot& spot, int b, int depth = Search::to_the_end);
  Span narrow(Call& call, const Spot& spot, Span span, Span asked, int guess,
              const std::function<void(Span)>& report);
  int estimate(Call& call, const Spot& spot, Span asked, int guess, int depth, Span& proven);
  int likely_move(const Spot& spot, int depth) const;
  void expect(Call& call, const Spot& spot, int turn, int value, bool settled, int depth,
              std::vector<int>& line) const;
  void deepen(Call& call, const Spot& spot, int turn, int lead, bool solvable, Result& result,
              const std::function<void()>& report);
  bool has_history() const { return rules_.can_repeat() && rules_.keep; }
  int likely(const Spot& spot, Span bounds, int guess) const {
    return nearest_possible(rules_, spot.seeds, spot.need, bounds, guess);
  }
  void all_moves(Call& call, const Spot& spot, int turn, int lead, int value, int depth,
                 Result& result, const std::function<void()>& report);
  Span known(const Spot& spot) const;
  Span move_span(const Spot& spot, int house) const;
  int stored_move(Call& call, const Spot& spot, int value) const;
  int proven_move(Call& call, const Spot& spot, int value);
  int quickest_gain(Call& call, const Spot& spot, int value) const;
  bool converts(Call& call, const Spot& spot, int value, bool ours, int plies) const;
  template <class Choose>
  void follow(Spot spot, int turn, std::vector<int>& line, const Choose& choose) const;

  MancalaRules rules_;
  int total_;
  std::shared_ptr<const Database> database_;
  typename Search::World world_;
};

// With few seeds almost every move of a game that can repeat banks nothing, refutations rest on one
// another, and a search to the end that may not store them grows without end. A small database keeps
// it away. Where building it would take too much of the time there is none, and no such search.
template <int Lanes, class Word>
bool WidthEngine<Lanes, Word>::ground(const Call& call) {
  const int least = std::min(total_, Database::seeds_within(rules_, kLeastDatabase));
  if (!rules_.can_repeat() || world_.database_seeds >= least) return true;
  Database::Building building;
  building.progress = [&](std::uint64_t, std::uint64_t) {
    // One thread builds, so this leaves nobody behind.
    if (call.control.is_over() || call.has_spent(kBuilding)) throw Stopped{};
  };
  try {
    database_ = std::make_shared<Database>(Database::build(rules_, least, building));
  } catch (const Stopped&) {
    return false;
  }
  world_.database = database_.get();
  world_.database_seeds = least;
  return true;
}

// What banks most at once: something to play, whenever the stop comes.
template <int Lanes, class Word>
int WidthEngine<Lanes, Word>::greedy_move(Call& call, const Spot& spot) const {
  int best = -1;
  std::pair<int, bool> most;
  for (std::uint32_t left = world_.sowing.moves(spot); left; left &= left - 1) {
    const int house = std::countr_zero(left);
    const auto step = world_.sowing.play(spot, house);
    ++call.control.nodes;
    const std::pair worth(step.gain, step.again);
    if (best >= 0 && worth <= most) continue;
    best = house;
    most = worth;
  }
  return best;
}

// All threads run the same test, helped by the shared table; the first to finish settles it.
template <int Lanes, class Word>
Verdict WidthEngine<Lanes, Word>::test(Call& call, const Spot& spot, int b, int depth) {
  auto& control = call.control;
  if (call.searches.size() == 1) return call.searches[0]->test(spot, b, depth);
  control.settled = false;
  for (auto& slot : world_.busy) slot.store(0, std::memory_order_relaxed);
  std::mutex mutex;
  bool found = false;
  Verdict verdict{};
  const auto work = [&](std::size_t thread) {
    try {
      const Verdict mine = call.searches[thread]->test(spot, b, depth);
      const std::lock_guard lock(mutex);
      if (!found) verdict = mine;
      found = true;
      control.settled = true;
    } catch (const Stopped&) {
    }
  };
  std::vector<std::thread> others;
  for (std::size_t thread = 1; thread < call.searches.size(); ++thread) {
    try {
      others.emplace_back(work, thread);
    } catch (const std::system_error&) {
      break;  // the system has no more threads to give: fewer will do
    }
  }
  work(0);
  for (auto& other : others) other.join();
  control.settled = false;
  if (!found) throw Stopped{};
  return verdict;
}

// Tests until the bounds meet, each test at the value the last one gave. Only values within `asked`
// are told from one another.
template <int Lanes, class Word>
Span WidthEngine<Lanes, Word>::narrow(Call& call, const Spot& spot, Span span, Span asked, int guess,
                                      const std::function<void(Span)>& report) {
  // Where every seed ends in a store the difference is odd or even as the seeds are.
  const int step = rules_.keep && !rules_.can_repeat() ? 2 : 1;
  if (step == 2 && (guess ^ spot.seeds) & 1) ++guess;
  guess = std::clamp(guess, span.lower, span.upper);
  while (is_open(span, asked)) {
    const int b = within(asked, guess == span.lower ? span.lower + step : guess);
    guess = test(call, spot, b).value;
    (guess >= b ? span.lower : span.upper) = guess;
    report(span);
  }
  return span;
}

// The value as seen from `depth` turns away; bounds proven on the way are kept.
template <int Lanes, class Word>
int WidthEngine<Lanes, Word>::estimate(Call& call, const Spot& spot, Span asked, int guess,
                                       int depth, Span& proven) {
  Span span = proven;
  guess = std::clamp(guess, span.lower, span.upper);
  while (is_open(span, asked)) {
    const int b = within(asked, guess == span.lower ? guess + 1 : guess);
    const Verdict verdict = test(call, spot, b, depth);
    // Guesses of different depths meet in the table and may contradict each other.
    guess = std::clamp(verdict.value, span.lower, span.upper);
    (verdict.value >= b ? span.lower : span.upper) = guess;
    if (verdict.proven) (verdict.value >= b ? proven.lower : proven.upper) = guess;
  }
  return nearest(span, asked);
}

// The move that a search of this depth would play, or -1.
template <int Lanes, class Word>
int WidthEngine<Lanes, Word>::likely_move(const Spot& spot, int depth) const {
  typename Search::Table::Bounds bounds;
  for (int back = std::min(depth, Search::deepest); back > 0; --back) {
    if (world_.guesses.look(world_.guess_key(spot, back), bounds) &&
        bounds.move != Search::Table::none) {
      return bounds.move;
    }
  }
  if (world_.table.look(world_.key(spot), bounds) && bounds.move != Search::Table::none) {
    return bounds.move;
  }
  return -1;
}

// Adds what a position of this value is expected to lead to: proven moves as far as they are stored,
// then the likely ones of a search of this depth.
template <int Lanes, class Word>
void WidthEngine<Lanes, Word>::expect(Call& call, const Spot& spot, int turn, int value,
                                      bool settled, int depth, std::vector<int>& line) const {
  follow(spot, turn, line, [&, left = depth, rest = value](const Spot& at) mutable {
    int house = settled ? stored_move(call, at, rest) : -1;
    if (house < 0) house = likely_move(at, left);
    if (house < 0) return house;
    const auto step = world_.sowing.play(at, house);
    rest = step.again ? rest - step.gain : step.gain - rest;
    if (!step.again) --left;
    return house;
  });
}

// One turn deeper after another, until the value is proven or a limit is met.
template <int Lanes, class Word>
void WidthEngine<Lanes, Word>::deepen(Call& call, const Spot& spot, int turn, int lead,
                                      bool solvable, Result& result,
                                      const std::function<void()>& report) {
  const int most = call.limits.depth > 0 ? std::min(call.limits.depth, Search::deepest)
                                            : Search::deepest;
  const Span asked = asked_of(call.limits, lead);
  Span proven = known(spot);
  proven.lower = std::max(proven.lower, result.lower - lead);
  proven.upper = std::min(proven.upper, result.upper - lead);
  int value = 0;
  for (int depth = 1; depth <= most; ++depth) {
    value = estimate(call, spot, asked, value, depth, proven);
    result.depth = depth;
    result.lower = lead + proven.lower;
    result.upper = lead + proven.upper;
    const bool settled = proven.lower == proven.upper;
    if (settled) value = proven.lower;
    result.score = lead + (call.limits.winner_only ? value : likely(spot, proven, value));
    // Exact is a value only together with a move that is known to hold it.
    result.exact = settled && stored_move(call, spot, value) >= 0;
    std::vector<int> line;
    expect(call, spot, turn, value, settled, depth, line);
    if (!line.empty()) result.line = std::move(line);
    result.best = result.line.front();
    if (call.limits.all_moves) all_moves(call, spot, turn, lead, value, depth - 1, result, {});
    report();
    // What can be solved gets most of the time for that; the guess is for when it fails.
    const bool enough = solvable && (call.limits.is_bounded() ? call.has_spent(0.1)
                                                              : call.control.nodes > kGlance);
    if (!is_open(proven, asked) || enough) return;
  }
}

template <int Lanes, class Word>
void WidthEngine<Lanes, Word>::all_moves(Call& call, const Spot& spot, int turn, int lead,
                                         int value, int depth, Result& result,
                                         const std::function<void()>& report) {
  // Scores of an earlier depth stand until they are replaced one by one, and are where the next
  // begins to look.
  std::size_t at = 0;
  result.moves.resize(static_cast<std::size_t>(std::popcount(world_.sowing.moves(spot))));
  for (std::uint32_t left = world_.sowing.moves(spot); left; left &= left - 1) {
    const int house = std::countr_zero(left);
    const auto step = world_.sowing.play(spot, house);
    // What a move is worth that banks nothing depends on where it comes from.
    const bool pathless = !has_history() || step.over || step.next.seeds < spot.seeds;
    if (!pathless && result.moves[at].exact) {
      ++at;
      continue;
    }
    int worth = step.gain;
    bool exact = true;
    std::vector<int> line{world_.sowing.pit_of(turn, house)};
    if (!step.over) {
      const int likely = result.moves[at].house < 0 ? value : result.moves[at].score - lead;
      const int guess = step.again ? likely - worth : worth - likely;
      const int ahead = step.again ? lead + worth : -lead - worth;
      Span after = known(step.next);
      if (world_.sowing.moves(step.next) == 0) {
        const int left_over = world_.sowing.leftovers(step.next);
        after = {left_over, left_over};
      }
      const int found = estimate(call, step.next, asked_of(call.limits, ahead), guess,
                                 depth + step.again, after);
      exact = pathless && after.lower == after.upper;
      worth += step.again ? found : -found;
      const int patience = std::exchange(call.patience, std::min(call.patience, kAside));
      expect(call, step.next, step.again ? turn : 1 - turn, found, exact,
             exact ? 0 : depth + step.again, line);
      call.patience = patience;
    }
    if (!exact && !call.limits.winner_only) {
      worth = likely(spot, {-spot.seeds, spot.seeds}, worth);
    }
    result.moves[at++] = {line.front(), lead + worth, exact, std::move(line)};
    if (report) report();
  }
}

template <int Lanes, class Word>
Span WidthEngine<Lanes, Word>::known(const Spot& spot) const {
  if (spot.seeds <= world_.database_seeds) {
    return database_->look(database_->place(spot.board.pits, spot.seeds, spot.need));
  }
  typename Search::Table::Bounds bounds;
  if (world_.table.look(world_.key(spot), bounds)) return {bounds.lower, bounds.upper};
  return {-spot.seeds, spot.seeds};
}

template <int Lanes, class Word>
Span WidthEngine<Lanes, Word>::move_span(const Spot& spot, int house) const {
  const auto step = world_.sowing.play(spot, house);
  if (step.over) return {step.gain, step.gain};
  const Span after = known(step.next);
  if (step.again) return {step.gain + after.lower, step.gain + after.upper};
  return {step.gain - after.upper, step.gain - after.lower};
}

// A move known to hold `value`, or -1. Above the database it is the one of the stored proof: proofs
// rest on proofs stored before them, so following them never goes round in circles.
template <int Lanes, class Word>
int WidthEngine<Lanes, Word>::stored_move(Call& call, const Spot& spot, int value) const {
  if (spot.seeds <= world_.database_seeds) {
    if (rules_.can_repeat() && (value > 0 || has_history())) {
      const int house = quickest_gain(call, spot, value);
      // A bound may be held by coming back, to where the game would end then.
      if (house >= 0 || has_history()) return house;
    }
  } else {
    typename Search::Table::Bounds bounds;
    if (world_.table.look(world_.key(spot), bounds) && bounds.lower >= value &&
        bounds.move != Search::Table::none) {
      return bounds.move;
    }
  }
  for (std::uint32_t left = world_.sowing.moves(spot); left; left &= left - 1) {
    if (move_span(spot, std::countr_zero(left)).lower >= value) return std::countr_zero(left);
  }
  return -1;
}

template <int Lanes, class Word>
int WidthEngine<Lanes, Word>::proven_move(Call& call, const Spot& spot, int value) {
  if (const int house = stored_move(call, spot, value); house >= 0) return house;
  const std::uint32_t moves = world_.sowing.moves(spot);
  for (std::uint32_t left = moves; left; left &= left - 1) {
    const int house = std::countr_zero(left);
    if (move_span(spot, house).upper < value) continue;
    const auto step = world_.sowing.play(spot, house);
    const int b = step.again ? value - step.gain : step.gain - value + 1;
    const int after = test(call, step.next, b).value;
    if ((after >= b) == step.again) return house;
  }
  return std::countr_zero(moves);
}

// In the database a value can be held for ever without being cashed; this finds the shortest way to
// a banking move that keeps it, so that a won game makes progress.
template <int Lanes, class Word>
int WidthEngine<Lanes, Word>::quickest_gain(Call& call, const Spot& spot, int value) const {
  for (int plies = 1; plies < 40 && call.patience > 0; ++plies) {
    for (std::uint32_t left = world_.sowing.moves(spot); left; left &= left - 1) {
      const int house = std::countr_zero(left);
      if (move_span(spot, house).lower < value) continue;
      const auto step = world_.sowing.play(spot, house);
      if (step.over || step.next.seeds < spot.seeds) return house;
      if (plies > 1 && converts(call, step.next, value, step.again, plies - 1)) return house;
    }
  }
  return -1;
}

template <int Lanes, class Word>
bool WidthEngine<Lanes, Word>::converts(Call& call, const Spot& spot, int value, bool ours,
                                        int plies) const {
  if (--call.patience < 0) return false;
  if ((call.patience & 1023) == 0 && call.control.is_over()) throw Stopped{};
  for (std::uint32_t left = world_.sowing.moves(spot); left; left &= left - 1) {
    const int house = std::countr_zero(left);
    const auto step = world_.sowing.play(spot, house);
    bool good = true;
    if (ours) good = move_span(spot, house).lower >= value;
    if (good && !step.over && step.next.seeds == spot.seeds) {
      good = plies > 1 && converts(call, step.next, value, ours == step.again, plies - 1);
    }
    if (good == ours) return ours;
  }
  return !ours;
}

// Plays what is chosen, until that is nothing (-1), the game is over or a position comes back.
template <int Lanes, class Word>
template <class Choose>
void WidthEngine<Lanes, Word>::follow(Spot spot, int turn, std::vector<int>& line,
                                      const Choose& choose) const {
  constexpr std::size_t longest = 200;
  auto next = choose;
  std::vector<std::pair<Spot, int>> seen;
  const auto repeats = [&] {
    for (const auto& [before, side] : seen) {
      if (before.board == spot.board && side == turn) return true;
    }
    return false;
  };
  while (line.size() < longest && !(rules_.can_repeat() && repeats())) {
    seen.push_back({spot, turn});
    if (world_.sowing.finished(spot) || world_.sowing.moves(spot) == 0) break;
    const int house = next(spot);
    if (house < 0) break;
    line.push_back(world_.sowing.pit_of(turn, house));
    const auto step = world_.sowing.play(spot, house);
    if (step.over) break;
    if (!step.again) turn = 1 - turn;
    spot = step.next;
  }
}

template <int Lanes, class Word>
Result WidthEngine<Lanes, Word>::solve(const MancalaState& position, const Limits& limits) {
  Call call{limits, {}, Clock::now(), {}};
  call.control.stop = limits.stop;
  call.control.node_limit = limits.nodes;
  if (limits.seconds > 0) {
    call.control.deadline = call.begin + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(limits.seconds));
  }
  const int threads = Search::Table::shared ? std::max(1, limits.threads) : 1;
  call.control.threads = threads;
  for (int thread = 0; thread < threads; ++thread) {
    call.searches.push_back(std::make_unique<Search>(world_, call.control, thread));
  }

  const int turn = position.turn;
  const Mancala game(rules_);
  const int lead = game.banked(position, turn) - game.banked(position, 1 - turn);
  Result result;
  const std::uint32_t legal = game.moves(position) & ~Mancala::kSwapBit;
  if (legal == 0) {
    const int margin = game.margin(position);
    result.score = result.lower = result.upper = turn == 0 ? margin : -margin;
    result.exact = true;
    return result;
  }
  const Spot spot = world_.sowing.view(position);
  result.lower = lead - spot.seeds;
  result.upper = lead + spot.seeds;
  result.score = lead + likely(spot, {-spot.seeds, spot.seeds}, 0);
  result.best = world_.sowing.pit_of(turn, greedy_move(call, spot));
  result.line = {result.best};

  auto shown = call.begin;
  const auto show = [&] {
    shown = Clock::now();
    result.nodes = call.control.nodes;
    result.seconds = call.seconds();
    result.table_use = world_.table.use();
    if (limits.progress) limits.progress(result);
  };
  call.control.tick = [&] {
    if (Clock::now() - shown > std::chrono::milliseconds(100)) show();
  };
  const auto report = [&](Span span) {
    result.lower = lead + span.lower;
    result.upper = lead + span.upper;
    result.score = std::clamp(result.score, result.lower, result.upper);
    show();
  };
  try {
    const bool grounded = ground(call);
    const bool solvable = grounded && !has_history() && limits.depth == 0;
    const bool settleable =
        grounded && limits.depth == 0 && Settler::knows(rules_, total_, spot.seeds);
    deepen(call, spot, turn, lead, solvable || settleable, result, show);
    if (settleable) {
      const Settler settler(world_.sowing, database_.get(), call.control, limits,
                            [&](double share) { return call.has_spent(share); });
      const auto stored = [&](int value) { return stored_move(call, spot, value); };
      if (!settler.settle({spot, turn, lead}, known(spot), stored, result, show)) {
        deepen(call, spot, turn, lead, false, result, show);
      }
    }
    if (solvable) {
      const Span asked = asked_of(limits, lead);
      const Span value = narrow(call, spot, known(spot), asked, result.score - lead, report);
      report(value);
      const int held = std::min(value.lower, asked.upper);
      if (held >= asked.lower) {
        result.best = world_.sowing.pit_of(turn, proven_move(call, spot, held));
      }
      result.line = {result.best};
      result.exact = value.lower == value.upper;
      if (limits.all_moves) {
        all_moves(call, spot, turn, lead, held, Search::to_the_end, result, show);
      }
      if (!limits.winner_only) {
        std::vector<int> line;
        follow(spot, turn, line, [&, rest = value.lower](const Spot& at) mutable {
          const int house = proven_move(call, at, rest);
          const auto step = world_.sowing.play(at, house);
          rest = step.again ? rest - step.gain : step.gain - rest;
          return house;
        });
        if (!line.empty() && line.front() == result.best) result.line = std::move(line);
        result.depth = static_cast<int>(result.line.size());
      }
    }
  } catch (const Stopped&) {
  }
  for (const auto& search : call.searches) search->count();
  result.nodes = call.control.nodes;
  result.seconds = call.seconds();
  result.table_use = world_.table.use();
  return result;
}

}  // namespace

void Solver::check(const MancalaRules& rules, int total, const Database* database) {
  MancalaRules wanted = rules;
  wanted.pie = false;
  if (database && !(database->rules() == wanted)) {
    throw std::invalid_argument("the database was made for other rules");
  }
  if (rules.finish == Finish::majority && total % 2 != 0) {
    throw std::invalid_argument("where a majority wins the seeds must be even in number");
  }
}

Solver::Solver(const MancalaRules& rules, int total, std::shared_ptr<const Database> database,
               std::uint64_t table_bytes) {
  check(rules, total, database.get());
  using Narrow = Search<16, std::uint64_t>;
  if (rules.houses <= 7 && Narrow::fits(rules, total, table_bytes)) {
    engine_ = std::make_unique<WidthEngine<16, std::uint64_t>>(rules, total, database, table_bytes);
  } else {
    engine_ = std::make_unique<WidthEngine<32, Wide>>(rules, total, database, table_bytes);
  }
}

Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;

Result Solver::solve(const MancalaState& position, const Limits& limits) {
  return engine_->solve(position, limits);
}

}  // namespace turnstone::seeds
