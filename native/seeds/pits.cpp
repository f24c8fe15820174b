// Tables of binomials and the way back from a number to its position.
#include "pits.h"

#include <algorithm>

namespace turnstone::seeds {

template <class Index>
PitNumbers<Index>::PitNumbers(int side, int seeds)
    : side_(side), stride_(seeds + 1), terms_(static_cast<std::size_t>(2 * side * stride_)) {
  // C(s + j, j + 1) = C(s - 1 + j, j + 1) + C(s - 1 + j, j), and C(s - 1, 0) = 1 for house 0.
  for (int house = 0; house < 2 * side; ++house) {
    for (int sum = 1; sum <= seeds; ++sum) {
      const std::size_t at = static_cast<std::size_t>(house * stride_ + sum);
      terms_[at] = terms_[at - 1] + (house == 0 ? 1 : terms_[at - stride_]);
    }
  }
}

template <class Index>
void PitNumbers<Index>::lay(Index index, std::uint8_t* ring) const {
  std::fill(ring, ring + 2 * side_ + 2, std::uint8_t{0});
  int above = -1;  // seeds in this house and all before it, fixed by the houses after it
  for (int house = 2 * side_ - 1; house >= 0; --house) {
    const Index* row = terms_.data() + house * stride_;
    const Index* end = row + (above < 0 ? stride_ : above + 1);
    const int sum = static_cast<int>(std::upper_bound(row, end, index) - row) - 1;
    if (above >= 0) ring[pit(house + 1)] = static_cast<std::uint8_t>(above - sum);
    index -= row[sum];
    above = sum;
  }
  ring[0] = static_cast<std::uint8_t>(above);
}

template class PitNumbers<std::uint64_t>;
template class PitNumbers<Wide>;

int index_bits(int side, int seeds) {
  const PitNumbers<Wide> numbers(side, seeds + 1);
  int bits = 0;
  for (Wide most = numbers.level(seeds + 1); most > 0; most >>= 1) ++bits;
  return bits;
}

}  // namespace turnstone::seeds
