// A number for every way to lay seeds into houses: small, dense, without gaps.
//
// Let s(j) be the seeds in the first j+1 houses. Drawn as stars and bars, bar j stands at place
// s(j) + j, and the combinatorial number system ranks the set of bars as
//     sum over j of C(s(j) + j, j + 1).
// The last term is the number of positions with fewer seeds in all, so positions are numbered
// level by level (a level: all positions with k seeds in the houses) and C(K+n, n) numbers hold
// every position of n houses with up to K seeds. A database needs no more key than this, and the
// transposition table stores it whole.
#pragma once

#include <cstdint>
#include <vector>

namespace turnstone::seeds {

__extension__ typedef unsigned __int128 Wide;

// Index is uint64_t, or Wide for boards whose positions outnumber 2^64.
template <class Index>
class PitNumbers {
 public:
  // `side` houses on each side, up to `seeds` seeds.
  PitNumbers(int side, int seeds);

  // How many positions hold fewer than `seeds` seeds.
  Index level(int seeds) const { return terms_[(2 * side_ - 1) * stride_ + seeds]; }

  // The number of a ring: its houses lie at 0 … side-1 and side+1 … 2·side.
  Index index(const std::uint8_t* ring) const {
    Index index = 0;
    int sum = 0;
    const Index* row = terms_.data();
    for (int pit = 0; pit < side_; ++pit, row += stride_) index += row[sum += ring[pit]];
    ring += side_ + 1;
    for (int pit = 0; pit < side_; ++pit, row += stride_) index += row[sum += ring[pit]];
    return index;
  }

  // Lays out the ring with this number; the stores are left empty.
  void lay(Index index, std::uint8_t* ring) const;

  // Turns a ring into the next one of its level; false after the last.
  bool advance(std::uint8_t* ring) const {
    int house = 0;
    while (house + 1 < 2 * side_ && ring[pit(house + 1)] == 0) ++house;
    if (house + 1 >= 2 * side_) return false;
    const std::uint8_t first = ring[0];
    ring[0] = 0;
    --ring[pit(house + 1)];
    ring[pit(house)] = static_cast<std::uint8_t>(first + 1);
    return true;
  }

 private:
  int pit(int house) const { return house + (house >= side_); }

  int side_;
  int stride_;
  std::vector<Index> terms_;  // C(sum + house, house + 1)
};

extern template class PitNumbers<std::uint64_t>;
extern template class PitNumbers<Wide>;

// The bits that number every position of so many houses and seeds.
int index_bits(int side, int seeds);

}  // namespace turnstone::seeds
