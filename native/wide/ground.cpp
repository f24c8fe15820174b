#include "ground.h"

namespace turnstone {
namespace {

using detail::downwards;
using detail::Rows;
using detail::sideways;

template <int Columns, int Lines>
Rows both_ways(const Rows& rows) {
  return sideways<Columns>(downwards<Lines>(rows)) | sideways<-Columns>(downwards<-Lines>(rows));
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

Squares Ground::stable(const Squares& own) const {
  const Squares seeds = own & corners;
  if (!seeds.any()) return seeds;
  const Rows mine(own);
  Rows found(seeds);
  for (;;) {
    // A neighbour that cannot be flipped holds the disc on their common axis.
    const Rows more = mine & (Rows(closed[0]) | both_ways<1, 0>(found)) &
                      (Rows(closed[1]) | both_ways<0, 1>(found)) &
                      (Rows(closed[2]) | both_ways<1, 1>(found)) &
                      (Rows(closed[3]) | both_ways<-1, 1>(found));
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
