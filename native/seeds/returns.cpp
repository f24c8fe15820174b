// Levels of positions laid out as arenas; the essay is in the header.
#include "returns.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

namespace turnstone::seeds {
namespace {

// Gains are the mover's, questions ours.
int ours_of(bool ours, int gain) { return ours ? gain : -gain; }

}  // namespace

template <int Lanes>
int Returns<Lanes>::most_seeds(const MancalaRules& rules, int total) {
  const PitNumbers<Wide> numbers(rules.houses, total + 1);
  int seeds = 0;
  while (seeds < total && 2 * (numbers.level(seeds + 2) - numbers.level(seeds + 1)) <= kMostPlaces) {
    ++seeds;
  }
  return seeds;
}

template <int Lanes>
Returns<Lanes>::Returns(const Sowing<Lanes>& sowing, int total, const Database* database,
                        Arena::Breathe breathe)
    : sowing_(sowing),
      numbers_(sowing.rules().houses, most_seeds(sowing.rules(), total) + 1),
      database_(database),
      breathe_(std::move(breathe)) {}

template <int Lanes>
bool Returns<Lanes>::gets(const Seen& at, int b, const Past& past) {
  if (b <= -at.spot.seeds) return true;
  if (b > at.spot.seeds) return false;
  if (past.empty()) {
    Level& level = fresh_level(at, b);
    return answer(level, look(level, at));
  }
  // The moves of one position are asked about one after the other.
  if (past != past_ || after_past_.b != b) {
    after_past_ = level_of(at, b, past);
    past_ = past;
  }
  return answer(after_past_, look(after_past_, at));
}

template <int Lanes>
bool Returns<Lanes>::gets(const Step& step, int b, Past past) {
  b -= step.gain;
  if (step.over) return b <= 0;
  if (step.next.seeds < past.back().spot.seeds) return gets(Seen{step.next, step.again}, b);
  if (!past.back().ours) {
    for (Seen& seen : past) seen.ours = !seen.ours;
  }
  return gets(Seen{step.next, step.again}, b, past);
}

template <int Lanes>
auto Returns<Lanes>::level_of(const Seen& at, int b, const Past& past) const -> Level {
  const int seeds = at.spot.seeds;
  Level level{seeds, at.ours ? at.spot.need : seeds - at.spot.need, b, true, true, {}, {}};
  level.marks.resize(2 * (numbers_.level(seeds + 1) - numbers_.level(seeds)));
  for (const Seen& seen : past) {
    // A bound that the past itself has may rest on coming there again.
    const Span span = known(seen);
    level.wins_stand &= span.lower < b;
    level.losses_stand &= span.upper >= b;
    level.marks[index(seen)] = mark(ours_of(seen.ours, sowing_.leftovers(seen.spot)) >= b);
  }
  return level;
}

template <int Lanes>
auto Returns<Lanes>::fresh_level(const Seen& at, int b) -> Level& {
  const int seeds = at.spot.seeds;
  const int need = at.ours ? at.spot.need : seeds - at.spot.need;
  const auto found = levels_.find({seeds, need, b});
  if (found != levels_.end()) return found->second;
  return levels_.emplace(std::tuple{seeds, need, b}, level_of(at, b, {})).first->second;
}

template <int Lanes>
std::uint64_t Returns<Lanes>::index(const Seen& at) const {
  return 2 * (numbers_.index(at.spot.board.pits) - numbers_.level(at.spot.seeds)) + at.ours;
}

// What we get, as far as it is known of a fresh position.
template <int Lanes>
Span Returns<Lanes>::known(const Seen& at) const {
  const Spot& spot = at.spot;
  if (!database_ || spot.seeds > database_->seeds()) return {-spot.seeds, spot.seeds};
  const Span span = database_->look(database_->place(spot.board.pits, spot.seeds, spot.need));
  return at.ours ? span : Span{-span.upper, -span.lower};
}

template <int Lanes>
std::uint32_t Returns<Lanes>::bounded(const Level& level, const Seen& at) const {
  const Span span = known(at);
  if (level.wins_stand && span.lower >= level.b) return won;
  if (level.losses_stand && span.upper < level.b) return lost;
  return unseen;
}

// The mark of a position, which is found if it has none yet.
template <int Lanes>
std::uint32_t Returns<Lanes>::look(Level& level, const Seen& at) {
  std::uint32_t& mark = level.marks[index(at)];
  if (mark == unseen) mark = bounded(level, at);
  if (mark == unseen) expand(level, at);
  return mark;
}

// What a capture leads to: the same question, of a fresh position.
template <int Lanes>
auto Returns<Lanes>::captured(const Seen& at, int b) -> Exit {
  const Span span = known(at);
  if (span.lower >= b) return {nullptr, won};
  if (span.upper < b) return {nullptr, lost};
  Level& level = fresh_level(at, b);
  const std::uint32_t mark = look(level, at);
  if (mark < first_open) return {&level, mark};
  const Open& open = level.open[mark - first_open];
  const Standing standing =
      open.answer == Standing::open ? open.place.standing : open.answer;
  if (standing == Standing::open) return {&level, mark};
  return {&level, standing == Standing::won ? won : lost};
}

// Marks a position and all that can be reached from it without a capture.
template <int Lanes>
void Returns<Lanes>::expand(Level& level, const Seen& start) {
  Arena arena;
  std::vector<Seen> found{start};
  std::vector<std::pair<std::uint32_t, Exit>> exits;  // by place
  std::vector<std::pair<std::uint32_t, std::uint32_t>> before;  // edges to what was open before
  // While the arena is laid out its places are marked as if they were open.
  const auto base = static_cast<std::uint32_t>(level.open.size()) + first_open;
  level.marks[index(start)] = base;
  for (std::uint32_t head = 0; head < found.size(); ++head) {
    if ((head & 127) == 127) breathe_(128);
    const Seen at = found[head];
    arena.add({.ours = at.ours,
               .good = ours_of(at.ours, sowing_.leftovers(at.spot)) >= level.b});
    Arena::Place& place = arena.last();
    const auto leave = [&](bool win) { (win ? place.may_win : place.may_lose) = true; };
    std::uint32_t moves = sowing_.moves(at.spot);
    if (moves == 0) leave(place.good);
    for (; moves; moves &= moves - 1) {
      const auto step = sowing_.play(at.spot, std::countr_zero(moves));
      const int b = level.b - ours_of(at.ours, step.gain);
      const Seen next{step.next, at.ours == step.again};
      if (step.over) {
        leave(b <= 0);
      } else if (next.spot.seeds < level.seeds) {
        const Exit exit = captured(next, b);
        if (exit.mark < first_open) {
          leave(exit.mark == won);
        } else {
          place.may_either = true;
          exits.emplace_back(head, exit);
        }
      } else {
        std::uint32_t& mark = level.marks[index(next)];
        if (mark == unseen) mark = bounded(level, next);
        if (mark == unseen) {
          mark = base + static_cast<std::uint32_t>(found.size());
          found.push_back(next);
        }
        if (mark >= base) {
          arena.lead(mark - base);
        } else if (mark >= first_open) {
          place.may_either = true;  // or decided since: `answer` will see
          before.emplace_back(head, mark - first_open);
        } else {
          leave(mark == won);
        }
      }
    }
  }
  arena.decide(breathe_);
  // Only open places are kept, with numbers of their own.
  std::vector<std::uint32_t> numbers(found.size());
  std::uint32_t count = base;
  for (std::uint32_t at = 0; at < found.size(); ++at) {
    const Standing standing = arena.standing(at);
    numbers[at] = standing == Standing::open ? count++ : standing == Standing::won ? won : lost;
    level.marks[index(found[at])] = numbers[at];
  }
  for (std::uint32_t at = 0; at < found.size(); ++at) {
    if (numbers[at] < first_open) continue;
    level.open.push_back({arena.place(at), {}, {}});
    Open& open = level.open.back();
    open.place.may_either = false;
    for (const std::uint32_t to : arena.edges(at)) {
      if (numbers[to] >= first_open) {
        open.edges.push_back(numbers[to] - first_open);
      } else {
        (numbers[to] == won ? open.place.may_win : open.place.may_lose) = true;
      }
    }
  }
  for (const auto& [at, to] : before) {
    if (numbers[at] >= first_open) level.open[numbers[at] - first_open].edges.push_back(to);
  }
  for (const auto& [at, exit] : exits) {
    if (numbers[at] >= first_open) level.open[numbers[at] - first_open].exits.push_back(exit);
  }
}

// Whether we win from a position with this mark, as the first of a path.
template <int Lanes>
bool Returns<Lanes>::answer(Level& level, std::uint32_t mark) {
  if (mark < first_open) return mark == won;
  const std::uint32_t start = mark - first_open;
  Open& asked = level.open[start];
  if (asked.place.standing != Standing::open) return asked.place.standing == Standing::won;
  if (asked.answer != Standing::open) return asked.answer == Standing::won;
  std::vector<std::uint32_t> found{start};
  std::unordered_map<std::uint32_t, std::uint32_t> numbers{{start, 0}};
  Arena arena;
  for (std::size_t head = 0; head < found.size(); ++head) {
    Open& open = level.open[found[head]];
    for (const Exit& exit : open.exits) {
      (answer(*exit.level, exit.mark) ? open.place.may_win : open.place.may_lose) = true;
    }
    open.exits.clear();
    std::erase_if(open.edges, [&](std::uint32_t to) {
      const Standing standing = level.open[to].place.standing;
      if (standing == Standing::won) open.place.may_win = true;
      if (standing == Standing::lost) open.place.may_lose = true;
      return standing != Standing::open;
    });
    arena.add(open.place);
    for (const std::uint32_t to : open.edges) {
      const auto [at, fresh] = numbers.emplace(to, static_cast<std::uint32_t>(found.size()));
      if (fresh) found.push_back(to);
      arena.lead(at->second);
    }
  }
  arena.decide(breathe_);
  for (std::uint32_t at = 0; at < found.size(); ++at) {
    level.open[found[at]].place.standing = arena.standing(at);
  }
  const bool wins = arena.wins(0, breathe_);
  asked.answer = wins ? Standing::won : Standing::lost;
  return wins;
}

template class Returns<16>;
template class Returns<32>;

}  // namespace turnstone::seeds
