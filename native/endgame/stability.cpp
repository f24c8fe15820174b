#include "stability.h"

#include <memory>
#include <mutex>
#include <vector>

namespace turnstone::endgame {

namespace {

// For every state of a side of `length` squares, the discs of both colours that keep their colour
// however it is filled. Either player may take any empty square: a move can be legal by what it
// turns inside the board.
class SideTable {
 public:
  explicit SideTable(int length)
      : length_(length), stable_(std::size_t{1} << (2 * length)), done_(stable_.size()) {
    for (unsigned own = 0; own < 1U << length; ++own) {
      for (unsigned other = 0; other < 1U << length; ++other) {
        if ((own & other) == 0) solve(own, other);
      }
    }
  }
  std::span<const std::uint8_t> states() const { return stable_; }

 private:
  unsigned solve(unsigned own, unsigned other) {
    const std::size_t index = own << length_ | other;
    if (done_[index]) return stable_[index];
    unsigned stable = own | other;
    for (int square = 0; square < length_; ++square) {
      if ((own | other) >> square & 1) continue;
      const unsigned by_own = turned(own, other, square);
      stable &= solve(own | by_own | 1U << square, other & ~by_own) & ~by_own;
      const unsigned by_other = turned(other, own, square);
      stable &= solve(own & ~by_other, other | by_other | 1U << square) & ~by_other;
    }
    done_[index] = true;
    stable_[index] = static_cast<std::uint8_t>(stable);
    return stable;
  }

  unsigned turned(unsigned own, unsigned other, int square) const {
    unsigned all = 0;
    for (int step = -1; step <= 1; step += 2) {
      unsigned run = 0;
      int at = square + step;
      while (at >= 0 && at < length_ && (other >> at & 1)) {
        run |= 1U << at;
        at += step;
      }
      if (at >= 0 && at < length_ && (own >> at & 1)) all |= run;
    }
    return all;
  }

  int length_;
  std::vector<std::uint8_t> stable_;
  std::vector<bool> done_;
};

std::span<const std::uint8_t> side_table(int length) {
  static std::array<std::once_flag, 9> made;
  static std::array<std::unique_ptr<SideTable>, 9> tables;
  const auto index = static_cast<std::size_t>(length);
  std::call_once(made[index], [&] { tables[index] = std::make_unique<SideTable>(length); });
  return tables[index]->states();
}

// Bit r of the byte to bit 8r of the set.
constexpr std::array<std::uint64_t, 256> make_upright() {
  std::array<std::uint64_t, 256> upright{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    for (int row = 0; row < 8; ++row) {
      if (byte >> row & 1) upright[byte] |= bit(8 * row);
    }
  }
  return upright;
}

constexpr std::array<std::uint64_t, 256> upright = make_upright();

constexpr std::array<int, 4> steps = {1, 7, 8, 9};
constexpr std::uint64_t not_a = ~file_a;
constexpr std::uint64_t not_h = ~file_h;
// What may enter a square by a rising or a falling step without wrapping round the board.
constexpr std::array<std::uint64_t, 4> rising_into = {not_a, not_h, ~std::uint64_t{0}, not_a};
constexpr std::array<std::uint64_t, 4> falling_into = {not_h, not_a, ~std::uint64_t{0}, not_h};

}  // namespace

Stability::Stability(const Field& field) : field_(field) {
  if (field.width >= 2 && field.height >= 2) {
    row_ = side_table(field.width);
    column_ = side_table(field.height);
  }
}

std::uint64_t Stability::stable_on_sides(std::uint64_t own, std::uint64_t other) const {
  if (row_.empty()) return 0;
  const unsigned across = (1U << field_.width) - 1;
  const unsigned down = (1U << field_.height) - 1;
  std::uint64_t stable = 0;
  for (const int row : {field_.top, field_.top + field_.height - 1}) {
    const int shift = 8 * row + field_.left;
    const auto mine = static_cast<unsigned>(own >> shift) & across;
    const auto theirs = static_cast<unsigned>(other >> shift) & across;
    stable |= std::uint64_t{row_[mine << field_.width | theirs] & mine} << shift;
  }
  for (const int column : {field_.left, field_.left + field_.width - 1}) {
    const int shift = 8 * field_.top + column;
    constexpr std::uint64_t gather = 0x0102040810204080;
    const auto mine = static_cast<unsigned>(((own >> shift) & file_a) * gather >> 56) & down;
    const auto theirs = static_cast<unsigned>(((other >> shift) & file_a) * gather >> 56) & down;
    stable |= upright[column_[mine << field_.height | theirs] & mine] << shift;
  }
  return stable;
}

std::uint64_t Stability::stable(std::uint64_t own, std::uint64_t other) const {
  const std::uint64_t empty = field_.empties(own, other);
  // safe[axis]: squares whose line is full, or that stand at a wall.
  std::array<std::uint64_t, 4> safe;
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const int step = steps[axis];
    std::uint64_t up = empty;
    std::uint64_t down = empty;
    std::uint64_t up_path = field_.mask & rising_into[axis];
    std::uint64_t down_path = field_.mask & falling_into[axis];
    for (int reach = step; reach <= 4 * step; reach *= 2) {
      up |= up_path & (up << reach);
      down |= down_path & (down >> reach);
      up_path &= up_path << reach;
      down_path &= down_path >> reach;
    }
    safe[axis] = ~(up | down) | field_.wall[axis];
  }
  std::uint64_t stable =
      stable_on_sides(own, other) | (own & safe[0] & safe[1] & safe[2] & safe[3]);
  for (std::uint64_t before = 0; stable != before;) {
    before = stable;
    std::uint64_t held = own;
    for (std::size_t axis = 0; axis < 4; ++axis) {
      held &= safe[axis] | ((stable << steps[axis]) & rising_into[axis]) |
              ((stable >> steps[axis]) & falling_into[axis]);
    }
    stable |= held;
  }
  return stable;
}

}  // namespace turnstone::endgame
