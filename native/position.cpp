// Playing a disc, and counting finished games of both families.
#include "position.h"

namespace turnstone {

ReversiState ReversiGame::play(const State& state, int move) const {
  std::uint64_t own = state.own();
  std::uint64_t other = state.other();
  if (move != kNowhere) {
    const std::uint64_t flipped = flips(own, other, move);
    own |= flipped | std::uint64_t{1} << move;
    other &= ~flipped;
  }
  return state.turn == 0 ? State{{own, other}, 1} : State{{other, own}, 0};
}

int ReversiGame::margin(const State& state) const {
  const int ahead = std::popcount(state.discs[0]) - std::popcount(state.discs[1]);
  const int empty = std::popcount(mask & ~(state.discs[0] | state.discs[1]));
  const int official = ahead + (ahead > 0 ? empty : ahead < 0 ? -empty : 0);
  return fewest ? -official : official;
}

}  // namespace turnstone
