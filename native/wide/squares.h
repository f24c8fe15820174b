// A set of squares on a board up to 16x16, and the shifts that move all of it by columns and rows.
//
// 256 bits in four words: square (column, row) is bit row * 16 + column, so a row is always 16
// bits, four rows are a word, and one row further down is a shift by 16 whatever the size of the
// board. `Squares` is what everybody keeps; `Rows` is the same in the registers of the CPU, for the
// loops that shift a lot. In vector registers a sideways shift cannot leave its row of 16 bits;
// plain words need masks for it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSSE3__)
#include <tmmintrin.h>
#endif

namespace turnstone {

// A set of squares.
struct alignas(16) Squares {
  std::array<std::uint64_t, 4> words{};

  friend constexpr bool operator==(const Squares&, const Squares&) = default;
  constexpr bool any() const { return (words[0] | words[1] | words[2] | words[3]) != 0; }
  constexpr bool has(int square) const {
    return words[static_cast<std::size_t>(square) / 64] >> (square % 64) & 1;
  }
  constexpr void add(int square) {
    words[static_cast<std::size_t>(square) / 64] |= std::uint64_t{1} << (square % 64);
  }
  constexpr int count() const {
    return std::popcount(words[0]) + std::popcount(words[1]) + std::popcount(words[2]) +
           std::popcount(words[3]);
  }
  friend constexpr Squares operator&(const Squares& a, const Squares& b) {
    return {{a.words[0] & b.words[0], a.words[1] & b.words[1], a.words[2] & b.words[2],
             a.words[3] & b.words[3]}};
  }
  friend constexpr Squares operator|(const Squares& a, const Squares& b) {
    return {{a.words[0] | b.words[0], a.words[1] | b.words[1], a.words[2] | b.words[2],
             a.words[3] | b.words[3]}};
  }
  friend constexpr Squares operator-(const Squares& a, const Squares& b) {  // a without b
    return {{a.words[0] & ~b.words[0], a.words[1] & ~b.words[1], a.words[2] & ~b.words[2],
             a.words[3] & ~b.words[3]}};
  }
  constexpr Squares& operator|=(const Squares& b) { return *this = *this | b; }
  constexpr Squares& operator&=(const Squares& b) { return *this = *this & b; }
  constexpr Squares& operator-=(const Squares& b) { return *this = *this - b; }
};

// Calls `visit(square)` for each square of a set, a1 first.
template <class Visit>
constexpr void for_each(const Squares& squares, Visit&& visit) {
  for (std::size_t word = 0; word < 4; ++word) {
    for (std::uint64_t left = squares.words[word]; left != 0; left &= left - 1) {
      visit(static_cast<int>(word) * 64 + std::countr_zero(left));
    }
  }
}

inline constexpr int kStride = 16;
inline constexpr int kPass = -1;  // where a square stands for a move

constexpr int square_at(int column, int row) { return row * kStride + column; }

constexpr Squares only(int square) {
  Squares squares;
  squares.add(square);
  return squares;
}

// All squares of a board of that size, none blocked.
constexpr Squares whole_board(int size) {
  Squares squares;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) squares.add(square_at(column, row));
  }
  return squares;
}

namespace detail {

#if defined(__SSSE3__)

// The upper and the lower eight rows in a register each.
struct Rows {
  __m128i upper, lower;

  Rows(__m128i first, __m128i second) : upper(first), lower(second) {}
  explicit Rows(const Squares& squares)
      : upper(_mm_load_si128(reinterpret_cast<const __m128i*>(squares.words.data()))),
        lower(_mm_load_si128(reinterpret_cast<const __m128i*>(squares.words.data() + 2))) {}
  explicit operator Squares() const {
    Squares squares;
    _mm_store_si128(reinterpret_cast<__m128i*>(squares.words.data()), upper);
    _mm_store_si128(reinterpret_cast<__m128i*>(squares.words.data() + 2), lower);
    return squares;
  }
  friend Rows operator&(Rows a, Rows b) {
    return {_mm_and_si128(a.upper, b.upper), _mm_and_si128(a.lower, b.lower)};
  }
  friend Rows operator|(Rows a, Rows b) {
    return {_mm_or_si128(a.upper, b.upper), _mm_or_si128(a.lower, b.lower)};
  }
  friend Rows operator-(Rows a, Rows b) {
    return {_mm_andnot_si128(b.upper, a.upper), _mm_andnot_si128(b.lower, a.lower)};
  }
};

template <int Columns>
Rows sideways(Rows rows) {
  if constexpr (Columns > 0) {
    return {_mm_slli_epi16(rows.upper, Columns), _mm_slli_epi16(rows.lower, Columns)};
  } else {
    return {_mm_srli_epi16(rows.upper, -Columns), _mm_srli_epi16(rows.lower, -Columns)};
  }
}

template <int Lines>
Rows downwards(Rows rows) {
  if constexpr (Lines >= 0) {
    return {_mm_slli_si128(rows.upper, 2 * Lines),
            _mm_alignr_epi8(rows.lower, rows.upper, 16 - 2 * Lines)};
  } else {
    return {_mm_alignr_epi8(rows.lower, rows.upper, -2 * Lines),
            _mm_srli_si128(rows.lower, -2 * Lines)};
  }
}

#else

using Rows = Squares;

// The columns that a shift to the right has not just carried in from the row before; to the left
// those it has not carried in from the row after.
constexpr std::uint64_t kept_columns(int columns) {
  const unsigned row = columns > 0 ? 0xffffu << columns & 0xffffu : 0xffffu >> -columns;
  return row * 0x0001000100010001ULL;
}

template <int Columns>
constexpr Rows sideways(const Rows& from) {
  Rows rows = from;
  for (std::uint64_t& word : rows.words) {
    if constexpr (Columns > 0) word = word << Columns & kept_columns(Columns);
    if constexpr (Columns < 0) word = word >> -Columns & kept_columns(Columns);
  }
  return rows;
}

template <int Lines>
constexpr Rows downwards(const Rows& rows) {
  constexpr int kWords = (Lines < 0 ? -Lines : Lines) / 4;  // four rows are a word
  constexpr int kBits = (Lines < 0 ? -Lines : Lines) % 4 * 16;
  Rows moved;
  for (int word = 0; word < 4; ++word) {
    const auto from = [&](int index) {
      return index < 0 || index > 3 ? 0 : rows.words[static_cast<std::size_t>(index)];
    };
    std::uint64_t& to = moved.words[static_cast<std::size_t>(word)];
    if constexpr (Lines >= 0) {
      to = from(word - kWords) << kBits;
      if constexpr (kBits != 0) to |= from(word - kWords - 1) >> (64 - kBits);
    } else {
      to = from(word + kWords) >> kBits;
      if constexpr (kBits != 0) to |= from(word + kWords + 1) << (64 - kBits);
    }
  }
  return moved;
}

#endif

}  // namespace detail

}  // namespace turnstone
