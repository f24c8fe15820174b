// Sowing, captures, legal moves and perft for every Mancala rule set.
#include "mancala.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace turnstone {
namespace {

constexpr std::uint32_t bit(int pit) { return std::uint32_t{1} << pit; }

// The pits that are not empty, bit i = pit i. The top bit of each byte of a word is set where the
// byte is not 0; a multiplication brings the eight of them together. Bytes are taken in the order of
// their addresses, which is that of the bits on little-endian machines only.
std::uint32_t filled(const MancalaState& state) {
  if constexpr (std::endian::native == std::endian::little) {
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
    std::uint32_t pits = 0;
    for (int word = 0; word < kPitBytes / 8; ++word) {
      std::uint64_t bytes;
      std::memcpy(&bytes, state.pits.data() + 8 * word, 8);
      const std::uint64_t tops = (((bytes & low) + low) | bytes) & ~low;
      pits |= static_cast<std::uint32_t>((tops >> 7) * 0x0102040810204080 >> 56) << (8 * word);
    }
    return pits;
  }
  std::uint32_t pits = 0;
  for (int pit = 0; pit < kMostPits; ++pit) {
    if (state.pits[static_cast<std::size_t>(pit)] != 0) pits |= bit(pit);
  }
  return pits;
}

}  // namespace

Mancala::Mancala(const MancalaRules& rules) : rules_(rules), pits_(rules.pits()) {
  const int h = rules.houses;
  if (h < 1 || h > kMostHouses) throw std::invalid_argument("houses must be 1 to 10");
  if (rules.ends && h % 2 != 0) {
    throw std::invalid_argument("a board split into ends needs an even number of houses");
  }
  if (rules.ends && rules.capture != Capture::none) {
    throw std::invalid_argument("captures need a board split into rows");
  }
  if (rules.relay && !rules.sow_store) {
    // The seed that each round drops in the store is what makes a relay end.
    throw std::invalid_argument("relay sowing needs a sown store");
  }

  std::array<int, 2> count{};
  owner_.fill(-1);
  for (int pit = 0; pit < pits_; ++pit) {
    if (rules.is_store(pit)) continue;
    const int player = rules.owns(0, pit) ? 0 : 1;
    owner_[at(pit)] = static_cast<std::int8_t>(player);
    row_[at(player)][at(count[at(player)]++)] = static_cast<std::uint8_t>(pit);
    houses_[at(player)] |= bit(pit);
  }
  for (int player = 0; player < 2; ++player) {
    for (int pit = 0; pit < pits_; ++pit) {
      int next = (pit + 1) % pits_;
      const bool is_store = owner_[at(next)] < 0;
      if (is_store && !(rules.sow_store && next == store(player))) next = (next + 1) % pits_;
      following_[at(player)][at(pit)] = static_cast<std::uint8_t>(next);
    }
    for (int pit = 0; pit < pits_; ++pit) {
      for (int hand = 0; hand <= kMostTabled; ++hand) {
        MancalaState state;
        state.turn = player;
        state.pits[at(pit)] = static_cast<std::uint8_t>(hand);
        Drop& drop = drops_[at(player)][at(pit)][at(hand)];
        drop.last = static_cast<std::uint8_t>(lift(state, pit));
        drop.seeds = state.pits;
        drop.seeds[at(pit)] = static_cast<std::uint8_t>(drop.seeds[at(pit)] - hand);
      }
    }
  }
}

int Mancala::seeds(const MancalaState& state, int player) const {
  int sum = 0;
  for (int i = 0; i < rules_.houses; ++i) sum += state.pits[row_[at(player)][at(i)]];
  return sum;
}

int Mancala::total(const MancalaState& state) const {
  int sum = 0;
  for (int pit = 0; pit < pits_; ++pit) sum += state.pits[at(pit)];
  return sum;
}

bool Mancala::has_seeds(const MancalaState& state, int player) const {
  return filled_houses(state, player) != 0;
}

std::uint32_t Mancala::filled_houses(const MancalaState& state, int player) const {
  return filled(state) & houses_[at(player)];
}

bool Mancala::has_majority(const MancalaState& state) const {
  const int best = std::max(banked(state, 0), banked(state, 1));
  return rules_.finish == Finish::majority && 2 * best > total(state);
}

// The endings that can be read off the pits. What remains is a mover without a legal move.
bool Mancala::is_over_by_count(const MancalaState& state) const {
  switch (rules_.finish) {
    case Finish::all_empty:
      return false;  // then the mover has no move either
    case Finish::row_empty:
      return !has_seeds(state, 0) || !has_seeds(state, 1);
    case Finish::majority:
      return has_majority(state);  // half each needs no question: then the houses are empty
  }
  return false;
}

// Lifts the seeds of `house` and drops them one by one. Returns where the last one fell.
int Mancala::lift(MancalaState& state, int house) const {
  const auto& following = following_[at(state.turn)];
  const std::size_t origin = at(house);
  std::size_t pit = origin;
  for (int hand = std::exchange(state.pits[origin], std::uint8_t{0}); hand > 0; --hand) {
    pit = following[pit];
    if (rules_.skip_origin && pit == origin) pit = following[pit];
    ++state.pits[pit];
  }
  return static_cast<int>(pit);
}

