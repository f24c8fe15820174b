// From questions to values, moves and lines.
#include "settle.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "asked.h"
#include "margins.h"

namespace turnstone::seeds {
namespace {

constexpr std::uint64_t kMost = 40'000'000;     // positions, before values are given up
constexpr std::uint64_t kMostLine = 2'000'000;  // and a line
constexpr double kShare = 0.7;                  // of a limit

}  // namespace

template <int Lanes>
Settler<Lanes>::Settler(const Sowing<Lanes>& sowing, const Database* database, Control& control,
                        const Limits& limits, Spent has_spent)
    : sowing_(sowing),
      database_(database),
      control_(control),
      limits_(limits),
      has_spent_(std::move(has_spent)) {}

template <int Lanes>
bool Settler<Lanes>::settle(const Question& question, Span known, const Stored& stored,
                            Result& result, const Report& report) const {
  const auto& [spot, turn, lead] = question;
  const Span asked = asked_of(limits_, lead);
  Span span{std::max(result.lower - lead, known.lower), std::min(result.upper - lead, known.upper)};
  std::uint64_t left = kMost;
  Returns returns = asking(spot, left);
  try {
    const auto tell = [&, base = lead](Span bounds) {
      result.lower = base + bounds.lower;
      result.upper = base + bounds.upper;
      result.score = std::clamp(result.score, result.lower, result.upper);
      report();
    };
    const auto gets = [&, at = typename Returns::Seen{spot, true}](int b) {
      return returns.gets(at, b);
    };
    span = narrow(spot, span, asked, result.score - lead, gets, tell);
    tell(span);
    const int held = std::min(span.lower, asked.upper);
    if (held >= asked.lower) {
      // The database knows the shortest way to what its bounds promise.
      int house = known.lower >= held ? stored(held) : -1;
      if (house < 0) house = holding(spot, held);
      result.best = sowing_.pit_of(turn, house);
      result.line = line(question, house, held);
    }
    result.exact = span.lower == span.upper;
    result.depth = static_cast<int>(result.line.size());
  } catch (const GaveUp&) {
    return false;
  }
  if (limits_.all_moves) moves(question, span.upper, result, report);
  return true;
}

// A move that is worth what is proved. A bad one may take much longer to refute than a good one to
// prove, so all get a little first, and then more.
template <int Lanes>
int Settler<Lanes>::holding(const Spot& spot, int value) const {
  std::uint32_t undecided = sowing_.moves(spot);
  for (std::uint64_t share = kMostLine; undecided && share <= kMost; share *= 4) {
    for (std::uint32_t rest = undecided; rest; rest &= rest - 1) {
      const int house = std::countr_zero(rest);
      std::uint64_t left = share;
      Returns returns = asking(spot, left);
      try {
        if (returns.gets(sowing_.play(spot, house), value, {{spot, true}})) return house;
        undecided &= ~(std::uint32_t{1} << house);
      } catch (const GaveUp&) {
      }
      if (std::popcount(undecided) == 1) return std::countr_zero(undecided);
    }
  }
  throw GaveUp{};
}

// Asks whether it is b or more, until the bounds meet; impossible differences are not asked about.
template <int Lanes>
Span Settler<Lanes>::narrow(const Spot& spot, Span span, Span asked, int guess,
                            const std::function<bool(int)>& gets,
                            const std::function<void(Span)>& report) const {
  const auto possible = [&](int value) {
    return is_possible(sowing_.rules(), spot.seeds, spot.need, value);
  };
  while (is_open(span, asked)) {
    guess = std::clamp(guess, span.lower, span.upper);
    const int b = within(asked, guess == span.lower ? guess + 1 : guess);
    const bool more = gets(b);
    if (more) {
      for (span.lower = b; span.lower < span.upper && !possible(span.lower);) ++span.lower;
    } else {
      for (span.upper = b - 1; span.lower < span.upper && !possible(span.upper);) --span.upper;
    }
    guess = more ? span.lower : span.upper;
    report(span);
  }
  return span;
}

// What each move is worth; none is worth more than `most`.
template <int Lanes>
void Settler<Lanes>::moves(const Question& question, int most, Result& result,
                           const Report& report) const {
  const auto& [spot, turn, lead] = question;
  std::uint64_t left = kMost;
  std::optional<Returns> returns;
  std::size_t at = 0;
  for (std::uint32_t rest = sowing_.moves(spot); rest; rest &= rest - 1) {
    const int house = std::countr_zero(rest);
    const auto step = sowing_.play(spot, house);
    MoveScore& found = result.moves[at++];
    if (!returns) returns.emplace(asking(spot, left));
    try {
      Span span{-spot.seeds, most};
      if (step.over) span = {step.gain, step.gain};
      const typename Returns::Past past{{spot, true}};
      const auto gets = [&](int b) { return returns->gets(step, b, past); };
      span = narrow(spot, span, asked_of(limits_, lead), found.score - lead, gets, [](Span) {});
      found.house = sowing_.pit_of(turn, house);
      found.exact = span.lower == span.upper;
      found.score = std::clamp(found.score, lead + span.lower, lead + span.upper);
      found.line = found.house == result.best ? result.line : line(question, house, span.lower);
      report();
    } catch (const GaveUp&) {
      returns.reset();  // it may have been in the middle of something
      left = std::max(left, kMostLine);
    }
  }
}

// A move that is worth that to the mover of the last position, or -1.
template <int Lanes>
int Settler<Lanes>::move(Returns& returns, const typename Returns::Past& past, int value) const {
  const Spot& spot = past.back().spot;
  for (std::uint32_t rest = sowing_.moves(spot); rest; rest &= rest - 1) {
    const int house = std::countr_zero(rest);
    if (returns.gets(sowing_.play(spot, house), value, past)) return house;
  }
  return -1;
}

// A line from a move that is worth `value`, as far as it is soon found.
template <int Lanes>
std::vector<int> Settler<Lanes>::line(const Question& question, int house, int value) const {
  std::vector<int> found;
  typename Returns::Past past{{question.spot, true}};
  std::uint64_t left = kMostLine;
  Returns returns = asking(question.spot, left);
  try {
    while (house >= 0) {
      found.push_back(sowing_.pit_of(past.back().ours ? question.turn : 1 - question.turn, house));
      const auto step = sowing_.play(past.back().spot, house);
      value = step.again ? value - step.gain : step.gain - value;
      const typename Returns::Seen next{step.next, past.back().ours == step.again};
      if (step.over || std::count(past.begin(), past.end(), next)) break;
      if (step.next.seeds < past.back().spot.seeds) past.clear();
      past.push_back(next);
      house = move(returns, past, value);
    }
  } catch (const GaveUp&) {
  }
  return found;
}

// Somebody to ask, who counts positions, looks at the limits, and gives up after `left` positions.
template <int Lanes>
auto Settler<Lanes>::asking(const Spot& spot, std::uint64_t& left) const -> Returns {
  return Returns(sowing_, spot.seeds, database_, [this, &left](std::size_t places) {
    const auto all = control_.nodes += places;
    if (control_.is_over() || (limits_.nodes > 0 && all > limits_.nodes)) throw Stopped{};
    if (control_.tick) control_.tick();
    if (left < places || has_spent_(kShare)) throw GaveUp{};
    left -= places;
  });
}

template class Settler<16>;
template class Settler<32>;

}  // namespace turnstone::seeds
