// Made by `make weights` (bench/fit_weights.py): do not change it by hand. Off by so many discs
// means the root of the mean square of predicted minus final margins.
#pragma once

#include <array>

#include "knots.h"

namespace turnstone {

// clang-format off
// 4,800 games, 455,146 rows; off by 31.86 discs in every fifth game, which was kept out of the fit
inline constexpr std::array<Knots, 12> kWideMost{{
    {   38,   -17,   119},  // moves
    {   -7,    17,    14},  // moves, a hundredth of all
    {    4,    48,   -85},  // empty squares beside the other
    {  -63,   -46,   -66},  // discs beside empty squares
    {  437,   683,    31},  // corners
    {-1356,  -503,    34},  // beside an empty corner
    {-1608, -1192,    70},  // diagonal to an empty corner
    { -435,   -12,     1},  // edges
    { 1351,   171,    71},  // stable discs
    {   -1,   -18,    18},  // discs
    {  113,   147,   103},  // the last move
    { -151,  -235,   -59},  // the next move
}};

// 4,800 games, 455,647 rows; off by 14.94 discs in every fifth game, which was kept out of the fit
inline constexpr std::array<Knots, 12> kWideFewest{{
    {  -17,    15,    33},  // moves
    {    2,     3,     1},  // moves, a hundredth of all
    {    7,    17,    58},  // empty squares beside the other
    {   -1,   -24,    -5},  // discs beside empty squares
    { -883,  -657,   -38},  // corners
    { -146,     7,    65},  // beside an empty corner
    { -181,   -53,     9},  // diagonal to an empty corner
    { -200,   -74,    15},  // edges
    {  -16,   -33,   -56},  // stable discs
    {   -1,    -4,   -35},  // discs
    { -309,  -282,  -337},  // the last move
    {  -45,   -98,  -306},  // the next move
}};

// 4,800 games, 1,209,600 rows; off by 11.73 discs in every fifth game, which was kept out of the
// fit
inline constexpr std::array<Knots, 10> kColourMost{{
    {  -14,    10,    88},  // moves that flip
    {   39,   595,  -117},  // nothing to flip
    {  -39,     5,   -47},  // discs beside empty squares
    { 2311,   890,    10},  // corners
    { -550,  -134,    -2},  // beside an empty corner
    { -670,  -330,     4},  // diagonal to an empty corner
    {   77,    94,     7},  // edges
    {  179,    91,    50},  // stable discs
    {   13,     7,    46},  // discs
    { -101,   110,   185},  // to move
}};

// 4,800 games, 1,209,600 rows; off by 6.14 discs in every fifth game, which was kept out of the fit
inline constexpr std::array<Knots, 10> kColourFewest{{
    {    2,     6,    26},  // moves that flip
    { -186,   144,   189},  // nothing to flip
    {   34,    -4,    17},  // discs beside empty squares
    { -420,   -53,   -28},  // corners
    {  -63,   -37,   -14},  // beside an empty corner
    { -151,   -31,     8},  // diagonal to an empty corner
    { -111,  -102,     3},  // edges
    {  226,  -136,   -26},  // stable discs
    {   27,    -9,   -52},  // discs
    {  114,    -5,  -209},  // to move
}};
// clang-format on

}  // namespace turnstone
