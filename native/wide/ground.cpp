#include "ground.h"

#include <type_traits>

namespace turnstone {
namespace {

using detail::downwards;
using detail::Rows;
using detail::sideways;

template <int Columns, int Lines>
Rows both_ways(const Rows& rows) {
  return sideways<Columns>(downwards<Lines>(rows)) | sideways<-Columns>(downwards<-Lines>(rows));
}

// All squares of `board` that a line without gaps joins to `from`, one way.
template <int Columns, int Lines>
Rows one_way(const Rows& from, const Rows& board) {
  const auto step = [](const auto& rows, auto times) {
    return sideways<times.value * Columns>(downwards<times.value * Lines>(rows));
  };
  using std::integral_constant;
  Rows reached = from | (board & step(from, integral_constant<int, 1>{}));
  const Rows pairs = board & step(board, integral_constant<int, 1>{});
  reached = reached | (pairs & step(reached, integral_constant<int, 2>{}));
  const Rows fours = pairs & step(pairs, integral_constant<int, 2>{});
  reached = reached | (fours & step(reached, integral_constant<int, 4>{}));
  const Rows eights = fours & step(fours, integral_constant<int, 4>{});
  return reached | (eights & step(reached, integral_constant<int, 8>{}));
}

template <int Columns, int Lines>
Rows line_of(const Rows& from, const Rows& board) {
  return one_way<Columns, Lines>(from, board) | one_way<-Columns, -Lines>(from, board);
}

template <int Columns, int Lines>
Squares closed_axis(const Squares& mask) {
  // Beyond the sixteenth column or row nothing exists either: the shift brings in nothing.
  const Rows rows(mask);
  const Rows open = sideways<Columns>(downwards<Lines>(rows)) &
                    sideways<-Columns>(downwards<-Lines>(rows));
  return static_cast<Squares>(rows - open);
}

}  // namespace

Ground::Ground(const Squares& squares)
    : mask(squares),
      closed{closed_axis<1, 0>(squares), closed_axis<0, 1>(squares), closed_axis<1, 1>(squares),
             closed_axis<-1, 1>(squares)} {
  for_each(mask, [&](int square) {
    int axes = 0;
    for (const Squares& each : closed) axes += each.has(square);
    (axes == 4 ? corners : axes == 3 ? edges : inside).add(square);
  });
}

std::array<Squares, 4> Ground::settled(const Squares& empty) const {
  const Rows open(empty), board(mask);
  const auto settle = [&](const Squares& axis, const Rows& reached) {
    return static_cast<Squares>(Rows(axis) | (board - reached));
  };
  return {settle(closed[0], line_of<1, 0>(open, board)),
          settle(closed[1], line_of<0, 1>(open, board)),
          settle(closed[2], line_of<1, 1>(open, board)),
          settle(closed[3], line_of<-1, 1>(open, board))};
}

Squares Ground::stable(const Squares& own, const std::array<Squares, 4>& settled) const {
  const Rows mine(own);
  Rows found = mine & Rows(settled[0]) & Rows(settled[1]) & Rows(settled[2]) & Rows(settled[3]);
  if (!static_cast<Squares>(found).any()) return {};
  for (;;) {
    const Rows more = mine & (Rows(settled[0]) | both_ways<1, 0>(found)) &
                      (Rows(settled[1]) | both_ways<0, 1>(found)) &
                      (Rows(settled[2]) | both_ways<1, 1>(found)) &
                      (Rows(settled[3]) | both_ways<-1, 1>(found));
    if (!static_cast<Squares>(more - found).any()) return static_cast<Squares>(found);
    found = more;
  }
}

Squares beside(const Squares& squares) {
  const Rows rows(squares);
  return static_cast<Squares>(both_ways<1, 0>(rows) | both_ways<0, 1>(rows));
}

Squares diagonal_to(const Squares& squares) {
  const Rows rows(squares);
  return static_cast<Squares>(both_ways<1, 1>(rows) | both_ways<-1, 1>(rows));
}

}  // namespace turnstone
