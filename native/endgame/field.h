// The playing field of one variant: its mask and the geometric facts the solver asks for at every
// node, worked out once. Nothing here assumes a square board without holes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../bitboard.h"

namespace turnstone::endgame {

enum class Goal : std::uint8_t { most, fewest };

struct Field {
  explicit Field(std::uint64_t playable);

  std::uint64_t mask;
  int squares;
  // No blocked square lies between two playable ones on any line. Then a run that meets no disc
  // of its own colour on the whole 8x8 line meets none on the board, and flips may be counted
  // from one player's discs alone.
  bool convex;
  // wall[axis]: squares with no playable neighbour on at least one side (axes: -, /, |, \).
  std::array<std::uint64_t, 4> wall;
  // Squares walled in on every axis: a disc there never turns.
  std::uint64_t corners;
  // Diagonal (X) and straight (C) neighbours of corners.
  std::uint64_t x_squares;
  std::uint64_t c_squares;
  // Squares walled in on three axes at least: the edges of the board.
  std::uint64_t edges;
  // Parity needs a cheap split into regions: the four quarters of the bounding box. Each square
  // has one of the bits 1, 2, 4, 8; odd[bits] joins the quarters whose bit is set.
  std::array<std::uint8_t, 64> region;
  std::array<std::uint64_t, 16> odd;
  // The straight, unbroken sides of a rectangular board, for the edge-stability table; 0 if the
  // mask is no rectangle.
  int width;
  int height;
  int left;
  int top;

  // The ways to turn and mirror the board onto itself, the identity left out: maps[i][square].
  std::vector<std::array<std::uint8_t, 64>> symmetries;

  // The least of the images of a position under those symmetries, in place.
  void canonise(std::uint64_t& own, std::uint64_t& other) const;

  std::uint64_t empties(std::uint64_t own, std::uint64_t other) const {
    return mask & ~(own | other);
  }
  // The set of regions that hold an odd number of empty squares.
  unsigned parity(std::uint64_t empty) const {
    return static_cast<unsigned>((count(empty & odd[1]) & 1) | (count(empty & odd[2]) & 1) << 1 |
                                 (count(empty & odd[4]) & 1) << 2 |
                                 (count(empty & odd[8]) & 1) << 3);
  }

 private:
  void find_symmetries(int right, int bottom);
};

// The official margin of a finished game for `own`: empty squares go to the winner, or with the
// goal of fewest discs to the loser.
template <Goal goal>
inline int margin(std::uint64_t own, std::uint64_t other, int squares) {
  const int own_discs = count(own);
  const int other_discs = count(other);
  const int most = own_discs > other_discs   ? squares - 2 * other_discs
                   : own_discs < other_discs ? 2 * own_discs - squares
                                             : 0;
  return goal == Goal::most ? most : -most;
}

}  // namespace turnstone::endgame
