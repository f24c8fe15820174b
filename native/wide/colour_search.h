// Thinking with three or four colours.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "brake.h"
#include "colours.h"
#include "deepening.h"

namespace turnstone {

// One game's search with its table: keep it from move to move, use it from one thread at a time.
class ColourSearch {
 public:
  explicit ColourSearch(const ColourRules& rules, std::size_t megabytes = 64);
  ~ColourSearch();
  ColourSearch(ColourSearch&&) noexcept;
  ColourSearch& operator=(ColourSearch&&) noexcept;

  // The best move for the seat to move, or the `top` best with a true score each. A score is the
  // margin the seat reaches against everybody; `exact` means it can be forced, whatever the others
  // do. Stops within milliseconds of `stop`; always knows a legal move, unless the game is over:
  // then the report is exact and its one line has a score and no squares.
  Report think(const ColourBoard& board, const Limits& limits, const std::atomic<bool>& stop,
               int top = 1, const OnDepth& on_depth = {});

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace turnstone
