// The transposition table of the exact solver: for each position a lower and an upper bound on
// its value, two good moves, and how much work they cost.
//
// A bound proved once is true for ever, so entries of older searches stay useful and only give
// way to newer or costlier ones. The key is the whole board: one thread alone never takes one
// position for another. Threads read and write without locks: an entry is three relaxed 64-bit
// words, and two writers who meet may leave words of both. So each word of the board is stored mixed
// with the words before it, and what is left of two entries reads as a board of 64 random bits: to
// be believed it would have to be the very one that is looked for there, one chance in 2^64.
// Boards of different masks and goals may share a table: each variant has a tag in the first word.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <tuple>
#include <vector>

#include "../pages.h"
#include "field.h"

namespace turnstone::endgame {

inline constexpr std::uint8_t no_square = 64;

struct Bounds {
  std::int8_t lower = -64;
  std::int8_t upper = 64;
  std::uint8_t best = no_square;
  std::uint8_t second = no_square;
};

class Table {
 public:
  explicit Table(std::size_t bytes);
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // A small number for each (mask, goal, rough) seen; 0 when there are too many, and then the table
  // neither finds nor keeps anything.
  std::uint8_t tag(std::uint64_t mask, Goal goal, bool rough);

  static std::uint64_t hash(std::uint64_t own, std::uint64_t other) {
    std::uint64_t mixed = own * 0x9e3779b97f4a7c15 ^ std::rotl(other * 0xd1342543de82ef95, 32);
    mixed ^= mixed >> 29;
    return mixed * 0xbf58476d1ce4e5b9;
  }
  void prefetch(std::uint64_t hash) const {
    const char* line = reinterpret_cast<const char*>(&buckets_[index(hash)]);
    __builtin_prefetch(line);
    __builtin_prefetch(line + 64);
  }
  bool find(std::uint64_t hash, std::uint64_t own, std::uint64_t other, std::uint8_t tag,
            Bounds& bounds) const;
  // Joins what is known already with what was found: `lower <= value <= upper`.
  void keep(std::uint64_t hash, std::uint64_t own, std::uint64_t other, std::uint8_t tag,
            const Bounds& bounds, std::uint64_t cost);

  void clear();
  // To be called when a new search begins: what is already there will be replaced first.
  void age() { generation_.fetch_add(1, std::memory_order_relaxed); }
  // The part of a sample of entries written by the current search, 0 to 1.
  double use() const;
  std::size_t bytes() const;

 private:
  struct Entry {
    std::atomic<std::uint64_t> data;
    std::atomic<std::uint64_t> own;
    std::atomic<std::uint64_t> other;

    // Whether a board is what the entry tells of, its first word being `word`.
    bool holds(std::uint64_t word, std::uint64_t its_own, std::uint64_t its_other) const;
  };
  static constexpr std::size_t ways = 5;
  struct alignas(128) Bucket {
    Entry entries[ways];
  };

  // The hash as a fraction of one, times the number of buckets: any size will do.
  std::size_t index(std::uint64_t hash) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>(static_cast<Wide>(hash) * buckets_.size() >> 64);
  }

  Pages<Bucket> buckets_;
  std::atomic<std::uint32_t> generation_{1};
  std::mutex tags_mutex_;
  std::vector<std::tuple<std::uint64_t, Goal, bool>> tags_;
};

}  // namespace turnstone::endgame
