// Starts and random positions for the tests of wide boards.
#pragma once

#include <random>

#include "wide/colours.h"
#include "wide/wide.h"

namespace turnstone::tests {

struct Start {
  WideBoard board;
  Squares mask;
};

inline Start start(int size, bool parallel = false) {
  const int low = size / 2 - 1, high = size / 2;
  const Squares upper_left = only(square_at(low, low)), upper_right = only(square_at(high, low));
  const Squares lower_left = only(square_at(low, high)), lower_right = only(square_at(high, high));
  const Squares mask = whole_board(size);
  if (parallel) return {{lower_left | lower_right, upper_left | upper_right}, mask};
  return {{upper_right | lower_left, upper_left | lower_right}, mask};
}

inline Squares octagon_mask() {
  Squares mask = whole_board(10);
  for (const int column : {0, 9}) {
    for (const int row : {0, 9}) {
      mask -= only(square_at(column, row));
      mask -= only(square_at(column == 0 ? 1 : 8, row));
      mask -= only(square_at(column, row == 0 ? 1 : 8));
    }
  }
  return mask;
}

inline ColourBoard colour_start(int size) {
  const int low = size / 2 - 1, high = size / 2;
  return {{only(square_at(low, low)), only(square_at(high, low)), only(square_at(high, high)),
           only(square_at(low, high))},
          0};
}

inline int pick(const Squares& squares, std::mt19937_64& random) {
  int left = static_cast<int>(random() % static_cast<unsigned>(squares.count()));
  int picked = kPass;
  for_each(squares, [&](int square) {
    if (left-- == 0) picked = square;
  });
  return picked;
}

}  // namespace turnstone::tests
