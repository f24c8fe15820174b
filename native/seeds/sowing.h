// Quick sowing for the solver: a whole lap is one vector addition.
//
// A board is always seen by the player to move, who is player 0 of the rules: the ring is turned
// by half when the turn passes, which every rule set allows. Stores stay empty; what a move banks
// is handed out as its net gain, so a position is its houses alone. Laying n seeds from a pit adds
// the same pattern whatever the board, so patterns are tables and a relay costs one addition for
// each pick-up. Up to seven houses a side fit 16 lanes; wider boards use 32.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "../mancala.h"

#ifdef __SSSE3__
#include <immintrin.h>
#endif

namespace turnstone::seeds {

template <int Lanes>
struct alignas(16) Board {
  std::uint8_t pits[Lanes];

  bool operator==(const Board& other) const { return !std::memcmp(pits, other.pits, Lanes); }
};

// A board and what else its future depends on.
template <int Lanes>
struct Spot {
  Board<Lanes> board;
  int seeds;  // in the houses
  int need;   // the mover's way to half of all seeds; 0 where no majority ends the game
};

template <int Lanes>
struct Step {
  Spot<Lanes> next;  // seen by whoever moves next
  int gain;          // banked by the mover minus banked by the other
  bool again;        // the same player moves next
  bool over;
};

template <int Lanes>
class Sowing {
 public:
  // `total` is the most seeds the houses can hold.
  Sowing(const MancalaRules& rules, int total);

  const MancalaRules& rules() const { return rules_; }

  // The position as its mover sees it, and a house or pit of the mover's ring as the rules name it.
  Spot<Lanes> view(const MancalaState& position) const;
  int pit_of(int turn, int house) const {
    return (house + turn * (rules_.houses + 1)) % rules_.pits();
  }

  // Houses the mover may sow, one bit each, over the mover's own ring.
  std::uint32_t moves(const Spot<Lanes>& spot) const;

  Step<Lanes> play(const Spot<Lanes>& spot, int house) const;

  // What the mover still gets, less what the other gets, if the game stops here for want of a move
  // or by repetition.
  int leftovers(const Spot<Lanes>& spot) const {
    return rules_.keep ? row(spot.board, own_) - row(spot.board, other_) : 0;
  }

  int own_seeds(const Spot<Lanes>& spot) const { return row(spot.board, own_); }

  // Whether the game is over before any move is looked for.
  bool finished(const Spot<Lanes>& spot) const {
    return rules_.finish == Finish::row_empty &&
           (!any(spot.board, own_) || !any(spot.board, other_));
  }

 private:
  typedef std::uint8_t Vector __attribute__((vector_size(16)));

  struct Ring {
    Vector parts[Lanes / 16];

    explicit Ring(const Board<Lanes>& board) { std::memcpy(parts, board.pits, Lanes); }
    void operator&=(const Board<Lanes>& mask) {
      const Ring other(mask);
      for (int at = 0; at < Lanes / 16; ++at) parts[at] &= other.parts[at];
    }
    void operator+=(const Board<Lanes>& pattern) {
      const Ring other(pattern);
      for (int at = 0; at < Lanes / 16; ++at) parts[at] += other.parts[at];
    }
    void show(Board<Lanes>& board) const { std::memcpy(board.pits, parts, Lanes); }
  };

  static bool any(const Board<Lanes>& board, const Board<Lanes>& mask) {
    std::uint64_t found = 0;
    for (int at = 0; at < Lanes; at += 8) {
      std::uint64_t seeds, wanted;
      std::memcpy(&seeds, board.pits + at, 8);
      std::memcpy(&wanted, mask.pits + at, 8);
      found |= seeds & wanted;
    }
    return found != 0;
  }
  int row(const Board<Lanes>& board, const Board<Lanes>& mask) const {
    int seeds = 0;
    for (int pit = 0; pit < rules_.pits(); ++pit) seeds += board.pits[pit] & mask.pits[pit];
    return seeds;
  }
  const Board<Lanes>& pattern(int pit, int hand) const {
    return patterns_[static_cast<std::size_t>(pit * stride_ + hand)];
  }
  const Board<Lanes>& without(int pit) const { return without_[static_cast<std::size_t>(pit)]; }
  int last(int pit, int hand) const {
    return lasts_[static_cast<std::size_t>(pit * stride_ + hand)];
  }
  void turn(Board<Lanes>& board) const;
  int take_twos_threes(Board<Lanes>& board, int last, bool& slam) const;
  std::uint32_t restrict_moves(const Spot<Lanes>& spot, std::uint32_t moves) const;