// Sows from `house`, relays included. Returns where the last seed fell.
int Mancala::sow(MancalaState& state, int house) const {
  auto& pits = state.pits;
  for (int pit = house;;) {
    const int hand = pits[at(pit)];
    if (hand > kMostTabled) {
      pit = lift(state, pit);
    } else {
      const Drop& known = drops_[at(state.turn)][at(pit)][at(hand)];
      for (std::size_t i = 0; i < kPitBytes; ++i) {
        pits[i] = static_cast<std::uint8_t>(pits[i] + known.seeds[i]);
      }
      pit = known.last;
    }
    const bool ends = !rules_.relay || owner_[at(pit)] < 0 || pits[at(pit)] == 1;
    if (ends) return pit;
  }
}

// Takes the last seed and the house opposite, if that is what the last seed does.
void Mancala::take_opposite(MancalaState& state, int last) const {
  auto& pits = state.pits;
  if (!owns(state.turn, last) || pits[at(last)] != 1) return;
  const int opposite = 2 * rules_.houses - last;
  if (rules_.capture == Capture::opposite && pits[at(opposite)] == 0) return;
  auto& own_store = pits[at(store(state.turn))];
  own_store = static_cast<std::uint8_t>(own_store + 1 + pits[at(opposite)]);
  pits[at(last)] = 0;
  pits[at(opposite)] = 0;
}

// The opponent's houses that the last seed captures, before the grand slam rule.
std::uint32_t Mancala::twos_threes(const MancalaState& state, int last) const {
  const int opponent = 1 - state.turn;
  std::uint32_t taken = 0;
  for (int pit = last; pit >= 0 && owns(opponent, pit); --pit) {
    const int held = state.pits[at(pit)];
    if (held != 2 && held != 3) break;
    taken |= bit(pit);
  }
  return taken;
}

// A capture that would leave the opponent nothing.
bool Mancala::is_slam(const MancalaState& sown, std::uint32_t taken) const {
  if (taken == 0) return false;
  for (int i = 0; i < rules_.houses; ++i) {
    const int pit = row_[at(1 - sown.turn)][at(i)];
    if (sown.pits[at(pit)] != 0 && !(taken & bit(pit))) return false;
  }
  return true;
}

// At least one seed reaches the opponent's houses. A slam is cancelled, so it feeds as well.
bool Mancala::feeds(const MancalaState& state, int house) const {
  MancalaState after = state;
  sow(after, house);
  return has_seeds(after, 1 - state.turn);
}

bool Mancala::slams(const MancalaState& state, int house) const {
  MancalaState after = state;
  const int last = sow(after, house);
  return is_slam(after, twos_threes(after, last));
}

std::uint32_t Mancala::moves(const MancalaState& state) const {
  if (is_over_by_count(state)) return 0;
  std::uint32_t houses = filled_houses(state, state.turn);
  const auto only = [&](auto&& wanted) {
    std::uint32_t kept = 0;
    for (std::uint32_t rest = houses; rest != 0; rest &= rest - 1) {
      const int pit = std::countr_zero(rest);
      if (wanted(pit)) kept |= bit(pit);
    }
    return kept;
  };
  if (rules_.feed && !has_seeds(state, 1 - state.turn)) {
    houses = only([&](int pit) { return feeds(state, pit); });
  }
  if (rules_.slam_illegal && rules_.capture == Capture::twos_threes) {
    const std::uint32_t modest = only([&](int pit) { return !slams(state, pit); });
    if (modest != 0) houses = modest;
  }
  if (houses != 0 && rules_.pie && state.swap && state.turn == 1) houses |= kSwapBit;
  return houses;
}

MancalaState Mancala::play(const MancalaState& state, int move) const {
  MancalaState after = state;
  advance(after, move);
  return after;
}

void Mancala::advance(MancalaState& state, int move) const {
  const int mover = state.turn;
  state.swap = rules_.pie && state.swap && mover == 0;
  if (move == kSwap) {
    const auto before = state.pits;
    for (int pit = 0; pit < pits_; ++pit) {
      state.pits[at(pit)] = before[at((pit + pits_ / 2) % pits_)];
    }
    state.turn = 0;
    return;
  }

  const int last = sow(state, move);
  switch (rules_.capture) {
    case Capture::none:
      break;
    case Capture::opposite:
    case Capture::always:
      take_opposite(state, last);
      break;
    case Capture::twos_threes: {
      std::uint32_t taken = twos_threes(state, last);
      if (is_slam(state, taken)) break;
      auto& own_store = state.pits[at(store(mover))];
      for (; taken != 0; taken &= taken - 1) {
        auto& house = state.pits[at(std::countr_zero(taken))];
        own_store = static_cast<std::uint8_t>(own_store + std::exchange(house, std::uint8_t{0}));
      }
      break;
    }
  }

  const int opponent = 1 - mover;
  const bool stays = (rules_.again && last == store(mover)) ||
                     (rules_.finish == Finish::all_empty && !has_seeds(state, opponent));
  if (!stays) state.turn = opponent;
}

int Mancala::margin(const MancalaState& state) const {
  int ahead = banked(state, 0) - banked(state, 1);
  // A majority ends the game as it is; every other ending shares out what is left.
  if (rules_.keep && !has_majority(state)) ahead += seeds(state, 0) - seeds(state, 1);
  return ahead;
}

std::uint64_t Mancala::perft(const MancalaState& state, int depth, Pulse& pulse) const {
  if (depth <= 0) return 1;
  std::uint32_t legal = moves(state);
  if (legal == 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(std::popcount(legal));
  if (depth > 2) pulse.tick();
  std::uint64_t sum = 0;
  for (; legal != 0; legal &= legal - 1) {
    const int pit = std::countr_zero(legal);
    sum += perft(play(state, pit == 31 ? kSwap : pit), depth - 1, pulse);
  }
  return sum;
}

}  // namespace turnstone
