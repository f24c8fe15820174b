// The solver against a plain negamax without any pruning, on boards of several shapes and for
// both goals; known values; threads; cancelling. Ends with a non-zero code if anything is wrong.
#include "endgame/solve.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <thread>

#include "check.h"
#include "endgame/last.h"
#include "endgame/stability.h"

using namespace turnstone;
using namespace turnstone::endgame;

namespace {

// Boards drawn as text, '#' blocked and anything else playable, row by row from a1.
std::uint64_t drawn(const std::string& rows) {
  std::uint64_t mask = 0;
  int row = 0;
  int column = 0;
  for (const char cell : rows) {
    if (cell == '/') {
      ++row;
      column = 0;
    } else {
      if (cell != '#') mask |= bit(row * 8 + column);
      ++column;
    }
  }
  return mask;
}

// Flips found by walking, square by square.
std::uint64_t walked_flips(std::uint64_t own, std::uint64_t other, int square) {
  std::uint64_t all = 0;
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      if (down == 0 && right == 0) continue;
      std::uint64_t run = 0;
      int row = square / 8 + down;
      int column = square % 8 + right;
      while (row >= 0 && row < 8 && column >= 0 && column < 8 &&
             (other & bit(row * 8 + column)) != 0) {
        run |= bit(row * 8 + column);
        row += down;
        column += right;
      }
      if (row >= 0 && row < 8 && column >= 0 && column < 8 && (own & bit(row * 8 + column)) != 0) {
        all |= run;
      }
    }
  }
  return all;
}

int brute(const Problem& at, bool passed = false) {
  int best = -100;
  for (std::uint64_t rest = at.mask & ~(at.own | at.other); rest != 0; rest &= rest - 1) {
    const int square = first(rest);
    const std::uint64_t flipped = walked_flips(at.own, at.other, square);
    if (flipped == 0) continue;
    best = std::max(best, -brute({at.other ^ flipped, at.own ^ flipped ^ bit(square), at.mask,
                                  at.goal}));
  }
  if (best != -100) return best;
  if (!passed) return -brute({at.other, at.own, at.mask, at.goal}, true);
  const int own = count(at.own);
  const int other = count(at.other);
  const int squares = count(at.mask);
  const int most = own > other ? squares - 2 * other : own < other ? 2 * own - squares : 0;
  return at.goal == Goal::most ? most : -most;
}

class Dealer {
 public:
  explicit Dealer(unsigned seed) : random_(seed) {}

  // A position with that many empty squares, from a game of random moves where that is possible,
  // otherwise with discs strewn at random.
  Problem deal(std::uint64_t mask, Goal goal, int empties, bool strewn) {
    Problem at{0, 0, mask, goal};
    if (!strewn) {
      start(at);
      while (count(mask & ~(at.own | at.other)) > empties) {
        std::uint64_t legal = moves(at.own, at.other, mask);
        if (legal == 0) {
          std::swap(at.own, at.other);
          legal = moves(at.own, at.other, mask);
          if (legal == 0) return deal(mask, goal, empties, true);
        }
        for (int skip = static_cast<int>(random_() % static_cast<unsigned>(count(legal)));
             skip > 0; --skip) {
          legal &= legal - 1;
        }
        const int square = first(legal);
        const std::uint64_t flipped = flips(at.own, at.other, square);
        const std::uint64_t own = at.other ^ flipped;
        at.other = at.own ^ flipped ^ bit(square);
        at.own = own;
      }
      return at;
    }
    std::uint64_t left = mask;
    while (count(left) > empties) {
      const int square = static_cast<int>(random_() % 64);
      if ((left & bit(square)) == 0) continue;
      left &= ~bit(square);
      (random_() % 3 == 0 ? at.own : at.other) |= bit(square);
    }
    if (random_() % 2) std::swap(at.own, at.other);
    return at;
  }

