// One null-window test; the essay is in the header.
#include "search.h"

#include <algorithm>
#include <bit>

namespace turnstone::seeds {
namespace {

constexpr std::size_t busy_slots = 1 << 10;

}  // namespace

template <int Lanes, class Word>
Search<Lanes, Word>::World::World(const MancalaRules& rules, int total, const Database* data,
                                  std::uint64_t bytes)
    : sowing(rules, total),
      numbers(rules.houses, total + 1),
      by_need(rules.finish == Finish::majority),
      needs(static_cast<unsigned>(total / 2 + 1)),
      database(data),
      database_seeds(data ? data->seeds() : -1),
      table(key_bits(rules, total), bytes),
      guesses(key_bits(rules, total) + depth_bits, std::max<std::uint64_t>(bytes / 4, 1 << 12)),
      busy(busy_slots) {}

template <int Lanes, class Word>
int Search<Lanes, Word>::key_bits(const MancalaRules& rules, int total) {
  const int needs = rules.finish == Finish::majority ? std::bit_width(unsigned(total / 2 + 1)) : 0;
  return index_bits(rules.houses, total) + needs;
}

template <int Lanes, class Word>
bool Search<Lanes, Word>::fits(const MancalaRules& rules, int total, std::uint64_t bytes) {
  const int bits = key_bits(rules, total);
  return Table::fits(bits, bytes) &&
         Table::fits(bits + depth_bits, std::max<std::uint64_t>(bytes / 4, 1 << 12));
}

template <int Lanes, class Word>
Verdict Search<Lanes, Word>::test(const Spot& spot, int b, int depth) {
  path_.clear();
  const Found found = search(spot, world_.key(spot), b, depth, false);
  return {found.value, found.proven};
}

// Seeds on the own side tend to become one's own.
template <int Lanes, class Word>
int Search<Lanes, Word>::guess(const Spot& spot) const {
  return (2 * world_.sowing.own_seeds(spot) - spot.seeds) / 4;
}

template <int Lanes, class Word>
std::uint64_t Search<Lanes, Word>::count() {
  const std::uint64_t since = nodes_ - reported_;
  reported_ = nodes_;
  return control_.nodes += since;
}

template <int Lanes, class Word>
void Search<Lanes, Word>::breathe() {
  const std::uint64_t all = count();
  if (control_.settled.load(std::memory_order_relaxed) || control_.is_over() ||
      (control_.node_limit && all > control_.node_limit)) {
    throw Stopped{};
  }
  if (thread_ == 0 && control_.tick) control_.tick();
}

template <int Lanes, class Word>
int Search<Lanes, Word>::order(const Step& step, int house) const {
  // Chosen by the nodes that bench/mancala.py counts: what is banked is off the board and nearer to
  // the database. At equal gain, on rows the house next to the store; on ends leave the other few
  // moves.
  if (world_.sowing.rules().ends) {
    return 8 * step.gain - 3 * std::popcount(world_.sowing.moves(step.next));
  }
  return 8 * step.gain + (step.again ? 64 : 0) + house;
}

template <int Lanes, class Word>
auto Search<Lanes, Word>::search(const Spot& spot, Word key, int b, int depth, bool side,
                                 int extra) -> Found {
  // On fresh memory a single node may cost milliseconds, the system handing out zeroed pages.
  if ((++nodes_ & 127) == 0 || control_.is_stopped()) breathe();
  const auto& sowing = world_.sowing;

  // 1. No more than all seeds can change hands.
  if (b > spot.seeds) return {spot.seeds, nothing, true};
  if (b <= -spot.seeds) return {-spot.seeds, nothing, true};

  // 2. Has the game come back to a position of this path? Nothing was banked since.
  const int ply = static_cast<int>(path_.size());
  const bool cyclic = sowing.rules().can_repeat();
  if (cyclic) {
    for (int at = ply - 1; at >= 0 && path_[at].seeds == spot.seeds; --at) {
      if (path_[at].key == key && path_[at].side == side) {
        if (sowing.rules().keep) return {sowing.leftovers(spot), nothing, false};
        return {0 >= b ? b : b - 1, at, true};
      }
    }
  }

  // 3. The table.
  typename Table::Bounds known{-spot.seeds, spot.seeds, Table::none};
  if (world_.table.look(key, known)) {
    if (known.lower >= b) return {known.lower, nothing, true};
    if (known.upper < b) return {known.upper, nothing, true};
  }
  const bool guessing = depth < to_the_end / 2;
  Word guess_key = 0;
  typename Table::Bounds guessed{-spot.seeds, spot.seeds, Table::none};
  if (guessing) {
    if (depth <= 0) return {guess(spot), nothing, false};
    guess_key = world_.guess_key(spot, depth);
    if (world_.guesses.look(guess_key, guessed)) {
      if (guessed.lower >= b) return {guessed.lower, nothing, false};
      if (guessed.upper < b) return {guessed.upper, nothing, false};
    } else if (depth > 1) {
      typename Table::Bounds shallower;
      if (world_.guesses.look(world_.guess_key(spot, depth - 1), shallower)) {
        guessed.move = shallower.move;
      }
    }
    if (known.move == Table::none) known.move = guessed.move;
  }

  // 4. All successors, as far as they are known at once.
  std::uint32_t moves = sowing.moves(spot);
  if (moves == 0) return {sowing.leftovers(spot), nothing, true};
  const std::uint64_t before = nodes_;
  const auto settle = [&](int value, int move, int rests, bool proven) -> Found {
    using Bounds = typename Table::Bounds;
    if (rests >= ply) rests = nothing;
    const bool high = value >= b;
    if (proven && rests == nothing) {
      world_.table.store(key,
                         high ? Bounds{value, known.upper, move} : Bounds{known.lower, value, move},
                         nodes_ - before);
    } else if (guessing) {
      world_.guesses.store(
          guess_key, high ? Bounds{value, spot.seeds, move} : Bounds{-spot.seeds, value, move},
          nodes_ - before);
    }
    return {value, rests, proven};
  };
  Child children[10];
  Child* ordered[10];
  int houses[10];
  int count = 0, best = -spot.seeds, rests = nothing;
  bool proven = true;
  for (; moves; moves &= moves - 1) {
    const int house = std::countr_zero(moves);
    Child& child = children[count];
    child.step = sowing.play(spot, house);
    const Spot& next = child.step.next;
    if (child.step.over || next.seeds <= world_.database_seeds) {
      Span span{child.step.gain, child.step.gain};
      if (!child.step.over) {
        const Database& data = *world_.database;
        const Span after = data.look(data.place(next.board.pits, next.seeds, next.need));
        span.lower += child.step.again ? after.lower : -after.upper;
        span.upper += child.step.again ? after.upper : -after.lower;
      }
      if (span.lower >= b) return settle(span.lower, house, nothing, true);
      if (span.upper < b) {
        best = std::max(best, span.upper);
        continue;
      }
      // Only history could tell; take the middle for a guess.
      const int middle = (span.lower + span.upper) / 2;
      if (middle >= b) return settle(middle, house, nothing, false);
      best = std::max(best, middle);
      proven = false;
      continue;
    }
    child.key = world_.key(next);
    world_.table.prefetch(child.key);
    houses[count] = house;
    child.deferred = false;
    child.score = house == known.move ? 1 << 20 : order(child.step, house);
    ++count;
  }

  // 5. The table again, for all successors before any is searched.
  int left = 0;
  for (int at = 0; at < count; ++at) {
    Child& child = children[at];
    typename Table::Bounds after;
    if (world_.table.look(child.key, after)) {
      const int gain = child.step.gain;
      const int lower = gain + (child.step.again ? after.lower : -after.upper);
      const int upper = gain + (child.step.again ? after.upper : -after.lower);
      if (lower >= b) return settle(lower, houses[at], nothing, true);
      if (upper < b) {
        best = std::max(best, upper);
        continue;
      }
    }
    int slot = left++;
    for (; slot > 0 && ordered[slot - 1]->score < child.score; --slot) {
      ordered[slot] = ordered[slot - 1];
    }
    ordered[slot] = &child;
  }

  // 6. The search; a successor another thread is busy with waits for the second round.
  if (cyclic) path_.push_back({key, spot.seeds, side});
  const bool share = control_.threads > 1 && spot.seeds > world_.database_seeds + 4;
  int waiting = 0;
  for (int round = 0; round < 2 && (round == 0 || waiting); ++round) {
    for (int at = 0; at < left; ++at) {
      Child& child = *ordered[at];
      if (round == 1 && !child.deferred) continue;
      auto& busy = world_.busy[static_cast<std::size_t>(child.key) % busy_slots];
      const auto mark = static_cast<std::uint64_t>(child.key) | 1;
      if (share) {
        if (round == 0 && at > 0 && busy.load(std::memory_order_relaxed) == mark) {
          child.deferred = true;
          ++waiting;
          continue;
        }
        busy.store(mark, std::memory_order_relaxed);
      }
      const int gain = child.step.gain;
      Found found;
      if (child.step.again) {
        found = search(child.step.next, child.key, b - gain, depth - (extra >= free_turns), side,
                       extra + 1);
        found.value += gain;
      } else {
        found = search(child.step.next, child.key, gain - b + 1, depth - 1, !side);
        found.value = gain - found.value;
      }
      if (share) busy.store(0, std::memory_order_relaxed);
      if (found.value >= b) {
        if (cyclic) path_.pop_back();
        return settle(found.value, houses[&child - children], found.rests, found.proven);
      }
      best = std::max(best, found.value);
      rests = std::min(rests, found.rests);
      proven &= found.proven;
    }
  }
  if (cyclic) path_.pop_back();
  return settle(best, Table::none, rests, proven);
}

template class Search<16, std::uint64_t>;
template class Search<32, Wide>;

}  // namespace turnstone::seeds
