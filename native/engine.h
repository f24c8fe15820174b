// The one facade to thinking: a task runs on a thread of its own, tells news, and stops at once.
//
//   Task task([&](const Stop& stop, const Inform& inform) { return think(…, stop, inform); });
//   while (auto news = task.next(0.1)) …
//
// What thinks, and how, is behind the job: the exact solvers and the searches all report in the
// same words. Any number of tasks may run at once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace turnstone {

// A move and what is expected to follow; scores are final margins for the mover.
struct Candidate {
  std::vector<int> line;  // this move first
  double score = 0;
  bool exact = false;
};

struct News {
  std::vector<Candidate> moves;  // best first; none if the game is over
  double score = 0;
  double lower = 0;  // what is proved of the score
  double upper = 0;
  bool exact = false;
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  double table_use = 0;  // 0 to 1
};

using Stop = std::atomic<bool>;
using Inform = std::function<void(const News&)>;
using Job = std::function<News(const Stop&, const Inform&)>;

class Task {
 public:
  explicit Task(Job job);
  ~Task();  // stops and waits
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  void stop() { stop_.store(true, std::memory_order_relaxed); }

  // The newest news that was not handed out yet, waiting so long for it. Nothing comes back when
  // there is none in that time. Rethrows what the job threw.
  std::optional<News> next(double seconds);

  // Whether the last news has been handed out: there will be no more.
  bool is_over();

 private:
  void tell(const News& news, bool last);

  Stop stop_{false};
  std::mutex mutex_;
  std::condition_variable told_;
  std::optional<News> news_;
  std::exception_ptr fault_;
  bool finished_ = false;
  std::thread thread_;  // last: it uses all of the above
};

// Sets a flag when the time is over, or when another flag is set: for solvers that know only a flag.
class Deadline {
 public:
  Deadline(double seconds, const Stop& outer);  // 0 seconds: no limit
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  const Stop& flag() const { return flag_; }

 private:
  Stop flag_{false};
  const Stop& outer_;
  std::mutex mutex_;
  std::condition_variable done_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace turnstone