 private:
  static void start(Problem& at) {
    const Field field(at.mask);
    int bottom = 0;
    int right = 0;
    for (std::uint64_t rest = at.mask; rest != 0; rest &= rest - 1) {
      bottom = std::max(bottom, first(rest) / 8);
      right = std::max(right, first(rest) % 8);
    }
    const int middle = (field.top + bottom) / 2 * 8 + (field.left + right) / 2;
    at.own = (bit(middle + 1) | bit(middle + 8)) & at.mask;
    at.other = (bit(middle) | bit(middle + 9)) & at.mask;
  }

  std::mt19937 random_;
};

const std::map<std::string, std::uint64_t> boards = {
    {"4x4", drawn("----/----/----/----")},
    {"6x6", drawn("------/------/------/------/------/------")},
    {"8x8", ~std::uint64_t{0}},
    {"5x7", drawn("-----/-----/-----/-----/-----/-----/-----")},
    {"octagon", drawn("##----##/#------#/--------/--------/--------/--------/#------#/##----##")},
    {"one hole", drawn("--------/--------/--#-----/--------/--------/--------/--------/--------")},
    {"holes", drawn("--------/-#------/------#-/---#----/--------/--#-----/-----#--/#-------")},
    {"rounded", drawn("#------#/--------/--------/--------/--------/--------/--------/#------#")},
    {"frame", drawn("--------/-#####--/-#----#-/-#----#-/-#----#-/-#----#-/--####--/--------")},
    {"inside", drawn("########/#------#/#------#/#------#/#------#/#------#/#------#")},
};

void test_flips_and_moves() {
  Dealer dealer(1);
  for (const auto& [name, mask] : boards) {
    for (int i = 0; i < 2000; ++i) {
      const Problem at = dealer.deal(mask, Goal::most, count(mask) * (i % 10) / 10, i % 2);
      std::uint64_t legal = 0;
      for (std::uint64_t rest = mask & ~(at.own | at.other); rest != 0; rest &= rest - 1) {
        const std::uint64_t expected = walked_flips(at.own, at.other, first(rest));
        CHECK(flips(at.own, at.other, first(rest)) == expected);
        CHECK(portable::flips(at.own, at.other, first(rest)) == expected);
        if (expected) legal |= bit(first(rest));
      }
      CHECK(moves(at.own, at.other, mask) == legal);
      CHECK(portable::moves(at.own, at.other, mask) == legal);
    }
  }
}

// Whatever is played from here at random, stable discs keep their colour.
void test_stability() {
  Dealer dealer(2);
  std::mt19937 random(3);
  for (const auto& [name, mask] : boards) {
    const Field field(mask);
    const Stability stability(field);
    for (int i = 0; i < 500; ++i) {
      Problem at = dealer.deal(mask, Goal::most, count(mask) * (i % 7) / 10, i % 2);
      std::uint64_t kept[2] = {stability.stable(at.own, at.other),
                               stability.stable(at.other, at.own)};
      CHECK((kept[0] & ~at.own) == 0 && (kept[1] & ~at.other) == 0);
      for (int mover = 0, passes = 0; passes < 2; mover = 1 - mover) {
        std::uint64_t legal = moves(at.own, at.other, mask);
        if (legal != 0) {
          for (auto skip = random() % static_cast<unsigned>(count(legal)); skip > 0; --skip) {
            legal &= legal - 1;
          }
          const std::uint64_t flipped = flips(at.own, at.other, first(legal));
          at.own ^= flipped ^ bit(first(legal));
          at.other ^= flipped;
        }
        passes = legal == 0 ? passes + 1 : 0;
        std::swap(at.own, at.other);
        CHECK((kept[1 - mover] & ~at.own) == 0 && (kept[mover] & ~at.other) == 0);
      }
    }
  }
}

