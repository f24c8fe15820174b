// The four games' known counts, and the corners of the rules one by one.
#include <bit>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.h"
#include "mancala.h"
#include "pulse.h"

namespace {

using namespace turnstone;

constexpr MancalaRules kRelay{.ends = true, .relay = true, .finish = Finish::all_empty};
constexpr MancalaRules kKalah{.again = true, .capture = Capture::opposite};
constexpr MancalaRules kAvalanche{.relay = true, .again = true};
constexpr MancalaRules kOware{.sow_store = false,
                              .skip_origin = true,
                              .capture = Capture::twos_threes,
                              .feed = true,
                              .finish = Finish::majority};

MancalaState state(std::initializer_list<int> pits, int turn, bool swap = false) {
  MancalaState made{.turn = turn, .swap = swap};
  std::size_t pit = 0;
  for (const int held : pits) made.pits[pit++] = static_cast<std::uint8_t>(held);
  return made;
}

MancalaState start(int houses, int held, bool swap = false) {
  MancalaState made{.swap = swap};
  for (int pit = 0; pit <= 2 * houses; ++pit) {
    if (pit != houses) made.pits[static_cast<std::size_t>(pit)] = static_cast<std::uint8_t>(held);
  }
  return made;
}

std::uint32_t houses(std::initializer_list<int> listed) {
  std::uint32_t bits = 0;
  for (const int pit : listed) bits |= std::uint32_t{1} << pit;
  return bits;
}

MancalaRules with(MancalaRules rules, const std::function<void(MancalaRules&)>& change) {
  change(rules);
  return rules;
}

void counts(const MancalaRules& rules, const std::vector<std::uint64_t>& expected) {
  const Mancala game(rules);
  Pulse pulse;
  CHECK(game.perft(start(6, 4), 0, pulse) == 1);
  for (int depth = 1; const std::uint64_t leaves : expected) {
    CHECK(game.perft(start(6, 4), depth, pulse) == leaves);
    ++depth;
  }
}

void known_counts() {
  counts(kRelay, {6, 31, 171, 877, 4465, 22450, 112457, 561174});
  counts(kKalah, {6, 35, 185, 942, 4690, 23233, 114430});
  counts(kAvalanche, {6, 31, 156, 796, 3969, 19789, 97805});
  counts(kOware, {6, 36, 190, 1014, 5219, 27332, 139157});
}

void relay() {
  const Mancala game(kRelay);
  CHECK(game.moves(start(6, 4)) == houses({0, 1, 2, 10, 11, 12}));

  // The known cycle comes back to where it began.
  const MancalaState first = state({1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0}, 0);
  MancalaState now = first;
  for (const int move : {0, 4, 2, 7, 11, 9}) {
    CHECK(game.moves(now) & houses({move}));
    now = game.play(now, move);
  }
  CHECK(now == first);

  // The opponent has nothing: the same player moves again, until nobody has.
  now = game.play(state({1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}, 0), 0);
  CHECK(now == state({0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}, 0));
  now = game.play(state({0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 1, 8}, 0), 12);
  CHECK(now == state({0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 9}, 0));
  CHECK(game.moves(now) == 0);
}

void kalah() {
  const Mancala game(kKalah);
  // Last seed in the own store: again. The opponent's store is passed over.
  CHECK(game.play(start(6, 4), 2) == state({4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0}, 0));
  // Eight seeds from 5 reach 0, empty until then, and take the house opposite with it.
  CHECK(game.play(state({0, 0, 0, 0, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0}, 0), 5) ==
        state({0, 0, 0, 0, 0, 0, 3, 2, 1, 1, 1, 1, 0, 0}, 1));
}

void kalah_captures() {
  const Mancala opposite(kKalah);
  const Mancala always(with(kKalah, [](auto& rules) { rules.capture = Capture::always; }));
  const MancalaState bare = state({1, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0}, 0);
  CHECK(opposite.play(bare, 0) == state({0, 1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0}, 1));
  CHECK(always.play(bare, 0) == state({0, 0, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3, 0}, 1));
  // Thirteen seeds come home to the house they left, and capture.
  const MancalaState round = state({13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0);
  CHECK(opposite.moves(round) == 0);
  const MancalaState ready = state({13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}, 0);
  CHECK(opposite.play(ready, 0) == state({0, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 0, 0}, 1));
  // North's own houses are the others, and a last seed on the other side takes nothing.
  const MancalaState north = state({0, 0, 0, 0, 5, 1, 0, 1, 0, 0, 0, 0, 1, 0}, 1);
  CHECK(opposite.play(north, 7) == state({0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 6}, 0));
  CHECK(opposite.play(state({0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0}, 0), 5) ==
        state({0, 0, 0, 0, 0, 0, 1, 1, 3, 0, 0, 0, 0, 0}, 1));
  // An empty row ends it, even with an extra turn in hand; leftovers stay.
  const MancalaState over = opposite.play(state({0, 0, 0, 0, 0, 1, 9, 2, 0, 0, 0, 0, 0, 0}, 0), 5);
  CHECK(over == state({0, 0, 0, 0, 0, 0, 10, 2, 0, 0, 0, 0, 0, 0}, 0));
  CHECK(opposite.moves(over) == 0);
}

void avalanche() {
  const Mancala game(kAvalanche);
  // 0 -> 1 lifts two -> 3 was empty: the turn ends. Then a relay that ends in the store.
  CHECK(game.play(state({1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, 0), 0) ==
        state({0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, 1));
  CHECK(game.play(state({1, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0}, 0), 4) ==
        state({1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0}, 0));
}

void oware_captures() {
  const Mancala game(kOware);
  // Threes and twos backwards from the last seed, stopped by the four.
  CHECK(game.play(state({0, 0, 0, 0, 0, 4, 0, 3, 1, 2, 1, 0, 5, 0}, 0), 5) ==
        state({0, 0, 0, 0, 0, 0, 7, 4, 0, 0, 0, 0, 5, 0}, 1));
  // Backwards ends at the row: an own house of two is safe.
  CHECK(game.play(state({0, 0, 0, 0, 2, 1, 0, 1, 0, 0, 0, 0, 5, 0}, 0), 4) ==
        state({0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 5, 0}, 1));
  // North captures in south's row, and wraps past both stores without sowing them.
  CHECK(game.play(state({1, 2, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0}, 1), 12) ==
        state({0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5}, 0));
  // Twelve seeds leave out the house they came from.
  CHECK(game.play(state({12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0), 0).pits[0] == 0);
  CHECK(game.play(state({12, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 0}, 0), 0) ==
        state({0, 2, 1, 1, 1, 1, 0, 5, 5, 5, 5, 5, 5, 0}, 1));
}

void oware_slams() {
  const Mancala game(kOware);
  const Mancala strict(with(kOware, [](auto& rules) { rules.slam_illegal = true; }));
  const MancalaState slam = state({1, 0, 0, 0, 0, 2, 0, 1, 1, 0, 0, 0, 0, 0}, 0);
  CHECK(game.moves(slam) == houses({0, 5}));
  CHECK(strict.moves(slam) == houses({0}));
  const MancalaState cancelled = state({1, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0}, 1);
  CHECK(game.play(slam, 5) == cancelled);
  // The only move: legal after all, and captures nothing.
  const MancalaState forced = state({0, 0, 0, 0, 0, 2, 0, 1, 1, 0, 0, 0, 0, 0}, 0);
  CHECK(strict.moves(forced) == houses({5}));
  CHECK(strict.play(forced, 5) == state({0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0}, 1));
}

void oware_feeding_and_ends() {
  const Mancala game(kOware);
  CHECK(game.moves(state({1, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0}, 0)) == houses({5}));
  CHECK(game.moves(state({1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0)) == 0);
  // Feeding comes before slams: seventeen seeds bring all six houses to two, a slam, but it is
  // the only move that feeds.
  const Mancala strict(with(kOware, [](auto& rules) { rules.slam_illegal = true; }));
  const MancalaState lap = state({1, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0}, 0);
  CHECK(game.moves(lap) == houses({5}));
  CHECK(strict.moves(lap) == houses({5}));
  CHECK(strict.play(lap, 5) == state({2, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2, 2, 2, 0}, 1));

  // More than half, and both exactly half.
  CHECK(game.moves(state({1, 1, 0, 0, 0, 0, 25, 1, 0, 0, 0, 0, 0, 20}, 1)) == 0);
  CHECK(game.moves(state({1, 1, 0, 0, 0, 0, 24, 2, 0, 0, 0, 0, 0, 20}, 1)) == houses({7}));
  CHECK(game.moves(state({0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 24}, 1)) == 0);
}

void pie() {
  const Mancala game(with(kKalah, [](auto& rules) { rules.pie = true; }));
  const MancalaState first = start(6, 4, true);
  CHECK(!(game.moves(first) & Mancala::kSwapBit));
  const MancalaState again = game.play(first, 2);  // player 0 stays on; the swap stays open
  CHECK(again.turn == 0 && again.swap && !(game.moves(again) & Mancala::kSwapBit));
  const MancalaState reply = game.play(again, 0);
  CHECK(reply == state({0, 5, 1, 6, 6, 5, 1, 4, 4, 4, 4, 4, 4, 0}, 1, true));
  CHECK(game.moves(reply) == (houses({7, 8, 9, 10, 11, 12}) | Mancala::kSwapBit));
  const MancalaState swapped = game.play(reply, kSwap);
  CHECK(swapped == state({4, 4, 4, 4, 4, 4, 0, 0, 5, 1, 6, 6, 5, 1}, 0, false));
  CHECK(!game.play(reply, 7).swap);
  Pulse pulse;
  CHECK(game.perft(reply, 1, pulse) == 7);
  // A rule set without pie knows no swap, whatever the state says.
  CHECK(!(Mancala(kKalah).moves(reply) & Mancala::kSwapBit));
}

void sizes() {
  Pulse pulse;
  for (int size = 1; size <= kMostHouses; ++size) {
    for (MancalaRules rules : {kRelay, kKalah, kAvalanche, kOware}) {
      if (rules.ends && size % 2 != 0) continue;
      rules.houses = size;
      const Mancala game(rules);
      MancalaState now = start(size, 10);
      // First legal move each time: every seed stays on the board.
      for (int ply = 0; ply < 500 && game.moves(now) != 0; ++ply) {
        now = game.play(now, std::countr_zero(game.moves(now)));
        int sum = 0;
        for (const int held : now.pits) sum += held;
        CHECK(sum == 20 * size);
      }
      CHECK(game.perft(start(size, 1), 4, pulse) >= 1);
    }
  }
}

void nonsense() {
  const auto refused = [](const MancalaRules& rules) {
    try {
      Mancala game(rules);
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  CHECK(refused({.houses = 0}));
  CHECK(refused({.houses = 11}));
  CHECK(refused({.houses = 5, .ends = true}));
  CHECK(refused({.ends = true, .capture = Capture::opposite}));
  CHECK(refused({.relay = true, .sow_store = false}));
}

// One rule set shared by two counts at once.
void two_threads() {
  const Mancala game(kRelay);
  std::uint64_t leaves[2] = {0, 0};
  const auto count = [&game](std::uint64_t& sum) {
    Pulse pulse;
    sum = game.perft(start(6, 4), 7, pulse);
  };
  std::thread first(count, std::ref(leaves[0])), second(count, std::ref(leaves[1]));
  first.join();
  second.join();
  CHECK(leaves[0] == 112457 && leaves[1] == 112457);
}

}  // namespace

int main() {
  if (tests::cpu_is_too_old()) return tests::kSkipped;
  known_counts();
  relay();
  kalah();
  kalah_captures();
  avalanche();
  oware_captures();
  oware_slams();
  oware_feeding_and_ends();
  pie();
  sizes();
  nonsense();
  two_threads();
  return tests::result();
}
