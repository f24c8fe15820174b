// Three and four colours: perft against the known counts, the search against plain max-n.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "boards.h"
#include "check.h"
#include "wide/colour_search.h"
#include "wide/colours.h"

namespace {

using namespace turnstone;
using tests::colour_start;

const std::atomic<bool> kGo{false};

void counts(int size, const ColourRules& rules, const std::vector<std::uint64_t>& expected) {
  Pulse pulse;
  CHECK(colour_perft(colour_start(size), rules, 0, pulse) == 1);
  for (int depth = 1; const std::uint64_t leaves : expected) {
    CHECK(colour_perft(colour_start(size), rules, depth, pulse) == leaves);
    ++depth;
  }
}

void known_counts() {
  const auto plain = [](int size, int colours) {
    return ColourRules{whole_board(size), colours, Goal::most, Order::round};
  };
  const auto snake = [](int size, int colours) {
    return ColourRules{whole_board(size), colours, Goal::most, Order::snake};
  };
  counts(6, plain(6, 4), {3, 20, 135, 1296, 6519});
  counts(8, plain(8, 4), {3, 20, 136, 1366, 7427});
  counts(6, plain(6, 3), {3, 20, 135, 592, 3108});
  counts(8, plain(8, 3), {3, 20, 136, 630, 3956});
  counts(8, snake(8, 3), {3, 20, 136, 512, 3685});
  counts(4, snake(4, 4), {3, 17, 76, 432, 1043, 2599});
  counts(4, snake(4, 3), {3, 17, 76, 206, 564, 1376, 3740});
  counts(10, {tests::octagon_mask(), 4, Goal::most, Order::round}, {3, 20, 136, 1366});
}

void order_and_margins() {
  const ColourRules snake{whole_board(8), 3, Goal::most, Order::snake};
  std::vector<int> seats;
  for (int phase = 0; phase < snake.phases(); ++phase) seats.push_back(snake.seat(phase));
  CHECK((seats == std::vector<int>{0, 1, 2, 2, 1, 0}));

  ColourRules rules{whole_board(8), 3, Goal::most, Order::round};
  const ColourBoard board{
      {only(0) | only(1) | only(2), only(3) | only(4), only(5), whole_board(4)}, 0};
  const auto margin_of = [&](int seat) { return margin(worths(board, rules), 3, seat); };
  CHECK(margin_of(0) == 1 && margin_of(2) == -2);
  rules.goal = Goal::fewest;
  CHECK(margin_of(0) == -2 && margin_of(2) == 1);
}

float wish(const ColourBoard& end, const ColourRules& rules, int seat) {
  const Wishes all = wishes(worths(end, rules), rules.colours, rules.mask.count());
  return all[static_cast<std::size_t>(seat)];
}

void what_players_want() {
  const auto of_first = [](std::array<int, 4> discs, int colours) {
    return wishes(discs, colours, 64)[0];
  };
  CHECK(of_first({20, 19, 19, 6}, 4) > of_first({30, 31, 2, 1}, 4));  // first before discs
  CHECK(of_first({20, 22, 19, 3}, 4) > of_first({20, 22, 21, 1}, 4));  // then above the others
  CHECK(of_first({40, 20, 4}, 3) > of_first({30, 20, 14}, 3));         // then discs
  CHECK(of_first({22, 22, 20}, 3) < of_first({22, 21, 21}, 3));        // shared is less than alone
}

// Everybody for himself, the first of equal moves, without estimates: the end of the game reached.
ColourBoard max_n(const ColourBoard& board, const ColourRules& rules) {
  ColourBoard best = board;
  float most = -1;
  for_each(legal_squares(board, rules), [&](int square) {
    const ColourBoard end = max_n(played(board, rules, square), rules);
    const float found = wish(end, rules, rules.seat(board.phase));
    if (found > most) {
      most = found;
      best = end;
    }
  });
  return best;
}

ColourBoard random_board(const ColourRules& rules, int size, int empties, std::mt19937_64& random) {
  ColourBoard board = colour_start(size);
  while ((rules.mask - board.all()).count() > empties) {
    const Squares legal = legal_squares(board, rules);
    if (!legal.any()) break;
    board = played(board, rules, tests::pick(legal, random));
  }
  return board;
}

void exact_scores() {
  std::mt19937_64 random(5);
  for (int i = 0; i < 60; ++i) {
    const int size = 4 + i % 3 * 2;
    const ColourRules rules{whole_board(size) - only(square_at(0, i % 2)), 3 + i % 2,
                            i % 3 == 0 ? Goal::fewest : Goal::most,
                            i % 5 == 0 ? Order::snake : Order::round};
    const ColourBoard board = random_board(rules, size, 4 + i % 3, random);
    const int me = rules.seat(board.phase);
    ColourSearch search(rules);
    const Report report = search.think(board, {}, kGo, 256);
    CHECK(report.exact);
    CHECK(static_cast<int>(report.lines.size()) == legal_squares(board, rules).count());
    float before = wish(max_n(board, rules), rules, me);
    for (const Line& line : report.lines) {
      ColourBoard after = board;
      for (const int square : line.squares) {
        CHECK(legal_squares(after, rules).has(square));
        after = played(after, rules, square);
      }
      CHECK(!legal_squares(after, rules).any());
      CHECK(line.score == margin(worths(after, rules), rules.colours, me));
      CHECK(after == max_n(played(board, rules, line.squares[0]), rules));
      CHECK(wish(after, rules, me) <= before);  // best first
      before = wish(after, rules, me);
    }
  }
}

void limits_and_ends() {
  const ColourRules rules{whole_board(8), 4, Goal::most, Order::round};
  ColourSearch search(rules);
  std::vector<int> depths;
  const Report report = search.think(colour_start(8), {.depth = 4}, kGo, 1,
                                     [&](const Report& each) { depths.push_back(each.depth); });
  CHECK(report.depth == 4 && !report.exact && report.lines.size() == 1);
  CHECK((depths == std::vector<int>{1, 2, 3, 4}));
  const Report few = search.think(colour_start(8), {.nodes = 3000}, kGo);
  CHECK(few.nodes >= 3000 && few.nodes < 3100);

  const ColourBoard full{{whole_board(8), {}, {}, {}}, 2};
  const Report over = search.think(full, {}, kGo);
  CHECK(over.exact && over.lines[0].score == -64 && over.lines[0].squares.empty());
}

// Given time, the middle of the game is judged by playouts: legal lines, the best first, the same
// again for the same number of nodes.
void playouts() {
  std::mt19937_64 random(9);
  for (int i = 0; i < 12; ++i) {
    const ColourRules rules{whole_board(8), 3 + i % 2, i % 3 == 0 ? Goal::fewest : Goal::most,
                            i % 5 == 0 ? Order::snake : Order::round};
    const ColourBoard board = random_board(rules, 8, 20 + i, random);
    ColourSearch search(rules);
    const Limits limits{.nodes = 20'000};
    const Report report = search.think(board, limits, kGo, 256);
    CHECK(!report.exact && report.depth >= 1);
    CHECK(static_cast<int>(report.lines.size()) == legal_squares(board, rules).count());
    for (const Line& line : report.lines) {
      CHECK(line.score >= -64 && line.score <= 64);
      ColourBoard after = board;
      for (const int square : line.squares) {
        CHECK(legal_squares(after, rules).has(square));
        after = played(after, rules, square);
      }
    }
    const Report again = search.think(board, limits, kGo, 256);
    CHECK(again.lines[0].squares == report.lines[0].squares);
    CHECK(again.lines[0].score == report.lines[0].score);
  }
}

// Half a second allows for a busy machine under a sanitizer; alone it is about a millisecond.
void stopping() {
  using Clock = std::chrono::steady_clock;
  ColourSearch search({whole_board(16), 3, Goal::most, Order::round});
  std::atomic<bool> stop{false};
  Clock::time_point told;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    told = Clock::now();
    stop = true;
  });
  const Report report = search.think(colour_start(16), {}, stop);
  const Clock::time_point stopped = Clock::now();
  other.join();
  CHECK(!report.lines.empty());
  CHECK(stopped - told < std::chrono::milliseconds(500));
}

}  // namespace

int main() {
  if (tests::cpu_is_too_old()) return tests::kSkipped;
  known_counts();
  order_and_margins();
  what_players_want();
  exact_scores();
  limits_and_ends();
  playouts();
  stopping();
  return tests::result();
}
