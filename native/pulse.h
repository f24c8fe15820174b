// A long count looks up from its work now and then: that is how Ctrl-C gets through. The caller's
// function runs every few milliseconds and stops the count by throwing.
#pragma once

#include <functional>
#include <utility>

namespace turnstone {

class Pulse {
 public:
  explicit Pulse(std::function<void()> beat = {}) : beat_(std::move(beat)) {}

  // Called at nodes with three plies or more to go: microseconds of work each, on the biggest
  // Mancala boards tenths of a millisecond.
  void tick() {
    if (--left_ == 0) [[unlikely]] {
      left_ = kTicks;
      if (beat_) beat_();
    }
  }

 private:
  static constexpr int kTicks = 256;
  std::function<void()> beat_;
  int left_ = kTicks;
};

}  // namespace turnstone
