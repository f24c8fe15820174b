#include "last.h"

#include <utility>

#include "parts.h"

namespace turnstone::endgame {

namespace {

constexpr int none = -100;

// counts[place][line]: discs turned by playing on `place` of a full line of eight whose own discs
// are `line`.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_counts() {
  std::array<std::array<std::uint8_t, 256>, 8> counts{};
  for (std::size_t place = 0; place < 8; ++place) {
    for (std::size_t line = 0; line < 256; ++line) {
      int turned = 0;
      for (int step = -1; step <= 1; step += 2) {
        int run = 0;
        int at = static_cast<int>(place) + step;
        while (at >= 0 && at < 8 && !(line >> at & 1)) {
          ++run;
          at += step;
        }
        if (at >= 0 && at < 8) turned += run;
      }
      counts[place][line] = static_cast<std::uint8_t>(turned);
    }
  }
  return counts;
}

constexpr std::array<std::array<std::uint8_t, 256>, 8> counts = make_counts();

struct Diagonals {
  std::uint64_t falling;
  std::uint64_t rising;
};

constexpr std::array<Diagonals, 64> make_diagonals() {
  std::array<Diagonals, 64> diagonals{};
  for (std::size_t square = 0; square < 64; ++square) {
    const detail::Rays& rays = detail::rays[square];
    const std::uint64_t here = bit(static_cast<int>(square));
    diagonals[square] = {here | rays.up[3] | rays.down[3], here | rays.up[1] | rays.down[1]};
  }
  return diagonals;
}

constexpr std::array<Diagonals, 64> diagonals = make_diagonals();

// How many discs turn when `own` fills the only empty square.
template <bool convex>
int turned(std::uint64_t own, std::uint64_t other, int square) {
  if constexpr (!convex) return count(flips(own, other, square));
  const std::size_t column = square & 7;
  const std::size_t row = static_cast<std::size_t>(square) >> 3;
  const Diagonals& diagonal = diagonals[static_cast<std::size_t>(square)];
  // A product gathers the eight bits of a file or a diagonal, one of each row, in the top byte.
  return counts[column][own >> (row * 8) & 0xff] +
         counts[row][((own >> column) & file_a) * 0x0102040810204080 >> 56] +
         counts[column][(own & diagonal.falling) * file_a >> 56] +
         counts[column][(own & diagonal.rising) * file_a >> 56];
}

template <Goal goal>
constexpr int signed_score(int most) {
  return goal == Goal::most ? most : -most;
}

template <Goal goal, bool convex>
struct Last {
  const Field& field;
  std::uint64_t& nodes;

  bool near(int square, std::uint64_t other) const {
    return (neighbours[static_cast<std::size_t>(square)] & other) != 0;
  }

  int one(std::uint64_t own, std::uint64_t other, int square) {
    ++nodes;
    const int discs = count(own);
    if (const int gain = turned<convex>(own, other, square)) {
      return signed_score<goal>(2 * (discs + gain + 1) - field.squares);
    }
    if (const int loss = turned<convex>(other, own, square)) {
      return signed_score<goal>(2 * (discs - loss) - field.squares);
    }
    return margin<goal>(own, other, field.squares);
  }

  int two(std::uint64_t own, std::uint64_t other, int alpha, int a, int b) {
    ++nodes;
    int best = none;
    if (near(a, other)) {
      if (const std::uint64_t flipped = flips(own, other, a)) {
        best = -one(other ^ flipped, own ^ flipped ^ bit(a), b);
        if (best > alpha) return best;
      }
    }
    if (near(b, other)) {
      if (const std::uint64_t flipped = flips(own, other, b)) {
        const int score = -one(other ^ flipped, own ^ flipped ^ bit(b), a);
        return score > best ? score : best;
      }
    }
    if (best != none) return best;
    // A pass: the other player moves, and wants the least.
    int worst = -none;
    ++nodes;
    if (near(a, own)) {
      if (const std::uint64_t flipped = flips(other, own, a)) {
        worst = one(own ^ flipped, other ^ flipped ^ bit(a), b);
        if (worst <= alpha) return worst;
      }
    }
    if (near(b, own)) {
      if (const std::uint64_t flipped = flips(other, own, b)) {
        const int score = one(own ^ flipped, other ^ flipped ^ bit(b), a);
        return score < worst ? score : worst;
      }
    }
    if (worst != -none) return worst;
    return margin<goal>(own, other, field.squares);
  }

