// The tables behind the quick sowing, and the rarer rules.
#include "sowing.h"

#include <bit>

namespace turnstone::seeds {

template <int Lanes>
Sowing<Lanes>::Sowing(const MancalaRules& rules, int total)
    : rules_(rules),
      stride_(total + 1),
      store_(rules.store(0)),
      patterns_(static_cast<std::size_t>(rules.pits() * stride_)),
      without_(static_cast<std::size_t>(rules.pits())),
      lasts_(patterns_.size()) {
  const int pits = rules.pits();
  for (auto& lane : turned_.pits) lane = 255;
  for (int pit = 0; pit < pits; ++pit) {
    std::memset(without_[static_cast<std::size_t>(pit)].pits, 255, Lanes);
    without_[static_cast<std::size_t>(pit)].pits[pit] = 0;
    if (rules.is_store(pit)) continue;
    turned_.pits[pit] = static_cast<std::uint8_t>((pit + rules.houses + 1) % pits);
    if (rules.owns(0, pit)) {
      own_.pits[pit] = 255;
      own_bits_ |= 1u << pit;
    } else {
      other_.pits[pit] = 255;
    }
    Board<Lanes> sown{};
    int at = pit;
    for (int hand = 0; hand <= total; ++hand) {
      const auto entry = static_cast<std::size_t>(pit * stride_ + hand);
      patterns_[entry] = sown;
      lasts_[entry] = static_cast<std::uint8_t>(at);
      do {
        at = (at + 1) % pits;
      } while (at == rules.store(1) || (at == store_ && !rules.sow_store) ||
               (at == pit && rules.skip_origin));
      ++sown.pits[at];
    }
  }
}

template <int Lanes>
Spot<Lanes> Sowing<Lanes>::view(const MancalaState& position) const {
  Spot<Lanes> spot{};
  for (int pit = 0; pit < rules_.pits(); ++pit) {
    const int from = pit_of(position.turn, pit);
    if (rules_.is_store(from)) continue;
    spot.board.pits[pit] = position.pits[static_cast<std::size_t>(from)];
    spot.seeds += spot.board.pits[pit];
  }
  if (rules_.finish == Finish::majority) {
    const int own = position.pits[static_cast<std::size_t>(rules_.store(position.turn))];
    const int other = position.pits[static_cast<std::size_t>(rules_.store(1 - position.turn))];
    spot.need = (spot.seeds + own + other) / 2 - own;
  }
  return spot;
}

// Captures backwards from `last`; a grand slam captures nothing.
template <int Lanes>
int Sowing<Lanes>::take_twos_threes(Board<Lanes>& board, int last, bool& slam) const {
  int first = last, taken = 0;
  while (other_.pits[first] && (board.pits[first] == 2 || board.pits[first] == 3)) {
    taken += board.pits[first--];
  }
  if (taken == 0) return 0;
  slam = taken == row(board, other_);
  if (slam) return 0;
  while (last > first) board.pits[last--] = 0;
  return taken;
}

// Feeding first, then grand slams, as the rules order them.
template <int Lanes>
std::uint32_t Sowing<Lanes>::restrict_moves(const Spot<Lanes>& spot, std::uint32_t moves) const {
  const auto sown = [&](int house) {
    const int hand = spot.board.pits[house];
    Board<Lanes> board = spot.board;
    board.pits[house] = 0;
    for (int pit = 0; pit < rules_.pits(); ++pit) {
      board.pits[pit] = static_cast<std::uint8_t>(board.pits[pit] + pattern(house, hand).pits[pit]);
    }
    return board;
  };
  if (rules_.feed && !any(spot.board, other_)) {
    for (std::uint32_t left = moves; left; left &= left - 1) {
      const int house = std::countr_zero(left);
      if (!any(sown(house), other_)) moves &= ~(1u << house);
    }
  }
  if (rules_.slam_illegal && rules_.capture == Capture::twos_threes) {
    std::uint32_t modest = 0;
    for (std::uint32_t left = moves; left; left &= left - 1) {
      const int house = std::countr_zero(left);
      Board<Lanes> board = sown(house);
      bool slam = false;
      take_twos_threes(board, last(house, spot.board.pits[house]), slam);
      if (!slam) modest |= 1u << house;
    }
    if (modest) return modest;
  }
  return moves;
}

template class Sowing<16>;
template class Sowing<32>;

}  // namespace turnstone::seeds
