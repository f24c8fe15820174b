// A long count looks up from its work now and then: that is how Ctrl-C gets through. The caller's
// function runs every few milliseconds at most and stops the count by throwing.
#pragma once

#include <functional>
#include <utility>

namespace turnstone {

class Pulse {
 public:
  explicit Pulse(std::function<void()> beat = {}) : beat_(std::move(beat)) {}

  // Called at nodes of three plies and more to go, a few microseconds of work each.
  void tick() {
    if (--left_ == 0) [[unlikely]] {
      left_ = kTicks;
      if (beat_) beat_();
    }
  }

 private:
  static constexpr int kTicks = 1024;
  std::function<void()> beat_;
  int left_ = kTicks;
};

}  // namespace turnstone
