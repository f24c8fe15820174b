// The search on wide boards: exact scores against plain minimax, limits, stopping, threads.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "boards.h"
#include "check.h"
#include "wide/ground.h"
#include "wide/wide_evaluate.h"
#include "wide/wide_search.h"

namespace {

using namespace turnstone;
using tests::octagon_mask;
using tests::start;

const std::atomic<bool> kGo{false};

int minimax(const WideBoard& board, const Squares& mask, Goal goal) {
  const Squares legal = moves(board.own, board.other, mask);
  if (!legal.any()) {
    if (!moves(board.other, board.own, mask).any()) return official_margin(board, mask, goal);
    return -minimax(board.passed(), mask, goal);
  }
  int best = -1000;
  for_each(legal, [&](int square) {
    best = std::max(best, -minimax(board.played(square), mask, goal));
  });
  return best;
}

// Random moves until so many squares are empty; nothing if the game ends before.
std::optional<WideBoard> random_board(const Squares& mask, WideBoard board, int empties,
                                      std::mt19937_64& random) {
  while ((mask - board.discs()).count() > empties) {
    const Squares legal = moves(board.own, board.other, mask);
    if (legal.any()) {
      board = board.played(tests::pick(legal, random));
    } else if (moves(board.other, board.own, mask).any()) {
      board = board.passed();
    } else {
      return {};
    }
  }
  return board;
}

// A line is legal, goes to the end of the game, and ends with its score.
void check_line(WideBoard board, const Squares& mask, Goal goal, const Line& line) {
  int sign = 1;
  for (const int square : line.squares) {
    const Squares legal = moves(board.own, board.other, mask);
    CHECK(square == kPass ? !legal.any() : legal.has(square));
    board = square == kPass ? board.passed() : board.played(square);
    sign = -sign;
  }
  CHECK(!moves(board.own, board.other, mask).any() && !moves(board.other, board.own, mask).any());
  CHECK(std::lround(line.score) == sign * official_margin(board, mask, goal));
}

void exact_scores() {
  std::mt19937_64 random(3);
  for (int i = 0; i < 120; ++i) {
    const int size = 4 + i % 6 * 2;
    Squares mask = whole_board(size);
    if (i % 5 == 1) mask -= only(0);
    if (i % 5 == 2) mask -= only(square_at(size - 1, 1)) | only(square_at(1, 0));
    if (size == 10 && i % 4 == 0) mask = octagon_mask();
    const Goal goal = i % 2 == 0 ? Goal::most : Goal::fewest;
    const auto board = random_board(mask, start(size).board, 4 + i % 5, random);
    if (!board) continue;
    const int expected = minimax(*board, mask, goal);
    WideSearch search(mask, goal, 1);
    const Report report = search.think(*board, {}, kGo);
    CHECK(report.exact);
    CHECK(report.lines[0].score == expected);
    check_line(*board, mask, goal, report.lines[0]);

    // Every move's own score, from the same table.
    const Squares legal = moves(board->own, board->other, mask);
    if (!legal.any()) continue;
    const Report all = search.think(*board, {}, kGo, 256);
    CHECK(static_cast<int>(all.lines.size()) == legal.count());
    CHECK(all.lines[0].score == expected);
    for (const Line& line : all.lines) {
      CHECK(line.score == -minimax(board->played(line.squares[0]), mask, goal));
      check_line(*board, mask, goal, line);
    }
    CHECK(std::is_sorted(all.lines.begin(), all.lines.end(),
                         [](const Line& a, const Line& b) { return a.score > b.score; }));
  }
}

void known_values() {
  WideSearch cross(whole_board(4), Goal::most, 1);
  CHECK(cross.think(start(4).board, {}, kGo).lines[0].score == -10);
  CHECK(cross.think(start(4, true).board, {}, kGo).lines[0].score == -4);
  WideSearch fewest(whole_board(4), Goal::fewest, 1);
  CHECK(fewest.think(start(4).board, {}, kGo).lines[0].score ==
        minimax(start(4).board, whole_board(4), Goal::fewest));
}

void ends_and_passes() {
  const Squares mask = whole_board(10);
  WideSearch search(mask, Goal::most, 1);
  const WideBoard over{only(0), {}};
  const Report finished = search.think(over, {}, kGo);
  CHECK(finished.exact && finished.lines.size() == 1);
  CHECK(finished.lines[0].score == 100 && finished.lines[0].squares.empty());
  // The other has a1 and can flip b1; the mover has nothing but b1.
  const Report passing = search.think({only(1), only(0)}, {}, kGo);
  CHECK(passing.exact && passing.lines[0].score == -100);
  CHECK((passing.lines[0].squares == std::vector<int>{kPass, 2}));
}

void limits() {
  const Squares mask = whole_board(10);
  WideSearch search(mask, Goal::most, 16);
  std::vector<int> depths;
  const Report report = search.think(start(10).board, {.depth = 6}, kGo, 1,
                                     [&](const Report& each) { depths.push_back(each.depth); });
  CHECK(report.depth == 6 && !report.exact);
  CHECK((depths == std::vector<int>{1, 2, 3, 4, 5, 6}));
  CHECK(report.lines.size() == 1 && report.lines[0].squares.size() == 6);
  CHECK(search.think(start(10).board, {.depth = 4}, kGo, 3).lines.size() == 3);

  const Report few = search.think(start(10).board, {.nodes = 5000}, kGo);
  CHECK(few.nodes >= 5000 && few.nodes < 5100 && !few.lines.empty());
  const Report brief = search.think(start(10).board, {.seconds = 0.05}, kGo);
  CHECK(brief.seconds >= 0.05 && brief.seconds < 1);
  CHECK(mask.has(brief.lines[0].squares[0]));
}

// Half a second allows for a busy machine under a sanitizer; alone it is about a millisecond.
void stopping() {
  using Clock = std::chrono::steady_clock;
  WideSearch search(whole_board(16), Goal::most, 16);
  std::atomic<bool> stop{false};
  Clock::time_point told;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    told = Clock::now();
    stop = true;
  });
  const Report report = search.think(start(16).board, {}, stop);
  const Clock::time_point stopped = Clock::now();
  other.join();
  CHECK(!report.lines.empty() && !report.lines[0].squares.empty());
  CHECK(stopped - told < std::chrono::milliseconds(500));
  // Stopped before it began, it still knows a legal move.
  const Report none = search.think(start(16).board, {}, stop);
  CHECK(moves(start(16).board.own, start(16).board.other, whole_board(16))
            .has(none.lines[0].squares[0]));
}

