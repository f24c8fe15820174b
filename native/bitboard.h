// Discs on a board of at most 8x8 as 64-bit sets: bit = row * 8 + column, a1 is bit 0 (top left).
// Smaller and blocked boards are masks; a run of flips ends at a blocked square because such a
// square belongs to neither player. The portable code defines the answers; AVX2 gives the same
// ones faster, by treating the four axes as four lanes. No instruction set is asked for at run
// time: the build compiles the kernel once for each level.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace turnstone {

inline constexpr std::uint64_t kAllSquares = ~std::uint64_t{0};
inline constexpr std::uint64_t file_a = 0x0101010101010101;
inline constexpr std::uint64_t file_h = file_a << 7;

constexpr std::uint64_t bit(int square) { return std::uint64_t{1} << square; }
inline int count(std::uint64_t set) { return std::popcount(set); }
constexpr int first(std::uint64_t set) { return std::countr_zero(set); }

// The squares next to those of `set`, in all eight directions, `set` itself included.
constexpr std::uint64_t grown(std::uint64_t set) {
  const std::uint64_t rows = set | (set << 8) | (set >> 8);
  return rows | ((rows & ~file_h) << 1) | ((rows & ~file_a) >> 1);
}

namespace detail {

// rays[square]: first the four directions of rising bits (east, south-west, south, south-east),
// then the four of falling bits (west, north-east, north, north-west), so that one 32-byte load
// fetches four of them.
struct alignas(32) Rays {
  std::uint64_t up[4];
  std::uint64_t down[4];
};

constexpr std::array<Rays, 64> make_rays() {
  constexpr int row_step[4] = {0, 1, 1, 1};
  constexpr int column_step[4] = {1, -1, 0, 1};
  std::array<Rays, 64> rays{};
  for (int square = 0; square < 64; ++square) {
    for (int axis = 0; axis < 4; ++axis) {
      for (int sign = -1; sign <= 1; sign += 2) {
        std::uint64_t ray = 0;
        int row = square / 8 + sign * row_step[axis];
        int column = square % 8 + sign * column_step[axis];
        while (row >= 0 && row < 8 && column >= 0 && column < 8) {
          ray |= bit(row * 8 + column);
          row += sign * row_step[axis];
          column += sign * column_step[axis];
        }
        (sign > 0 ? rays[square].up : rays[square].down)[axis] = ray;
      }
    }
  }
  return rays;
}

inline constexpr std::array<Rays, 64> rays = make_rays();

constexpr std::array<std::uint64_t, 64> make_neighbours() {
  std::array<std::uint64_t, 64> neighbours{};
  for (int square = 0; square < 64; ++square) {
    neighbours[square] = grown(bit(square)) & ~bit(square);
  }
  return neighbours;
}

}  // namespace detail

inline constexpr std::array<std::uint64_t, 64> neighbours = detail::make_neighbours();

namespace portable {

// The empty squares where `own` may move: runs of `other` next to an own disc, one step further.
inline std::uint64_t moves(std::uint64_t own, std::uint64_t other, std::uint64_t mask) {
  constexpr int steps[4] = {1, 7, 8, 9};
  constexpr std::uint64_t inner = ~(file_a | file_h);
  std::uint64_t reached = 0;
  for (int axis = 0; axis < 4; ++axis) {
    const int step = steps[axis];
    const std::uint64_t runs = other & (step == 8 ? ~std::uint64_t{0} : inner);
    std::uint64_t up = runs & (own << step);
    std::uint64_t down = runs & (own >> step);
    up |= runs & (up << step);
    down |= runs & (down >> step);
    const std::uint64_t pairs_up = runs & (runs << step);
    const std::uint64_t pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    reached |= (up << step) | (down >> step);
  }
  return reached & mask & ~(own | other);
}

// The discs of `other` that turn when `own` plays on the empty `square`; none if it may not.
inline std::uint64_t flips(std::uint64_t own, std::uint64_t other, int square) {
  const detail::Rays& rays = detail::rays[static_cast<std::size_t>(square)];
  std::uint64_t flipped = 0;
  for (int axis = 0; axis < 4; ++axis) {
    // Rising: the lowest square of the ray without an opposing disc ends the run.
    const std::uint64_t up_end = rays.up[axis] & ~other;
    const std::uint64_t up_own = up_end & (~up_end + 1) & own;
    flipped |= (up_own - (up_own != 0)) & rays.up[axis];
    // Falling: the highest one does.
    const std::uint64_t down_end = rays.down[axis] & ~other;
    const std::uint64_t top = bit(63 - std::countl_zero(down_end | 1)) & down_end & own;
    flipped |= (~(top << 1) + 1) & rays.down[axis];
  }
  return flipped;
}

}  // namespace portable

