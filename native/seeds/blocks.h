// Which stretches of a level's places were written to: what looks at none of them need not be looked
// at again. Threads mark without locks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace turnstone::seeds {

class Blocks {
 public:
  Blocks() = default;
  Blocks(std::uint64_t places, bool marked)
      : words_(places / (block * 64) + 1, marked ? ~std::uint64_t{0} : 0) {}

  bool any() const {
    return std::any_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word != 0; });
  }
  bool has(std::uint64_t place) const {
    return words_[place / (block * 64)] >> (place / block % 64) & 1;
  }
  void mark(std::uint64_t place) {
    const std::atomic_ref<std::uint64_t> word(words_[place / (block * 64)]);
    const std::uint64_t bit = std::uint64_t{1} << (place / block % 64);
    if (!(word.load(std::memory_order_relaxed) & bit)) word.fetch_or(bit, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t block = 16;  // the marks of a large level then fit the L2 cache

  std::vector<std::uint64_t> words_;
};

}  // namespace turnstone::seeds
