// Chance that is the same on every machine.
#pragma once

#include <cstdint>

namespace turnstone {

// SplitMix64 (Steele, Lea and Flood, 2014): a counter and a mixer; any seed is a good one.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  int below(int bound) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    // The upper half times the bound: for a few dozen moves the bias is below 1e-8.
    return static_cast<int>((z >> 32) * static_cast<std::uint64_t>(bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace turnstone
