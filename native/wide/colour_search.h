// Thinking with three or four colours.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "brake.h"
#include "colours.h"
#include "deepening.h"
#include "knots.h"

namespace turnstone {

// Keeps nothing from move to move; use it from one thread at a time.
class ColourSearch {
 public:
  explicit ColourSearch(const ColourRules& rules, std::size_t megabytes = 64,
                        const Weights& weights = {});
  ~ColourSearch();
  ColourSearch(ColourSearch&&) noexcept;
  ColourSearch& operator=(ColourSearch&&) noexcept;

  // The best move for the seat to move, or the `top` best, by what players want (`wishes`); the score
  // told with it is the margin over the best of the others, so from line to line it need not fall. `exact` means that nothing was estimated. Stops within
  // milliseconds of `stop`; always knows a legal move, unless the game is over: then the report is
  // exact and its one line has a score and no squares.
  Report think(const ColourBoard& board, const Limits& limits, const std::atomic<bool>& stop,
               int top = 1, const OnDepth& on_depth = {});

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace turnstone
