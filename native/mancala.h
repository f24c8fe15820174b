// Mancala: a ring of pits and a rule set that is data, so that one sowing serves every game.
//
// With h houses a side the ring has 2h + 2 pits: houses 0 to h - 1, store h, houses h + 1 to 2h,
// store 2h + 1. Oware has its stores in the same places and never sows them. The rules are those
// of the Python package, which defines them; the two are tested against each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "pulse.h"

namespace turnstone {

inline constexpr int kMostHouses = 10;
inline constexpr int kMostPits = 2 * kMostHouses + 2;
inline constexpr int kPitBytes = 24;  // whole words, so that all pits are looked at in three steps
static_assert(kPitBytes >= kMostPits && kPitBytes % 8 == 0);
inline constexpr int kSwap = -1;  // the move of the pie rule

enum class Capture {
  none,
  opposite,     // last seed in an own empty house, some opposite: both to the own store
  always,       // the same, also when nothing lies opposite
  twos_threes,  // oware: opponent's houses of two or three, backwards from the last seed
};

enum class Finish {
  all_empty,  // over when all houses are empty; who cannot move is skipped
  row_empty,  // over when either player's houses are empty
  majority,   // over when a store holds more than half, or the mover has no legal move
};

struct MancalaRules {
  int houses = 6;             // a side, 1 to 10
  bool ends = false;          // each owns one end of the board, not one row
  bool relay = false;         // a last seed in a house with seeds lifts them all and sows on
  bool sow_store = true;      // the own store is sown; the opponent's never is
  bool skip_origin = false;   // a long sowing leaves out the house it came from
  bool again = false;         // last seed in the own store: the same player moves again
  Capture capture = Capture::none;
  bool slam_illegal = false;  // a grand slam may be played only if all moves are
  bool feed = false;          // an opponent without seeds must be given some
  Finish finish = Finish::row_empty;
  bool keep = true;           // seeds left in houses go to their owners, not to nobody
  bool pie = false;           // the second player may answer the first turn with a swap

  bool operator==(const MancalaRules&) const = default;

  int pits() const { return 2 * houses + 2; }
  int store(int player) const { return (player == 0) != ends ? houses : 2 * houses + 1; }
  bool is_store(int pit) const { return pit == houses || pit == 2 * houses + 1; }
  bool owns(int player, int pit) const {
    if (is_store(pit)) return false;
    const bool is_near = ends ? pit < houses / 2 || pit > 2 * houses - houses / 2 : pit < houses;
    return is_near == (player == 0);
  }

  // A position can come back only where seeds may travel without any being banked. In Kalah and
  // Avalanche a sowing that passes no store stays in the mover's row and moves it forward.
  bool can_repeat() const { return ends || !sow_store; }
};

struct MancalaState {
  std::array<std::uint8_t, kPitBytes> pits{};
  int turn = 0;
  bool swap = false;  // pie rule: player 1 has not moved yet

  bool operator==(const MancalaState&) const = default;
};

// What lifting and sowing one hand of seeds does: what to add to each pit, all at once and modulo
// 256 (the pit it came from loses them), and where the last seed falls.
struct Drop {
  std::array<std::uint8_t, kPitBytes> seeds{};
  std::uint8_t last = 0;
  std::array<std::uint8_t, 7> padding{};  // 32 bytes are found by a shift
};
static_assert(sizeof(Drop) == 32);

// A rule set ready to play: immutable, so any number of threads may share one.
class Mancala {
 public:
  // Throws std::invalid_argument for a rule set that means nothing or would not end.
  explicit Mancala(const MancalaRules& rules);

  // The legal houses, bit i = pit i, and kSwapBit. None: the game is over.
  static constexpr std::uint32_t kSwapBit = std::uint32_t{1} << 31;
  std::uint32_t moves(const MancalaState& state) const;

  // The position after a legal move (a house or kSwap). Whose turn it is has already taken extra
  // turns and skipped players into account. Seeds left when the game is over stay where they lie.
  MancalaState play(const MancalaState& state, int move) const;
  void advance(MancalaState& state, int move) const;  // the same, in place

  // Leaves of the game tree `depth` plies down; a game that is over is one leaf at any depth.
  // Repetition is ignored.
  std::uint64_t perft(const MancalaState& state, int depth, Pulse& pulse) const;

  // What player 0 has won by when the game ends here, by a repetition or because it is over.
  int margin(const MancalaState& state) const;

  const MancalaRules& rules() const { return rules_; }
  int pits() const { return pits_; }
  int store(int player) const { return rules_.store(player); }
  int banked(const MancalaState& state, int player) const { return state.pits[at(store(player))]; }
  int seeds(const MancalaState& state, int player) const;  // in a player's houses
  bool has_majority(const MancalaState& state) const;      // ends the game where that is the rule

 private:
  bool owns(int player, int house) const { return owner_[at(house)] == player; }
  int total(const MancalaState& state) const;
  bool has_seeds(const MancalaState& state, int player) const;
  std::uint32_t filled_houses(const MancalaState& state, int player) const;
  bool is_over_by_count(const MancalaState& state) const;

  int lift(MancalaState& state, int house) const;
  int sow(MancalaState& state, int house) const;
  void take_opposite(MancalaState& state, int last) const;
  std::uint32_t twos_threes(const MancalaState& state, int last) const;
  bool is_slam(const MancalaState& sown, std::uint32_t taken) const;
  bool feeds(const MancalaState& state, int house) const;
  bool slams(const MancalaState& state, int house) const;

  static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

  MancalaRules rules_;
  int pits_;
  std::array<std::int8_t, kMostPits> owner_{};                    // of houses; stores: nobody
  std::array<std::array<std::uint8_t, kMostHouses>, 2> row_{};    // houses of each, ascending
  std::array<std::uint32_t, 2> houses_{};                         // the same, bit i = pit i
  std::array<std::array<std::uint8_t, kMostPits>, 2> following_{};  // next pit each one sows
  static constexpr int kMostTabled = 15;  // seeds in a hand; few hands are larger
  // Not on the heap: the Python objects that hold a rule set have nothing to give back.
  std::array<std::array<std::array<Drop, kMostTabled + 1>, kMostPits>, 2> drops_{};
};

}  // namespace turnstone
