// Several threads on one tree, by the rule "young brothers wait": when the first move of a node
// has been searched and did not cut it off, the others are offered to idle threads. A thread that
// has nothing left to do at its own split point helps below it, never elsewhere, so that it is
// free as soon as its helpers are.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

#include "ordering.h"

namespace turnstone::endgame {

// A node whose moves are searched by more than one thread, all with the same null window. It
// lives on the stack of its owner, who waits until `helpers` is back to zero.
struct Split {
  std::uint64_t own;
  std::uint64_t other;
  int alpha;
  int empties;
  Moves& moves;
  int next;
  Split* parent;  // the innermost split point above, on whose cut this one ends too
  int best;
  int best_index = -1;
  int helpers = 0;
  std::atomic<bool> cut{false};

  bool is_cut() const {
    for (const Split* split = this; split != nullptr; split = split->parent) {
      if (split->cut.load(std::memory_order_relaxed)) return true;
    }
    return false;
  }
  bool is_below(const Split* above) const {
    if (above == nullptr) return true;
    for (const Split* split = this; split != nullptr; split = split->parent) {
      if (split == above) return true;
    }
    return false;
  }
};

// What the threads of one solve share. One mutex guards all split points: they are few, and each
// stands for milliseconds of work.
class Team {
 public:
  bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

  void open(Split& split) {
    const std::lock_guard lock(mutex_);
    open_.push_back(&split);
    changed_.notify_all();
  }

  // Hands out the next move of a split point; null if none is left or a cut has made them moot.
  Move* take(Split& split) {
    const std::lock_guard lock(mutex_);
    if (split.is_cut() || split.next >= split.moves.size) return nullptr;
    return &split.moves.pick(split.next++);
  }

  void report(Split& split, const Move& move, int score) {
    const std::lock_guard lock(mutex_);
    if (score > split.best) {
      split.best = score;
      split.best_index = static_cast<int>(&move - split.moves.list.data());
    }
    if (score > split.alpha) split.cut.store(true, std::memory_order_relaxed);
  }

  // The owner has found no more moves: helps below `split` by `help` until its helpers are done.
  template <class Help>
  void close(Split& split, Help help) {
    std::unique_lock lock(mutex_);
    std::erase(open_, &split);
    while (split.helpers > 0) {
      if (!join(lock, &split, help)) wait(lock);
    }
  }

  // The life of a thread that owns nothing: helps anywhere until the search is over.
  template <class Help>
  void serve(Help help) {
    std::unique_lock lock(mutex_);
    while (!over_) {
      if (!join(lock, nullptr, help)) wait(lock);
    }
  }

  void finish() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

 private:
  void wait(std::unique_lock<std::mutex>& lock) {
    idle_.fetch_add(1, std::memory_order_relaxed);
    changed_.wait(lock);
    idle_.fetch_sub(1, std::memory_order_relaxed);
  }

  // Joins the open split point with the most empty squares, the largest piece of work.
  template <class Help>
  bool join(std::unique_lock<std::mutex>& lock, const Split* above, Help& help) {
    Split* chosen = nullptr;
    for (Split* split : open_) {
      if (split->next >= split->moves.size || split->is_cut() || !split->is_below(above)) continue;
      if (chosen == nullptr || split->empties > chosen->empties) chosen = split;
    }
    if (chosen == nullptr) return false;
    ++chosen->helpers;
    lock.unlock();
    help(*chosen);
    lock.lock();
    --chosen->helpers;
    changed_.notify_all();
    return true;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Split*> open_;
  std::atomic<int> idle_{0};
  bool over_ = false;
};

}  // namespace turnstone::endgame
