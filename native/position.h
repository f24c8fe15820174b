// Both families in one shape: a game knows a state's legal moves, plays them and counts the end.
// What walks through whole games (random playouts, the Python objects) is written once on top.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "bitboard.h"
#include "mancala.h"

namespace turnstone {

// The move that has no place on the board: a pass in Reversi, the swap in Mancala.
inline constexpr int kNowhere = -1;
static_assert(kNowhere == kSwap);

// Legal moves in the order of the rules: places ascending, then the one that has none.
struct Legal {
  std::uint64_t places = 0;
  bool nowhere = false;

  int count() const { return std::popcount(places) + nowhere; }
  bool has(int move) const { return move == kNowhere ? nowhere : (places >> move & 1) != 0; }
  int operator[](int index) const {
#if defined(__BMI2__)
    const std::uint64_t rest = _pdep_u64(std::uint64_t{1} << index, places);
#else
    std::uint64_t rest = places;
    while (index-- > 0) rest &= rest - 1;
#endif
    return rest == 0 ? kNowhere : std::countr_zero(rest);
  }
};

struct ReversiState {
  std::array<std::uint64_t, 2> discs{};  // of each seat
  int turn = 0;

  std::uint64_t own() const { return discs[static_cast<std::size_t>(turn)]; }
  std::uint64_t other() const { return discs[static_cast<std::size_t>(1 - turn)]; }
  bool operator==(const ReversiState&) const = default;
};

struct ReversiGame {
  using State = ReversiState;
  static constexpr int repetition = 0;

  int size = 8;
  std::uint64_t mask = kAllSquares;
  bool fewest = false;

  Legal legal(const State& state) const {
    const std::uint64_t squares = moves(state.own(), state.other(), mask);
    return {squares, squares == 0 && moves(state.other(), state.own(), mask) != 0};
  }
  State play(const State& state, int move) const;
  void advance(State& state, int move) const { state = play(state, move); }

  // A state cannot come again once this has grown.
  int progress(const State& state) const { return std::popcount(state.discs[0] | state.discs[1]); }
  // What of a state counts for its coming again.
  State recurrence(const State& state) const { return state; }

  // What seat 0 has won by when the game ends here; the side with more discs takes the empty
  // squares, whichever goal it plays for.
  int margin(const State& state) const;
};

struct MancalaGame {
  using State = MancalaState;

  Mancala rules;
  int repetition = 0;  // which occurrence of a state ends the game; 0: none

  Legal legal(const State& state) const {
    const std::uint32_t houses = rules.moves(state);
    return {houses & ~Mancala::kSwapBit, (houses & Mancala::kSwapBit) != 0};
  }
  State play(const State& state, int move) const { return rules.play(state, move); }
  void advance(State& state, int move) const { rules.advance(state, move); }
  int progress(const State& state) const {
    return rules.banked(state, 0) + rules.banked(state, 1);
  }
  State recurrence(State state) const {
    state.swap = false;
    for (const int player : {0, 1}) state.pits[static_cast<std::size_t>(rules.store(player))] = 0;
    return state;
  }
  int margin(const State& state) const { return rules.margin(state); }
};

}  // namespace turnstone