#if defined(__AVX2__)

namespace detail {

inline std::uint64_t joined(__m256i lanes) {
  const __m128i halves =
      _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  return static_cast<std::uint64_t>(
      _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))));
}

inline __m256i spread(std::uint64_t set) {
  return _mm256_set1_epi64x(static_cast<long long>(set));
}

}  // namespace detail

inline std::uint64_t moves(std::uint64_t own, std::uint64_t other, std::uint64_t mask) {
  const __m256i step = _mm256_set_epi64x(9, 8, 7, 1);
  const __m256i twice = _mm256_set_epi64x(18, 16, 14, 2);
  const long long inner = static_cast<long long>(~(file_a | file_h));
  const __m256i discs = detail::spread(own);
  const __m256i runs =
      _mm256_and_si256(detail::spread(other), _mm256_set_epi64x(inner, -1, inner, inner));
  __m256i up = _mm256_and_si256(runs, _mm256_sllv_epi64(discs, step));
  __m256i down = _mm256_and_si256(runs, _mm256_srlv_epi64(discs, step));
  up = _mm256_or_si256(up, _mm256_and_si256(runs, _mm256_sllv_epi64(up, step)));
  down = _mm256_or_si256(down, _mm256_and_si256(runs, _mm256_srlv_epi64(down, step)));
  const __m256i pairs_up = _mm256_and_si256(runs, _mm256_sllv_epi64(runs, step));
  const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
  up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
  down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
  up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
  down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
  const __m256i reached =
      _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
  return detail::joined(reached) & mask & ~(own | other);
}

inline std::uint64_t flips(std::uint64_t own, std::uint64_t other, int square) {
  const detail::Rays& rays = detail::rays[static_cast<std::size_t>(square)];
  const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up));
  const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down));
  const __m256i step = _mm256_set_epi64x(9, 8, 7, 1);
  const __m256i own_discs = detail::spread(own);
  const __m256i runs = detail::spread(other);
  const __m256i zero = _mm256_setzero_si256();

  const __m256i up_end = _mm256_andnot_si256(runs, up);
  const __m256i up_own =
      _mm256_and_si256(_mm256_and_si256(up_end, _mm256_sub_epi64(zero, up_end)), own_discs);
  // up_own - 1 fills the ray below the end; lanes without an end stay at zero.
  const __m256i below =
      _mm256_sub_epi64(_mm256_add_epi64(up_own, _mm256_set1_epi64x(-1)),
                       _mm256_cmpeq_epi64(up_own, zero));
  const __m256i up_flips = _mm256_and_si256(below, up);

  // AVX2 has no leading-zero count: smear the ends down their ray, so that what stays clear is
  // the run between the square and the first end.
  const __m256i down_end = _mm256_andnot_si256(runs, down);
  __m256i smeared = _mm256_or_si256(down_end, _mm256_srlv_epi64(down_end, step));
  smeared = _mm256_or_si256(
      smeared, _mm256_srlv_epi64(smeared, _mm256_set_epi64x(18, 16, 14, 2)));
  smeared = _mm256_or_si256(
      smeared, _mm256_srlv_epi64(smeared, _mm256_set_epi64x(36, 32, 28, 4)));
  const __m256i top = _mm256_andnot_si256(_mm256_srlv_epi64(smeared, step), smeared);
  const __m256i none = _mm256_cmpeq_epi64(_mm256_and_si256(top, own_discs), zero);
  const __m256i down_flips = _mm256_andnot_si256(none, _mm256_andnot_si256(smeared, down));
  return detail::joined(_mm256_or_si256(up_flips, down_flips));
}

#else

using portable::flips;
using portable::moves;

#endif

}  // namespace turnstone
