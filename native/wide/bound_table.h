// A transposition table: bounds on the value of a position, with the depth they were found at and
// the best move. The whole position is kept and compared, so a hit is never somebody else's.
// One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../pages.h"
#include "score.h"

namespace turnstone {

// Multiply and fold: every bit of a word reaches the upper half of what has been mixed so far.
constexpr std::uint64_t mix(std::uint64_t mixed, std::uint64_t word) {
  mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ULL;
  return mixed ^ mixed >> 29;
}

struct Bounds {
  std::int16_t lower = -kInfinity, upper = kInfinity;
  std::uint8_t depth = 0;  // plies below; a solved position has as many as it has empty squares
  std::uint8_t age = 0;
  std::int16_t best = -1;  // square, or none
};

// `Key` is a trivial type of 64-bit words in which all zeros is no position at all.
template <class Key>
class BoundTable {
 public:
  explicit BoundTable(std::size_t megabytes) {
    while (size_ * 2 * sizeof(Entry) <= megabytes << 20) size_ *= 2;
    entries_ = Pages<Entry>(size_, PageSize::usual);
  }

  // A new search: what is older gives way first.
  void grow_older() { ++age_; }

  const Bounds* find(const Key& key) const {
    const std::size_t at = place(key);
    for (const std::size_t i : {at, at ^ 1}) {
      if (entries_[i].key == key) return &entries_[i].bounds;
    }
    return nullptr;
  }

  void store(const Key& key, Bounds bounds) {
    bounds.age = age_;
    const std::size_t at = place(key);
    Entry* to = &entries_[at];
    Entry* beside = &entries_[at ^ 1];
    if (!(to->key == key) && (beside->key == key || worth(*beside) < worth(*to))) to = beside;
    if (to->key == key && bounds.best < 0) bounds.best = to->bounds.best;
    *to = {key, bounds};
  }

 private:
  struct Entry {
    Key key;
    Bounds bounds;
  };

  std::size_t place(const Key& key) const {
    return static_cast<std::size_t>(key.hash() >> 20) & (size_ - 1);
  }
  int worth(const Entry& entry) const {
    return entry.bounds.depth + (entry.bounds.age == age_ ? 256 : 0);
  }

  std::size_t size_ = 2;
  std::uint8_t age_ = 0;
  Pages<Entry> entries_;
};

}  // namespace turnstone
