// Works out the geometry of a field from its mask.
#include "field.h"

#include <utility>

namespace turnstone::endgame {

namespace {

constexpr std::array<int, 4> row_step = {0, 1, 1, 1};
constexpr std::array<int, 4> column_step = {1, -1, 0, 1};

bool playable(std::uint64_t mask, int row, int column) {
  return row >= 0 && row < 8 && column >= 0 && column < 8 && (mask & bit(row * 8 + column)) != 0;
}

// True if, along this axis from this square, a gap is followed by more of the board.
bool has_gap(std::uint64_t mask, int row, int column, std::size_t axis) {
  bool left_board = false;
  for (int i = 1; i < 8; ++i) {
    const bool here = playable(mask, row + i * row_step[axis], column + i * column_step[axis]);
    if (here && left_board) return true;
    left_board = left_board || !here;
  }
  return false;
}

}  // namespace

Field::Field(std::uint64_t playable_squares)
    : mask(playable_squares), squares(count(playable_squares)), convex(true), wall{},
      corners(playable_squares), x_squares(0), c_squares(0), edges(0), region{}, odd{}, width(0),
      height(0), left(8), top(8) {
  int right = -1;
  int bottom = -1;
  for (int square = 0; square < 64; ++square) {
    if ((mask & bit(square)) == 0) continue;
    const int row = square / 8;
    const int column = square % 8;
    left = column < left ? column : left;
    right = column > right ? column : right;
    top = row < top ? row : top;
    bottom = row > bottom ? row : bottom;
    int walls = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) {
      const bool before = playable(mask, row - row_step[axis], column - column_step[axis]);
      const bool after = playable(mask, row + row_step[axis], column + column_step[axis]);
      if (!before || !after) {
        wall[axis] |= bit(square);
        ++walls;
      }
      convex = convex && !has_gap(mask, row, column, axis);
    }
    if (walls >= 3) edges |= bit(square);
  }
  for (const std::uint64_t walled : wall) corners &= walled;
  for (std::uint64_t rest = corners; rest != 0; rest &= rest - 1) {
    const int square = first(rest);
    const std::uint64_t around = neighbours[static_cast<std::size_t>(square)] & mask & ~corners;
    const std::uint64_t straight =
        ((bit(square) & ~file_h) << 1) | ((bit(square) & ~file_a) >> 1) | (bit(square) << 8) |
        (bit(square) >> 8);
    c_squares |= around & straight;
    x_squares |= around & ~straight;
  }
  c_squares &= ~x_squares;
  const int middle_row = (top + bottom + 1) / 2;
  const int middle_column = (left + right + 1) / 2;
  for (int square = 0; square < 64; ++square) {
    const int quarter = 2 * (square / 8 >= middle_row) + (square % 8 >= middle_column);
    region[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(1 << quarter);
    for (unsigned bits = 0; bits < 16; ++bits) {
      if (bits & (1U << quarter)) odd[bits] |= bit(square) & mask;
    }
  }
  if ((right - left + 1) * (bottom - top + 1) == squares) {
    width = right - left + 1;
    height = bottom - top + 1;
  }
  find_symmetries(right, bottom);
}

void Field::find_symmetries(int right, int bottom) {
  const bool square_box = right - left == bottom - top;
  for (int kind = 1; kind < (square_box ? 8 : 4); ++kind) {
    std::array<std::uint8_t, 64> map{};
    bool onto_itself = true;
    for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1) {
      const int square = first(rest);
      int down = square / 8 - top;
      int across = square % 8 - left;
      if (kind & 4) std::swap(down, across);
      if (kind & 2) down = bottom - top - down;
      if (kind & 1) across = right - left - across;
      const int image = (down + top) * 8 + across + left;
      onto_itself = onto_itself && (mask & bit(image)) != 0;
      map[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(image);
    }
    if (onto_itself) symmetries.push_back(map);
  }
}

void Field::canonise(std::uint64_t& own, std::uint64_t& other) const {
  const std::uint64_t own_before = own;
  const std::uint64_t other_before = other;
  for (const auto& map : symmetries) {
    const auto image = [&map](std::uint64_t set) {
      std::uint64_t moved = 0;
      for (; set != 0; set &= set - 1) moved |= bit(map[static_cast<std::size_t>(first(set))]);
      return moved;
    };
    const std::uint64_t own_image = image(own_before);
    if (own_image > own) continue;
    const std::uint64_t other_image = image(other_before);
    if (own_image < own || other_image < other) {
      own = own_image;
      other = other_image;
    }
  }
}

}  // namespace turnstone::endgame
