// Thinking on wide boards with two colours: alpha-beta, deeper and deeper, exact at the end.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "brake.h"
#include "deepening.h"
#include "knots.h"
#include "wide.h"

namespace turnstone {

// One game's search with its table: keep it from move to move, use it from one thread at a time.
//
//   WideSearch search(whole_board(10), Goal::most);
//   Report report = search.think(board, {.seconds = 1}, stop);
//
class WideSearch {
 public:
  explicit WideSearch(const Squares& mask, Goal goal, std::size_t megabytes = 64,
                      const Weights& weights = {});
  ~WideSearch();
  WideSearch(WideSearch&&) noexcept;
  WideSearch& operator=(WideSearch&&) noexcept;

  // The best move for the player to move, or the `top` best with a true score each. Stops within
  // milliseconds of `stop`; always knows a legal move, unless the game is over: then the report is
  // exact and its one line has a score and no squares.
  Report think(const WideBoard& board, const Limits& limits, const std::atomic<bool>& stop,
               int top = 1, const OnDepth& on_depth = {});

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace turnstone
