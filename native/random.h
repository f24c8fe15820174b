// Chance that is the same on every machine.
#pragma once

#include <cstdint>

namespace turnstone {

// SplitMix64 (Steele, Lea and Flood, 2014): a counter and a mixer; any seed is a good one.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // One of many that come from a seed and have nothing to do with each other.
  static Random of(std::uint64_t seed, std::uint64_t stream) {
    return Random(mixed(mixed(seed) + kStep * stream));
  }

  int below(int bound) {
    state_ += kStep;
    // The upper half times the bound: for a few dozen moves the bias is below 1e-8.
    const std::uint64_t high = mixed(state_) >> 32;
    return static_cast<int>(high * static_cast<std::uint64_t>(bound) >> 32);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;

  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace turnstone
