#include "colours.h"

#include <algorithm>

namespace turnstone {
namespace {

constexpr float kFirst = 0.5F, kAbove = 0.4F, kDiscs = 0.1F;  // what a player wants

}  // namespace

int margin(const std::array<int, 4>& worths, int colours, int seat) {
  const int own = worths[static_cast<std::size_t>(seat)];
  int least = 1 << 20;
  for (int each = 0; each < colours; ++each) {
    if (each != seat) least = std::min(least, own - worths[static_cast<std::size_t>(each)]);
  }
  return least;
}

Wishes wishes(const std::array<int, 4>& worths, int colours, int most) {
  const auto seats = static_cast<std::size_t>(colours);
  const auto others = static_cast<float>(colours - 1);
  int sum = 0;
  for (std::size_t seat = 0; seat < seats; ++seat) sum += worths[seat];
  Wishes found{};
  for (std::size_t seat = 0; seat < seats; ++seat) {
    int above = 0, level = -1, below = 0;  // itself is not level with itself
    for (std::size_t other = 0; other < seats; ++other) {
      (worths[other] > worths[seat] ? above : worths[other] < worths[seat] ? below : level) += 1;
    }
    const float first = above > 0 ? 0 : 1 / static_cast<float>(1 + level);
    const float beaten = static_cast<float>(2 * below + level) / 2 / others;
    const float lead =
        static_cast<float>(worths[seat]) - static_cast<float>(sum - worths[seat]) / others;
    found[seat] = kFirst * first + kAbove * beaten +
                  kDiscs * (0.5F + lead / static_cast<float>(2 * most));
  }
  return found;
}

std::uint64_t colour_perft(const ColourBoard& board, const ColourRules& rules, int depth,
                           Pulse& pulse) {
  if (depth <= 0) return 1;
  const Squares legal = legal_squares(board, rules);
  if (!legal.any()) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(legal.count());
  if (depth > 2) pulse.tick();
  std::uint64_t sum = 0;
  for_each(legal, [&](int square) {
    sum += colour_perft(played(board, rules, square), rules, depth - 1, pulse);
  });
  return sum;
}

}  // namespace turnstone
