#include "engine.h"

#include <chrono>
#include <utility>

namespace turnstone {

using Clock = std::chrono::steady_clock;

Task::Task(Job job)
    : thread_([this, job = std::move(job)] {
        try {
          tell(job(stop_, [this](const News& news) { tell(news, false); }), true);
        } catch (...) {
          const std::lock_guard lock(mutex_);
          fault_ = std::current_exception();
          finished_ = true;
          told_.notify_all();
        }
      }) {}

Task::~Task() {
  stop();
  thread_.join();
}

void Task::tell(const News& news, bool last) {
  const std::lock_guard lock(mutex_);
  news_ = news;
  finished_ = last;
  told_.notify_all();
}

std::optional<News> Task::next(double seconds) {
  std::unique_lock lock(mutex_);
  told_.wait_for(lock, std::chrono::duration<double>(seconds),
                 [this] { return news_.has_value() || finished_; });
  if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
  return std::exchange(news_, std::nullopt);
}

bool Task::is_over() {
  const std::lock_guard lock(mutex_);
  return finished_ && !news_ && !fault_;
}

Deadline::Deadline(double seconds, const Stop& outer) : outer_(outer) {
  thread_ = std::thread([this, seconds] {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
    constexpr auto kLook = std::chrono::milliseconds(5);
    std::unique_lock lock(mutex_);
    while (!over_ && !outer_.load(std::memory_order_relaxed) &&
           (seconds <= 0 || Clock::now() < end)) {
      done_.wait_for(lock, kLook);
    }
    flag_.store(true, std::memory_order_relaxed);
  });
}

Deadline::~Deadline() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  done_.notify_all();
  thread_.join();
}

}  // namespace turnstone