  MancalaRules rules_;
  int stride_;
  int store_;
  Board<Lanes> own_{}, other_{};  // 255 in the houses of each
  Board<Lanes> turned_{};         // where each lane comes from when the ring is turned
  std::uint32_t own_bits_ = 0;
  std::vector<Board<Lanes>> patterns_;
  std::vector<Board<Lanes>> without_;  // 255 everywhere but in one pit
  std::vector<std::uint8_t> lasts_;
};

template <int Lanes>
inline void Sowing<Lanes>::turn(Board<Lanes>& board) const {
#ifdef __SSSE3__
  if constexpr (Lanes == 16) {
    const __m128i ring = _mm_load_si128(reinterpret_cast<const __m128i*>(board.pits));
    const __m128i from = _mm_load_si128(reinterpret_cast<const __m128i*>(turned_.pits));
    _mm_store_si128(reinterpret_cast<__m128i*>(board.pits), _mm_shuffle_epi8(ring, from));
    return;
  }
#endif
  Board<Lanes> result{};
  for (int pit = 0; pit < rules_.pits(); ++pit) {
    if (turned_.pits[pit] < 128) result.pits[pit] = board.pits[turned_.pits[pit]];
  }
  board = result;
}

template <int Lanes>
inline std::uint32_t Sowing<Lanes>::moves(const Spot<Lanes>& spot) const {
  std::uint32_t filled = 0;
#ifdef __SSSE3__
  if constexpr (Lanes == 16) {
    const __m128i ring = _mm_load_si128(reinterpret_cast<const __m128i*>(spot.board.pits));
    filled =
        ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(ring, _mm_setzero_si128()))) &
        own_bits_;
  } else
#endif
    for (int pit = 0; pit < rules_.pits(); ++pit) {
      if ((own_bits_ >> pit & 1) && spot.board.pits[pit]) filled |= 1u << pit;
    }
  return rules_.feed || rules_.slam_illegal ? restrict_moves(spot, filled) : filled;
}

template <int Lanes>
inline Step<Lanes> Sowing<Lanes>::play(const Spot<Lanes>& spot, int house) const {
  Step<Lanes> step;
  Board<Lanes>& board = step.next.board;
  int hand = spot.board.pits[house], pit = house;
  Ring ring(spot.board);
  // Pits are cleared by a mask, not by a byte store: a byte store followed by a vector load would
  // wait for the store to retire.
  while (true) {
    ring &= without(pit);
    ring += pattern(pit, hand);
    ring.show(board);
    pit = last(pit, hand);
    if (!rules_.relay || pit == store_) break;
    hand = board.pits[pit];
    if (hand == 1) break;
  }

  int banked = board.pits[store_];
  if (rules_.capture == Capture::opposite || rules_.capture == Capture::always) {
    const int facing = 2 * rules_.houses - pit;
    if ((own_bits_ >> pit & 1) && board.pits[pit] == 1 &&
        (board.pits[facing] || rules_.capture == Capture::always)) {
      banked += 1 + board.pits[facing];
      ring &= without(pit);
      ring &= without(facing);
    }
    ring &= without(store_);
    ring.show(board);
  } else if (rules_.capture == Capture::twos_threes) {
    bool slam = false;
    banked = take_twos_threes(board, pit, slam);
  } else {
    ring &= without(store_);
    ring.show(board);
  }

  step.gain = banked;
  step.next.seeds = spot.seeds - banked;
  step.next.need = 0;
  step.again = rules_.again && pit == store_;
  step.over = false;
  if (rules_.finish == Finish::row_empty) {
    if (!any(board, own_) || !any(board, other_)) {
      step.over = true;
      if (rules_.keep) step.gain += row(board, own_) - row(board, other_);
      return step;
    }
  } else if (rules_.finish == Finish::all_empty) {
    if (!any(board, step.again ? own_ : other_)) step.again = true;
    step.over = step.next.seeds == 0;
  } else {
    // Both needs add up to the seeds in play, so a position knows both by one.
    const int need = spot.need - banked;
    step.over = need < 0 || step.next.seeds == 0;
    step.next.need = step.again ? need : step.next.seeds - need;
  }
  if (!step.again) turn(board);
  return step;
}

extern template class Sowing<16>;
extern template class Sowing<32>;

}  // namespace turnstone::seeds
