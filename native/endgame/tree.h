// One thread's search of the game tree: principal variation search, whose null-window part is
// three searches in one. From many empties down to `shallow_empties` each node asks the table and
// the stable discs for a cut, orders its moves with care and may be split among threads; below it
// only parity decides the order; the last four have code of their own.
#pragma once

#include <atomic>
#include <cstdint>

#include "estimate.h"
#include "field.h"
#include "last.h"
#include "ordering.h"
#include "stability.h"
#include "table.h"
#include "team.h"

namespace turnstone::endgame {

// What all threads of a solve see.
struct Shared {
  const Field& field;
  const Stability& stability;
  Table& table;
  std::uint8_t exact_tag;
  std::uint8_t rough_tag;
  Team* team;  // null with a single thread
  int root_empties;
  std::uint64_t root_own;
  const std::atomic<bool>& stop;
  std::uint64_t node_limit;
  std::uint64_t stride;  // after so many nodes a thread tells the others
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<bool> halted{false};
  // What the best move so far is worth for sure: the first proof in a long search.
  std::atomic<int> sure{-64};
  // A rough pass prunes by estimates. What it finds is kept under a tag of its own and only
  // tells the exact pass which move to try first.
  bool rough = false;
  std::uint8_t tag() const { return rough ? rough_tag : exact_tag; }
};

inline constexpr int infinite_score = 100;
// Up to here parity alone orders the moves and the table is not asked.
inline constexpr int shallow_empties = 7;
// From here replies are looked up before any is searched.
inline constexpr int enhanced_empties = 9;
// From here idle threads are offered a share, and the rough pass prunes.
inline constexpr int split_empties = 13;
inline constexpr int rough_empties = 13;
// How far, in discs, the rough pass trusts a shallow search.
inline constexpr int rough_discs = 10;
// Positions with no more discs than this are turned to the least of their images.
inline constexpr int symmetric_discs = 16;

template <Goal goal, bool convex>
class Tree {
 public:
  explicit Tree(Shared& shared)
      : shared_(shared), field_(shared.field), meter_{shared.stop, shared.node_limit} {}
  ~Tree() { publish(); }

  // The value if it lies between alpha and beta, otherwise a bound on that side.
  int pv(std::uint64_t own, std::uint64_t other, int alpha, int beta, int empties);
  // The same for the window (alpha, alpha + 1).
  int null_window(std::uint64_t own, std::uint64_t other, int alpha, int empties);

  // Searches moves of a split point, as its owner or as a helper, until none is left.
  void work(Split& split);
  bool cancelled();

 private:
  int shallow(std::uint64_t own, std::uint64_t other, int alpha, int empties, unsigned parity);
  // Tries the moves from `next` on against alpha; returns the index of the first found above it,
  // or -1, and the best score seen.
  int brothers(std::uint64_t own, std::uint64_t other, int alpha, int empties, Moves& moves,
               int next, int& best, int& best_index);
  void list_moves(std::uint64_t own, std::uint64_t other, std::uint64_t legal, Moves& moves);
  // Known bounds, with moves lent by the rough pass where there are none; false if unknown.
  void recall(std::uint64_t hash, std::uint64_t own, std::uint64_t other, int empties,
              Bounds& known) const;
  int upper_by_stability(std::uint64_t own, std::uint64_t other) const;
  void publish() {
    shared_.nodes.fetch_add(meter_.nodes - published_, std::memory_order_relaxed);
    published_ = meter_.nodes;
  }

  Shared& shared_;
  const Field& field_;
  Split* split_ = nullptr;
  Meter meter_;
  std::uint64_t published_ = 0;
};

extern template class Tree<Goal::most, true>;
extern template class Tree<Goal::most, false>;
extern template class Tree<Goal::fewest, true>;
extern template class Tree<Goal::fewest, false>;

}  // namespace turnstone::endgame
