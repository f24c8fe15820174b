// The transposition table of the Mancala search: proven bounds, never a false hit.
//
// Position numbers below 2^R are scrambled by a bijection on R bits. Some bits choose a bucket, the
// rest are stored, so a hit compares the whole key. Key, bounds, best move and effort share one
// 64-bit word that is read and written at once: threads share the table without locks and cannot
// see half an entry. Boards whose numbers do not fit (R > 64 or so) use 128-bit words, and one
// thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "../pages.h"
#include "pits.h"

namespace turnstone::seeds {

template <class Word>
class BoundTable {
 public:
  struct Bounds {
    int lower;
    int upper;
    int move;  // a pit of the mover's ring, or none
  };
  static constexpr int none = 31;
  static constexpr int reach = 255;  // no bound is further from 0
  static constexpr bool shared = sizeof(Word) == 8;

  // Keys lie below 2^key_bits; `bytes` is rounded down to a power of two.
  BoundTable(int key_bits, std::uint64_t bytes) : key_bits_(key_bits) {
    bucket_bits_ = std::min(bits_within(bytes), key_bits);
    buckets_ = Pages<Bucket>(std::size_t{1} << bucket_bits_);
  }

  static bool fits(int key_bits, std::uint64_t bytes) {
    const int stored = key_bits - std::min(bits_within(bytes), key_bits);
    return stored <= 8 * static_cast<int>(sizeof(Word)) - data_bits;
  }

  // The share that is filled, by a sample.
  double use() const {
    const std::size_t sample = std::min(std::size_t{1} << bucket_bits_, std::size_t{1} << 10);
    std::size_t count = 0;
    for (std::size_t at = 0; at < sample; ++at) {
      for (const Word& word : buckets_[at].words) count += (read(word) & filled) != 0;
    }
    return static_cast<double>(count * sizeof(Word)) / static_cast<double>(sample * sizeof(Bucket));
  }

  // A bijection on numbers below 2^key_bits.
  Word scramble(Word number) const {
    const Word mask =
        key_bits_ >= 8 * static_cast<int>(sizeof(Word)) ? ~Word{0} : (Word{1} << key_bits_) - 1;
    const int half = (key_bits_ + 1) / 2;
    for (int round = 0; round < 2; ++round) {
      number = number * odd() & mask;
      number ^= number >> half;
    }
    return number;
  }

  void prefetch(Word key) const { __builtin_prefetch(&buckets_[home(key)]); }

  bool look(Word key, Bounds& bounds) const {
    const Word tag = key >> bucket_bits_;
    for (const Word& slot : buckets_[home(key)].words) {
      const Word word = read(slot);
      if (word >> data_bits == tag && word & filled) {
        bounds = unpack(word);
        return true;
      }
    }
    return false;
  }

  // Joins the bounds with those already known; `effort` is the nodes they cost.
  void store(Word key, Bounds bounds, std::uint64_t effort) {
    const Word tag = key >> bucket_bits_;
    Word* victim = nullptr;
    int least = 99;
    for (Word& slot : buckets_[home(key)].words) {
      const Word word = read(slot);
      if (word >> data_bits == tag && word & filled) {
        const Bounds known = unpack(word);
        if (known.lower > bounds.lower) bounds.lower = known.lower;
        if (known.upper < bounds.upper) bounds.upper = known.upper;
        if (bounds.move == none) bounds.move = known.move;
        victim = &slot;
        break;
      }
      const int cost = word & filled ? static_cast<int>(word & 31) : -1;
      if (cost < least) {
        least = cost;
        victim = &slot;
      }
    }
    const auto log = static_cast<unsigned>(std::min(30, static_cast<int>(std::bit_width(effort))));
    write(*victim, tag << data_bits | Word(static_cast<unsigned>(bounds.lower + 256)) << 20 |
                       Word(static_cast<unsigned>(bounds.upper + 256)) << 11 |
                       Word(static_cast<unsigned>(bounds.move)) << 6 | filled | log);
  }

 private:
  static constexpr int data_bits = 29;  // lower 9, upper 9, move 5, filled 1, effort 5
  static constexpr Word filled = 32;

  struct alignas(64) Bucket {
    Word words[64 / sizeof(Word)];
  };

  static int bits_within(std::uint64_t bytes) {
    return static_cast<int>(std::bit_width(std::max<std::uint64_t>(bytes / sizeof(Bucket), 2))) - 1;
  }
  static Word odd() {
    if constexpr (sizeof(Word) == 8) {
      return 0xD1342543DE82EF95u;
    } else {
      return Word{0xDA942042E4DD58B5u} << 64 | Word{0xD1342543DE82EF95u};
    }
  }
  std::size_t home(Word key) const {
    return static_cast<std::size_t>(key & ((Word{1} << bucket_bits_) - 1));
  }
  static Word read(const Word& slot) {
    if constexpr (shared) {
      return std::atomic_ref<Word>(const_cast<Word&>(slot)).load(std::memory_order_relaxed);
    } else {
      return slot;
    }
  }
  static void write(Word& slot, Word word) {
    if constexpr (shared) {
      std::atomic_ref<Word>(slot).store(word, std::memory_order_relaxed);
    } else {
      slot = word;
    }
  }
  static Bounds unpack(Word word) {
    return {static_cast<int>(word >> 20 & 511) - 256, static_cast<int>(word >> 11 & 511) - 256,
            static_cast<int>(word >> 6 & 31)};
  }

  int key_bits_;
  int bucket_bits_;
  Pages<Bucket> buckets_;
};

}  // namespace turnstone::seeds
