#include "table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace turnstone::endgame {

namespace {

// The third word: lower, upper, best, second, cost (log2), tag, generation (16 bits).
struct Data {
  Bounds bounds;
  std::uint8_t cost;
  std::uint8_t tag;
  std::uint16_t generation;
};

std::uint64_t packed(const Data& data) { return std::bit_cast<std::uint64_t>(data); }
Data unpacked(std::uint64_t word) { return std::bit_cast<Data>(word); }
std::uint64_t scrambled(std::uint64_t word) { return word * 0x2545f4914f6cdd1d; }

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

// Fresh memory comes zeroed from the system page by page as it is first touched, so a large table
// costs nothing until it is used; huge pages spare most of the address look-ups that random
// access needs.
Table::Table(std::size_t bytes) : size_(std::max<std::size_t>(1, bytes / sizeof(Bucket))) {
  constexpr std::size_t page = std::size_t{1} << 21;
  const std::size_t length = this->bytes();
  const std::size_t alignment = length >= page ? page : alignof(Bucket);
  std::size_t room = length + alignment;
  memory_.reset(std::calloc(room, 1));
  if (memory_ == nullptr) throw std::bad_alloc();
  void* aligned = memory_.get();
  std::align(alignment, length, aligned, room);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (length >= page) madvise(aligned, length / page * page, MADV_HUGEPAGE);
#endif
  buckets_ = static_cast<Bucket*>(aligned);
}

std::size_t Table::bytes() const { return size_ * sizeof(Bucket); }

void Table::clear() { std::memset(static_cast<void*>(buckets_), 0, bytes()); }

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
  for (const Entry& entry : bucket(hash).entries) {
    const std::uint64_t word = entry.data.load(relaxed);
    const std::uint64_t mixed = scrambled(word);
    if ((entry.own.load(relaxed) ^ mixed) == own && (entry.other.load(relaxed) ^ mixed) == other) {
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
  for (Entry& entry : bucket(hash).entries) {
    const std::uint64_t word = entry.data.load(relaxed);
    const std::uint64_t mixed = scrambled(word);
    const Data old = unpacked(word);
    if ((entry.own.load(relaxed) ^ mixed) == own && (entry.other.load(relaxed) ^ mixed) == other &&
        old.tag == tag) {
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
  const std::uint64_t mixed = scrambled(word);
  place->data.store(word, relaxed);
  place->own.store(own ^ mixed, relaxed);
  place->other.store(other ^ mixed, relaxed);
}

double Table::use() const {
  const auto generation = static_cast<std::uint16_t>(generation_.load(relaxed));
  const std::size_t sample = std::min<std::size_t>(size_, 1000);
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
