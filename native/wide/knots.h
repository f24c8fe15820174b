// Weights of an evaluation that move from the first disc to the last: three knots, straight lines
// between.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace turnstone {

// Hundredths of a disc for one more: at the first disc, at half the board, at the last.
using Knots = std::array<int, 3>;
// The knots of each count; none at all stands for those that were built in.
using Weights = std::vector<Knots>;

// The weights between the knots are kept finer, in so many parts of a hundredth.
inline constexpr int kFine = 64;

// The weights of all counts, by the number of discs on the board.
template <std::size_t kCounts>
std::vector<std::array<int, kCounts>> by_discs(std::span<const Knots, kCounts> knots,
                                               int squares) {
  std::vector<std::array<int, kCounts>> found;
  for (int discs = 0; discs <= squares; ++discs) {
    const int way = discs * 2 * 1024 / std::max(squares, 1);  // 0 to 2048, a knot at each 1024
    const std::size_t knot = way < 1024 ? 0 : 1;
    const int past = way - static_cast<int>(knot) * 1024;
    std::array<int, kCounts>& weights = found.emplace_back();
    for (std::size_t i = 0; i < kCounts; ++i) {
      weights[i] = (knots[i][knot] * (1024 - past) + knots[i][knot + 1] * past) * kFine / 1024;
    }
  }
  return found;
}

}  // namespace turnstone