void test_against_brute_force(int rounds) {
  Dealer dealer(4);
  Table table(std::size_t{4} << 20);
  for (const auto& [name, mask] : boards) {
    for (const Goal goal : {Goal::most, Goal::fewest}) {
      for (int i = 0; i < rounds; ++i) {
        const Problem at = dealer.deal(mask, goal, i % 9, i % 3 == 0);
        const int expected = brute(at);
        const Solution solution = solve(at, table);
        CHECK(solution.complete && solution.exact() && solution.score == expected);
        if (solution.score != expected) {
          std::printf("%s goal %d: %d instead of %d\n", name.c_str(), static_cast<int>(goal),
                      solution.score, expected);
        }
        Limits only_who_wins;
        only_who_wins.alpha = -1;
        only_who_wins.beta = 1;
        Table fresh(1 << 16);
        const int who = solve(at, fresh, only_who_wins).score;
        CHECK((who > 0) == (expected > 0) && (who < 0) == (expected < 0));
        int best = -100;
        for (const MoveScore& move : solve_moves(at, table)) {
          const std::uint64_t flipped = flips(at.own, at.other, move.square);
          CHECK(move.solution.score ==
                -brute({at.other ^ flipped, at.own ^ flipped ^ bit(move.square), mask, goal}));
          best = std::max(best, move.solution.score);
          if (move.square == solution.best) CHECK(move.solution.score == expected);
        }
        CHECK(best == (moves(at.own, at.other, mask) ? expected : -100));
        CHECK((solution.best == no_square) == (moves(at.own, at.other, mask) == 0));
      }
    }
  }
}

// Deeper than brute force reaches, where table, ordering and splitting are at work: the answer
// must not depend on the table's size nor on the number of threads.
void test_threads(int positions, int empties) {
  Dealer dealer(5);
  Table table(std::size_t{16} << 20);
  Table tiny(1 << 12);
  int i = 0;
  while (i < positions) {
    for (const auto& [name, mask] : boards) {
      const Goal goal = i % 4 == 3 ? Goal::fewest : Goal::most;
      const Problem at = dealer.deal(mask, goal, std::min(empties, count(mask) - 4), false);
      Limits two;
      two.threads = 2;
      table.clear();
      const int alone = solve(at, table).score;
      table.clear();
      CHECK(solve(at, table, two).score == alone);
      if (i % 10 == 0) CHECK(solve(at, tiny).score == alone);
      if (++i == positions) break;
    }
  }
}

Problem start(int size, bool parallel) {
  const int middle = (size / 2 - 1) * 9;
  Problem at;
  at.mask = 0;
  for (int row = 0; row < size; ++row) at.mask |= ((std::uint64_t{1} << size) - 1) << (8 * row);
  if (size == 8) at.mask = ~std::uint64_t{0};
  at.own = parallel ? bit(middle + 8) | bit(middle + 9) : bit(middle + 1) | bit(middle + 8);
  at.other = parallel ? bit(middle) | bit(middle + 1) : bit(middle) | bit(middle + 9);
  return at;
}

void test_known_values() {
  Table table(std::size_t{16} << 20);
  const Solution cross = solve(start(4, false), table);
  CHECK(cross.exact() && cross.score == -10);
  CHECK(solve(start(4, true), table).score == -4);
  CHECK(solve_moves(start(4, false), table).size() == 4);
  const std::vector<int> line = best_line(start(4, false), table).squares;
  Problem at = start(4, false);
  int sign = 1;
  for (const int square : line) {
    if (square != no_square) {
      const std::uint64_t flipped = flips(at.own, at.other, square);
      CHECK(flipped != 0);
      at.own ^= flipped ^ bit(square);
      at.other ^= flipped;
    }
    std::swap(at.own, at.other);
    sign = -sign;
  }
  CHECK(sign * margin<Goal::most>(at.own, at.other, 16) == -10);
  // A finished game, a full board, a lone colour.
  CHECK(solve({0xff, 0, ~std::uint64_t{0}, Goal::most}, table).score == 64);
  CHECK(solve({0xff, 0, ~std::uint64_t{0}, Goal::fewest}, table).score == -64);
  CHECK(solve({0xffff, ~std::uint64_t{0xffff}, ~std::uint64_t{0}, Goal::most}, table).score == -32);
  CHECK(solve({0xff, 0xff00000000000000, ~std::uint64_t{0}, Goal::most}, table).score == 0);
}

