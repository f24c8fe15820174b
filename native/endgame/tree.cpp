#include "tree.h"

#include <algorithm>

#include "parts.h"

namespace turnstone::endgame {

template <Goal goal, bool convex>
bool Tree<goal, convex>::cancelled() {
  if (shared_.halted.load(std::memory_order_relaxed) || meter_.stopped()) return true;
  if (split_ != nullptr && split_->is_cut()) return true;
  if (meter_.nodes - published_ < shared_.stride) return false;
  publish();
  if (shared_.nodes.load(std::memory_order_relaxed) < shared_.node_limit) return false;
  shared_.halted.store(true, std::memory_order_relaxed);
  return true;
}

// Discs that stay with the opponent limit what we can win; with the goal of fewest our own do.
template <Goal goal, bool convex>
int Tree<goal, convex>::upper_by_stability(std::uint64_t own, std::uint64_t other) const {
  const std::uint64_t stable = goal == Goal::most ? shared_.stability.stable(other, own)
                                                  : shared_.stability.stable(own, other);
  return field_.squares - 2 * count(stable);
}

template <Goal goal, bool convex>
void Tree<goal, convex>::recall(std::uint64_t hash, std::uint64_t own, std::uint64_t other,
                                int empties, Bounds& known) const {
  const bool found = shared_.table.find(hash, own, other, shared_.tag(), known);
  if (shared_.rough || empties < rough_empties || (found && known.best != no_square)) return;
  Bounds lent;
  if (shared_.table.find(hash, own, other, shared_.rough_tag, lent)) {
    known.best = lent.best;
    known.second = lent.second;
  }
}

template <Goal goal, bool convex>
void Tree<goal, convex>::list_moves(std::uint64_t own, std::uint64_t other, std::uint64_t legal,
                                    Moves& list) {
  for (; legal != 0; legal &= legal - 1) {
    Move& move = list.at(list.size++);
    move.square = first(legal);
    move.flipped = flips(own, other, move.square);
  }
}

template <Goal goal, bool convex>
int Tree<goal, convex>::shallow(std::uint64_t own, std::uint64_t other, int alpha, int empties,
                                unsigned parity) {
  if (has(Part::last) && empties == 4) {
    return last_four<goal, convex>(field_, own, other, alpha, meter_.nodes);
  }
  ++meter_.nodes;
  const std::uint64_t legal = moves(own, other, field_.mask);
  if (legal == 0) {
    if (moves(other, own, field_.mask) == 0) return margin<goal>(own, other, field_.squares);
    return -shallow(other, own, ~alpha, empties, parity);
  }
  const std::uint64_t odd = has(Part::parity) ? field_.odd[parity] : 0;
  int best = -infinite_score;
  for (std::uint64_t group : {legal & odd, legal & ~odd}) {
    for (; group != 0; group &= group - 1) {
      const int square = first(group);
      const std::uint64_t flipped = flips(own, other, square);
      const int score =
          -shallow(other ^ flipped, own ^ flipped ^ bit(square), ~alpha, empties - 1,
                   parity ^ field_.region[static_cast<std::size_t>(square)]);
      if (score > alpha) return score;
      best = std::max(best, score);
    }
  }
  return best;
}

template <Goal goal, bool convex>
int Tree<goal, convex>::null_window(std::uint64_t own, std::uint64_t other, int alpha,
                                    int empties) {
  if (empties <= shallow_empties) {
    if (empties < 4) return pv(own, other, alpha, alpha + 1, empties);
    return shallow(own, other, alpha, empties, field_.parity(field_.empties(own, other)));
  }
  if (cancelled()) return alpha;
  ++meter_.nodes;
  const std::uint64_t before = meter_.nodes;
  // So early in a game positions are often each other's images. The root stays as it is, so that
  // its best move is where the caller sees it.
  if (empties >= field_.squares - symmetric_discs && empties < shared_.root_empties) {
    field_.canonise(own, other);
  }

  // 1. Stable discs.
  const int held = field_.squares - 2 * count(goal == Goal::most ? other : own);
  if (has(Part::stability) && held <= alpha) {
    const int upper = upper_by_stability(own, other);
    if (upper <= alpha) return upper;
  }

  // 2. The table.
  const std::uint64_t hash = Table::hash(own, other);
  Bounds known;
  recall(hash, own, other, empties, known);
  if (known.lower > alpha) return known.lower;
  if (known.upper <= alpha) return known.upper;

  // 3. Passes and the end.
  const std::uint64_t legal = moves(own, other, field_.mask);
  if (legal == 0) {
    if (moves(other, own, field_.mask) == 0) return margin<goal>(own, other, field_.squares);
    return -null_window(other, own, ~alpha, empties);
  }

  // 4. In the rough pass: a shallow search that is far from alpha is believed.
  if (shared_.rough && empties >= rough_empties) {
    const int depth = (empties - 5) / 4;
    const int high = disc * (alpha + 1 + rough_discs);
    if (estimate<goal>(shared_.stability, own, other, depth, high - 1, high, meter_) >= high) {
      return alpha + 1;
    }
    const int low = disc * (alpha - rough_discs);
    if (estimate<goal>(shared_.stability, own, other, depth, low, low + 1, meter_) <= low) {
      return alpha;
    }
  }

  // 5. Moves, and enhanced transposition cut-offs: a reply known to be good enough.
  Moves list;
  list_moves(own, other, legal, list);
  if (has(Part::replies) && empties >= enhanced_empties) {
    for (int i = 0; i < list.size; ++i) {
      Move& move = list.at(i);
      move.hash = Table::hash(move.own_after(other), move.other_after(own));
      shared_.table.prefetch(move.hash);
    }
    for (int i = 0; i < list.size; ++i) {
      const Move& move = list.at(i);
      Bounds reply;
      if (shared_.table.find(move.hash, move.own_after(other), move.other_after(own), shared_.tag(),
                             reply) &&
          -reply.upper > alpha) {
        const Bounds found{static_cast<std::int8_t>(-reply.upper), known.upper,
                           static_cast<std::uint8_t>(move.square), known.best};
        shared_.table.keep(hash, own, other, shared_.tag(), found, 1);
        return -reply.upper;
      }
    }
  }

  // 6. Search them, the most promising first.
  if (list.size > 1) order<goal>(shared_.stability, own, other, empties, known, list, meter_);
  int best = -infinite_score;
  int best_index = 0;
  brothers(own, other, alpha, empties, list, 0, best, best_index);
  if (cancelled()) return alpha;

  // 7. Remember.
  Bounds found;
  found.best = static_cast<std::uint8_t>(list.at(best_index).square);
  (best > alpha ? found.lower : found.upper) = static_cast<std::int8_t>(best);
  shared_.table.keep(hash, own, other, shared_.tag(), found, meter_.nodes - before);
  return best;
}

template <Goal goal, bool convex>
int Tree<goal, convex>::brothers(std::uint64_t own, std::uint64_t other, int alpha, int empties,
                                 Moves& list, int next, int& best, int& best_index) {
  for (int i = next; i < list.size; ++i) {
    if (i > 0 && empties >= split_empties && i + 1 < list.size && shared_.team != nullptr &&
        shared_.team->has_idle()) {
      Split split{own, other, alpha, empties, list, i, split_, best};
      shared_.team->open(split);
      work(split);
      shared_.team->close(split, [this](Split& below) { work(below); });
      if (split.best_index >= 0) {
        best = split.best;
        best_index = split.best_index;
      }
      return best > alpha ? best_index : -1;
    }
    const Move& move = list.pick(i);
    const int score =
        -null_window(move.own_after(other), move.other_after(own), ~alpha, empties - 1);
    if (empties > shallow_empties + 1 && cancelled()) return -1;
    if (score > best) {
      best = score;
      best_index = i;
      if (score > alpha) return i;
    }
  }
  return -1;
}

template <Goal goal, bool convex>
void Tree<goal, convex>::work(Split& split) {
  Split* const outer = split_;
  split_ = &split;
  while (Move* move = shared_.team->take(split)) {
    const int score = -null_window(move->own_after(split.other), move->other_after(split.own),
                                   ~split.alpha, split.empties - 1);
    if (cancelled()) break;
    shared_.team->report(split, *move, score);
  }
  split_ = outer;
}

template <Goal goal, bool convex>
int Tree<goal, convex>::pv(std::uint64_t own, std::uint64_t other, int alpha, int beta,
                           int empties) {
  if (beta - alpha == 1 && empties >= 4) return null_window(own, other, alpha, empties);
  if (cancelled()) return alpha;
  ++meter_.nodes;
  const std::uint64_t before = meter_.nodes;
  // So early in a game positions are often each other's images. The root stays as it is, so that
  // its best move is where the caller sees it.
  if (empties >= field_.squares - symmetric_discs && empties < shared_.root_empties) {
    field_.canonise(own, other);
  }
  const std::uint64_t legal = moves(own, other, field_.mask);
  if (legal == 0) {
    if (moves(other, own, field_.mask) == 0) return margin<goal>(own, other, field_.squares);
    return -pv(other, own, -beta, -alpha, empties);
  }
  const bool remembered = empties > shallow_empties;
  const std::uint64_t hash = Table::hash(own, other);
  Bounds known;
  if (remembered) {
    recall(hash, own, other, empties, known);
    if (known.lower >= beta || known.lower == known.upper) return known.lower;
    if (known.upper <= alpha) return known.upper;
    const int upper = has(Part::stability) ? upper_by_stability(own, other) : field_.squares;
    if (upper <= alpha) return upper;
  }

  Moves list;
  list_moves(own, other, legal, list);
  if (remembered && list.size > 1) {
    order<goal>(shared_.stability, own, other, empties, known, list, meter_);
  } else {
    for (int i = 0; i < list.size; ++i) list.at(i).score = 0;
  }
  const int floor = alpha;
  int best = -infinite_score;
  int best_index = 0;
  for (int i = 0; i < list.size; ++i) {
    if (best >= beta) break;
    if (i > 0 && empties > 4) {
      // All the rest must fail against alpha; one that does not is searched as a new first move.
      int tested = best;
      int tested_index = 0;
      const int above = brothers(own, other, alpha, empties, list, i, tested, tested_index);
      if (cancelled()) return alpha;
      if (above < 0) {
        best = std::max(best, tested);
        break;
      }
      if (tested >= beta) {
        best = tested;
        best_index = above;
        break;
      }
      // It goes to place i; what was tried and failed meanwhile is tried again with the higher
      // alpha, which the table answers at once.
      std::swap(list.at(i), list.at(above));
    }
    const Move& move = i == 0 ? list.pick(0) : list.at(i);
    const int score =
        -pv(move.own_after(other), move.other_after(own), -beta, -alpha, empties - 1);
    if (cancelled()) return alpha;
    if (score > best) {
      best = score;
      best_index = i;
      if (best > floor && !shared_.rough && empties == shared_.root_empties &&
          own == shared_.root_own) {
        shared_.sure.store(best, std::memory_order_relaxed);
      }
      alpha = std::max(alpha, best);
    }
  }
  if (cancelled()) return alpha;
  if (remembered) {
    Bounds found;
    found.best = static_cast<std::uint8_t>(list.at(best_index).square);
    if (best > floor) found.lower = static_cast<std::int8_t>(best);
    if (best < beta) found.upper = static_cast<std::int8_t>(best);
    shared_.table.keep(hash, own, other, shared_.tag(), found, meter_.nodes - before);
  }
  return best;
}

template class Tree<Goal::most, true>;
template class Tree<Goal::most, false>;
template class Tree<Goal::fewest, true>;
template class Tree<Goal::fewest, false>;

}  // namespace turnstone::endgame