void two_threads() {
  Report reports[2];
  const auto think = [](Report& report) {
    WideSearch search(octagon_mask(), Goal::most, 4);
    report = search.think(start(10).board, {.depth = 7}, kGo);
  };
  std::thread first(think, std::ref(reports[0])), second(think, std::ref(reports[1]));
  first.join();
  second.join();
  CHECK(reports[0].lines[0].score == reports[1].lines[0].score);
  CHECK(reports[0].lines[0].squares == reports[1].lines[0].squares);
  CHECK(reports[0].nodes == reports[1].nodes);
}

void lie_of_the_land() {
  const Ground square(whole_board(10));
  CHECK(square.corners.count() == 4 && square.edges.count() == 32);
  CHECK(Ground(whole_board(16)).corners.count() == 4);
  const Ground octagon(octagon_mask());
  CHECK(octagon.corners.count() == 8);
  CHECK(octagon.corners.has(square_at(2, 0)) && octagon.corners.has(square_at(0, 2)));
  const Ground small(whole_board(4));
  const Squares row = only(16) | only(17) | only(18) | only(19);  // the second row, full
  CHECK((small.settled(whole_board(4) - row)[0] & row) == row);
  CHECK(!small.stable(row, small.settled(whole_board(4) - row)).any());
  CHECK(small.stable(row, small.settled({})) == row);  // on a full board everything is
  // A corner and the edge that leans on it.
  Squares own = only(0) | only(1) | only(2) | only(4) | only(square_at(5, 5));
  CHECK(square.stable(own, square.settled(whole_board(10) - own)) == (only(0) | only(1) | only(2)));
}

// The evaluation knows no colours: seen from both sides it is the same, but for whose move it is.
void scale() {
  const WideEvaluation evaluation(whole_board(10), Goal::most);
  CHECK(std::abs(evaluation(start(10).board)) < 10 * kDisc);
  const WideBoard won{only(0) | only(1) | only(2), {}};
  CHECK(evaluation(won) == 100 * kDisc);
}

// Weights that were not built in: what they say is what is counted.
void own_weights() {
  Weights weights(WideEvaluation::kCounts);
  weights[9] = {kDisc, kDisc, kDisc};  // discs alone
  const WideEvaluation discs(whole_board(10), Goal::most, weights);
  const WideBoard board = start(10).board.played(square_at(4, 3));
  CHECK(discs(board) == (board.own.count() - board.other.count()) * kDisc);
  weights[9] = {0, 2 * kDisc, 0};  // more and more until the middle
  const WideEvaluation rising(whole_board(10), Goal::most, weights);
  const WideBoard ahead{start(10).board.own | only(square_at(9, 9)), start(10).board.other};
  CHECK(std::abs(rising(ahead) - 2 * kDisc / 10) <= 1);  // one more, 5 of 50 discs
}

}  // namespace

int main() {
  if (tests::cpu_is_too_old()) return tests::kSkipped;
  lie_of_the_land();
  scale();
  own_weights();
  exact_scores();
  known_values();
  ends_and_passes();
  limits();
  stopping();
  two_threads();
  return tests::result();
}
