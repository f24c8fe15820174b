#include "table.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace turnstone::endgame {

namespace {

// The first word: lower, upper, best, second, cost (log2), tag, generation (16 bits).
struct Data {
  Bounds bounds;
  std::uint8_t cost;
  std::uint8_t tag;
  std::uint16_t generation;
};

std::uint64_t packed(const Data& data) { return std::bit_cast<std::uint64_t>(data); }
Data unpacked(std::uint64_t word) { return std::bit_cast<Data>(word); }
std::uint64_t scrambled(std::uint64_t word) {
  word *= 0x2545f4914f6cdd1d;
  return word ^ word >> 32;
}
// What the words of a board are stored mixed with.
std::uint64_t own_mix(std::uint64_t data) { return scrambled(data); }
std::uint64_t other_mix(std::uint64_t data, std::uint64_t own) { return scrambled(data + own); }

// A move that raised the lower bound stays the best one until another raises it further: the best
// of moves that all failed says little.
Bounds joined(const Bounds& old, const Bounds& found) {
  Bounds both{std::max(old.lower, found.lower), std::min(old.upper, found.upper), old.best,
              old.second};
  const bool better = found.lower > old.lower || old.best == no_square || old.lower == -64;
  if (better && found.best != old.best && found.best != no_square) {
    both.best = found.best;
    both.second = old.best;
  }
  return both;
}

constexpr auto relaxed = std::memory_order_relaxed;

}  // namespace

bool Table::Entry::holds(std::uint64_t word, std::uint64_t its_own, std::uint64_t its_other) const {
  return (own.load(relaxed) ^ own_mix(word)) == its_own &&
         (other.load(relaxed) ^ other_mix(word, its_own)) == its_other;
}

Table::Table(std::size_t bytes)
    : buckets_(std::max<std::size_t>(1, bytes / sizeof(Bucket))) {}

std::size_t Table::bytes() const { return buckets_.size() * sizeof(Bucket); }

void Table::clear() { std::memset(static_cast<void*>(buckets_.data()), 0, bytes()); }

std::uint8_t Table::tag(std::uint64_t mask, Goal goal, bool rough) {
  const std::lock_guard lock(tags_mutex_);
  const std::tuple wanted{mask, goal, rough};
  for (std::size_t i = 0; i < tags_.size(); ++i) {
    if (tags_[i] == wanted) return static_cast<std::uint8_t>(i + 1);
  }
  if (tags_.size() == 255) return 0;
  tags_.push_back(wanted);
  return static_cast<std::uint8_t>(tags_.size());
}

bool Table::find(std::uint64_t hash, std::uint64_t own, std::uint64_t other, std::uint8_t tag,
                 Bounds& bounds) const {
  for (const Entry& entry : buckets_[index(hash)].entries) {
    const std::uint64_t word = entry.data.load(relaxed);
    if (entry.holds(word, own, other)) {
      const Data data = unpacked(word);
      if (data.tag != tag || tag == 0) continue;
      bounds = data.bounds;
      return true;
    }
  }
  return false;
}

void Table::keep(std::uint64_t hash, std::uint64_t own, std::uint64_t other, std::uint8_t tag,
                 const Bounds& bounds, std::uint64_t cost) {
  if (tag == 0) return;
  const auto generation = static_cast<std::uint16_t>(generation_.load(relaxed));
  Data fresh{bounds, static_cast<std::uint8_t>(std::bit_width(cost)), tag, generation};
  Entry* place = nullptr;
  int least = 1 << 20;
  for (Entry& entry : buckets_[index(hash)].entries) {
    const std::uint64_t word = entry.data.load(relaxed);
    const Data old = unpacked(word);
    if (old.tag == tag && entry.holds(word, own, other)) {
      fresh.bounds = joined(old.bounds, bounds);
      fresh.cost = std::max(fresh.cost, old.cost);
      place = &entry;
      break;
    }
    const int worth = old.cost + (old.generation == generation ? 64 : 0);
    if (worth < least) {
      least = worth;
      place = &entry;
    }
  }
  const std::uint64_t word = packed(fresh);
  place->data.store(word, relaxed);
  place->own.store(own ^ own_mix(word), relaxed);
  place->other.store(other ^ other_mix(word, own), relaxed);
}

double Table::use() const {
  const auto generation = static_cast<std::uint16_t>(generation_.load(relaxed));
  const std::size_t sample = std::min<std::size_t>(buckets_.size(), 1000);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (const Entry& entry : buckets_[i].entries) {
      const Data data = unpacked(entry.data.load(relaxed));
      used += data.tag != 0 && data.generation == generation;
    }
  }
  return static_cast<double>(used) / static_cast<double>(sample * ways);
}

}  // namespace turnstone::endgame