// How long a solve on a fresh table of two gigabytes goes on after it was told to stop.
double seconds_after_stop(const Problem& problem, int threads, int milliseconds) {
  using Clock = std::chrono::steady_clock;
  Table table(std::size_t{2} << 30);
  std::atomic<bool> stop{false};
  Limits limits;
  limits.stop = &stop;
  limits.threads = threads;
  Clock::time_point asked;
  std::thread caller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    asked = Clock::now();
    stop = true;
  });
  const Solution solution = solve(problem, table, limits);
  const Clock::time_point ended = Clock::now();
  caller.join();
  CHECK(!solution.complete);
  return std::chrono::duration<double>(ended - asked).count();
}

// Of three tries the best counts: others may want the processor too.
void test_stop_at_once() {
  for (const int threads : {1, 2}) {
    for (const int milliseconds : {0, 2, 10, 70, 300}) {
      double best = 1;
      for (int i = 0; i < 3; ++i) {
        best = std::min(best, seconds_after_stop(start(8, false), threads, milliseconds));
      }
      CHECK(best < 0.05);
    }
  }
}

// A limit is for all moves together, and holds within an eighth and what is visited between looks.
void test_node_limits() {
  Dealer dealer(11);
  Table table(std::size_t{16} << 20);
  for (int i = 0; i < 10; ++i) {
    const Problem at = dealer.deal(~std::uint64_t{0}, Goal::most, 20, false);
    for (const std::uint64_t nodes : {1'000, 20'000, 300'000}) {
      for (const int threads : {1, 2}) {
        Limits few;
        few.nodes = nodes;
        few.threads = threads;
        table.clear();
        std::uint64_t spent = 0;
        for (const MoveScore& each : solve_moves(at, table, few)) spent += each.solution.nodes;
        CHECK(spent <= nodes + nodes / 8 + 5'000);
      }
    }
  }
}

void test_stop() {
  Table table(std::size_t{16} << 20);
  for (const int threads : {1, 2}) {
    std::atomic<bool> stop{false};
    int reports = 0;
    Limits limits;
    limits.stop = &stop;
    limits.threads = threads;
    limits.progress = [&](const Progress& progress) {
      CHECK(progress.lower <= progress.upper);
      ++reports;
    };
    std::thread caller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      stop = true;
    });
    const Solution solution = solve(start(8, false), table, limits);
    caller.join();
    CHECK(!solution.complete && reports >= 1);
  }
}

// Several solves at once on one table, of different boards and goals.
void test_many_at_once() {
  Table table(std::size_t{8} << 20);
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (unsigned seed = 0; seed < 4; ++seed) {
    callers.emplace_back([&table, &wrong, seed] {
      Dealer dealer(100 + seed % 2);
      for (const auto& [name, mask] : boards) {
        const Problem at =
            dealer.deal(mask, seed < 2 ? Goal::most : Goal::fewest, 7, false);
        if (solve(at, table).score != brute(at)) ++wrong;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK(wrong == 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (tests::cpu_is_too_old()) return tests::kSkipped;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr double usual = 0.1;  // sanitizers cost ten times the time
#else
  constexpr double usual = 1.0;
#endif
  const double dose = argc > 1 ? std::atof(argv[1]) : usual;
  test_flips_and_moves();
  test_stability();
  test_against_brute_force(static_cast<int>(90 * dose));
  test_known_values();
  test_many_at_once();
  test_threads(static_cast<int>(200 * dose), dose < 1 ? 13 : 15);
  test_threads(dose < 1 ? 1 : 20, 18);
  test_stop();
  test_stop_at_once();
  test_node_limits();
  return tests::result();
}
