// How long a search may think, and the brake that every searching loop carries with it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace turnstone {

// 0 is no limit.
struct Limits {
  int depth = 0;
  double seconds = 0;
  std::uint64_t nodes = 0;
};

// Counts nodes and says when to stop: told to from outside, out of time or out of nodes. Looking
// at the clock every 512 nodes keeps it below a thousandth of the work and answers within a
// millisecond.
class Brake {
 public:
  Brake(const Limits& limits, const std::atomic<bool>& stop)
      : limits_(limits), stop_(stop), begun_(std::chrono::steady_clock::now()) {}

  // Once a node; true means that nothing found from now on counts.
  bool step() {
    if ((++nodes_ & 511) == 0 || nodes_ == limits_.nodes) [[unlikely]] look();
    return pulled_;
  }
  bool pulled() const { return pulled_; }
  std::uint64_t nodes() const { return nodes_; }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }

 private:
  void look() {
    pulled_ = pulled_ || stop_.load(std::memory_order_relaxed) ||
              (limits_.nodes != 0 && nodes_ >= limits_.nodes) ||
              (limits_.seconds > 0 && seconds() >= limits_.seconds);
  }

  Limits limits_;
  const std::atomic<bool>& stop_;
  std::chrono::steady_clock::time_point begun_;
  std::uint64_t nodes_ = 0;
  bool pulled_ = false;
};

}  // namespace turnstone
