// Thinking with three or four colours.
#pragma once

#include <atomic>
#include <memory>

#include "brake.h"
#include "colours.h"
#include "deepening.h"

namespace turnstone {

// Keeps nothing from move to move; use it from one thread at a time.
class ColourSearch {
 public:
  explicit ColourSearch(const ColourRules& rules);
  ~ColourSearch();
  ColourSearch(ColourSearch&&) noexcept;
  ColourSearch& operator=(ColourSearch&&) noexcept;

  // The best move for the seat to move, or the `top` best. A score is the margin the seat reaches
  // if everybody plays for his own; `exact` means that nothing was estimated. Stops within
  // milliseconds of `stop`; always knows a legal move, unless the game is over: then the report is
  // exact and its one line has a score and no squares.
  Report think(const ColourBoard& board, const Limits& limits, const std::atomic<bool>& stop,
               int top = 1, const OnDepth& on_depth = {});

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace turnstone