  int three(std::uint64_t own, std::uint64_t other, int alpha, int a, int b, int c,
            bool passed = false) {
    ++nodes;
    int best = none;
    if (near(a, other)) {
      if (const std::uint64_t flipped = flips(own, other, a)) {
        best = -two(other ^ flipped, own ^ flipped ^ bit(a), ~alpha, b, c);
        if (best > alpha) return best;
      }
    }
    if (near(b, other)) {
      if (const std::uint64_t flipped = flips(own, other, b)) {
        const int score = -two(other ^ flipped, own ^ flipped ^ bit(b), ~alpha, a, c);
        if (score > alpha) return score;
        best = score > best ? score : best;
      }
    }
    if (near(c, other)) {
      if (const std::uint64_t flipped = flips(own, other, c)) {
        const int score = -two(other ^ flipped, own ^ flipped ^ bit(c), ~alpha, a, b);
        return score > best ? score : best;
      }
    }
    if (best != none) return best;
    if (passed) return -margin<goal>(other, own, field.squares);
    return -three(other, own, ~alpha, a, b, c, true);
  }

  // Three squares of which one lies alone in its region: that one first.
  int three_by_parity(std::uint64_t own, std::uint64_t other, int alpha, int a, int b, int c) {
    const unsigned ra = field.region[static_cast<std::size_t>(a)];
    const unsigned rb = field.region[static_cast<std::size_t>(b)];
    const unsigned rc = field.region[static_cast<std::size_t>(c)];
    if (ra == rb) {
      if (rc != ra) return three(own, other, alpha, c, a, b);
    } else if (ra == rc) {
      return three(own, other, alpha, b, a, c);
    }
    return three(own, other, alpha, a, b, c);
  }

  int four(std::uint64_t own, std::uint64_t other, int alpha, std::array<int, 4> empty,
           bool passed = false) {
    ++nodes;
    int best = none;
    for (std::size_t i = 0; i < 4; ++i) {
      const int square = empty[i];
      if (!near(square, other)) continue;
      const std::uint64_t flipped = flips(own, other, square);
      if (flipped == 0) continue;
      const int score =
          -three_by_parity(other ^ flipped, own ^ flipped ^ bit(square), ~alpha,
                           empty[i == 0 ? 1 : 0], empty[i <= 1 ? 2 : 1], empty[i <= 2 ? 3 : 2]);
      if (score > alpha) return score;
      best = score > best ? score : best;
    }
    if (best != none) return best;
    if (passed) return -margin<goal>(other, own, field.squares);
    return -four(other, own, ~alpha, empty, true);
  }
};

}  // namespace

template <Goal goal, bool convex>
int last_four(const Field& field, std::uint64_t own, std::uint64_t other, int alpha,
              std::uint64_t& nodes) {
  std::uint64_t empty = field.empties(own, other);
  const std::uint64_t odd = has(Part::parity) ? field.odd[field.parity(empty)] : 0;
  std::array<int, 4> squares{};
  std::size_t n = 0;
  for (std::uint64_t rest = empty & odd; rest != 0; rest &= rest - 1) squares[n++] = first(rest);
  for (std::uint64_t rest = empty & ~odd; rest != 0; rest &= rest - 1) squares[n++] = first(rest);
  return Last<goal, convex>{field, nodes}.four(own, other, alpha, squares);
}

template int last_four<Goal::most, true>(const Field&, std::uint64_t, std::uint64_t, int,
                                         std::uint64_t&);
template int last_four<Goal::most, false>(const Field&, std::uint64_t, std::uint64_t, int,
                                          std::uint64_t&);
template int last_four<Goal::fewest, true>(const Field&, std::uint64_t, std::uint64_t, int,
                                           std::uint64_t&);
template int last_four<Goal::fewest, false>(const Field&, std::uint64_t, std::uint64_t, int,
                                            std::uint64_t&);

}  // namespace turnstone::endgame
