// Principal variation search for a game between two.
//
// Depth counts discs: a pass costs nothing, so at a depth of as many plies as there are empty
// squares every line ends with the game, nothing is estimated, and the score is exact. What order
// moves are tried in is the game's affair, except that the move that was best before comes first.
//
// A Game has
//   Board; Key with hash() and ==, of the whole position
//   legal(board)         the squares that may be played; none: the game is over, or a pass
//   is_over(board)       of a board without legal squares
//   passed(board), played(board, square)
//   empties(board)
//   final(board)         the margin for the player to move, the game being over
//   evaluate(board)      a guess at it, or the margin if the game is over
//   promise(after, square, depth, solving)  the higher the earlier a move is tried
//   last_choice(legal)   the legal squares in two parts, the first to be tried first, one ply above
//                        the leaves
//   fill(board, alpha, beta, brake)  if it has one: the same value, quicker, near the end
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bound_table.h"
#include "brake.h"
#include "deepening.h"
#include "squares.h"

namespace turnstone {

template <class Game>
class AlphaBeta : public RootSearch {
 public:
  using Board = typename Game::Board;

  AlphaBeta(Game game, std::size_t megabytes) : game_(std::move(game)), table_(megabytes) {}

  Report think(const Board& board, const Limits& limits, const std::atomic<bool>& stop, int top,
               const OnDepth& on_depth) {
    Brake brake(limits, stop);
    brake_ = &brake;
    children_.clear();
    root_ = board;
    table_.grow_older();
    const Squares legal = game_.legal(board);
    if (!legal.any() && game_.is_over(board)) {
      const double margin = static_cast<double>(game_.final(board)) / kDisc;
      const Report over{0, true, {{margin, {}}}, 0, brake.seconds()};
      if (on_depth) on_depth(over);
      return over;
    }
    std::vector<int> squares;
    if (!legal.any()) squares.push_back(kPass);
    add_children(board, legal, kPass, kRootOrder, false);
    std::stable_sort(children_.begin(), children_.end(),
                     [](const Child& a, const Child& b) { return a.promise > b.promise; });
    for (const Child& child : children_) squares.push_back(child.square);
    children_.clear();
    const Plan plan{game_.empties(board), kLeap, top, top};
    return deepen(*this, squares, plan, limits, brake, on_depth);
  }

  int value(int square, int alpha, int beta, int depth, Line& line) override {
    const Board after = square == kPass ? game_.passed(root_) : game_.played(root_, square);
    const int score = -search(after, -beta, -alpha, square == kPass ? depth : depth - 1, 1);
    line.score = static_cast<double>(score) / kDisc;
    line.squares.assign(lines_[1].begin() + 1, lines_[1].begin() + 1 + lines_[1][0]);
    return score;
  }

 private:
  // Without estimates a ply costs less than the depths between would.
  static constexpr int kLeap = 5;
  static constexpr int kRootOrder = 8;   // the depth the root's first order is made for
  static constexpr int kTableDepth = 2;  // below, finding the moves anew is quicker than asking
  static constexpr std::size_t kPlies = 2 * 256;  // a pass before every disc at the most

  struct Child {
    Board board;
    int square, promise;
  };

  void add_children(const Board& board, const Squares& legal, int first, int depth, bool solving) {
    for_each(legal, [&](int square) {
      const Board after = game_.played(board, square);
      const int promise =
          square == first ? kInfinity : game_.promise(after, square, depth, solving);
      children_.push_back({after, square, promise});
    });
  }

  int search(const Board& board, int alpha, int beta, int depth, int ply) {
    lines_[static_cast<std::size_t>(ply)][0] = 0;
    if (brake_->step()) return 0;
    if (depth <= 0) return game_.evaluate(board);
    if constexpr (requires { game_.fill(board, alpha, beta, *brake_); }) {
      // Lines are kept on the principal variation only; the windows beside it are narrow.
      if (depth <= Game::kFill && beta - alpha == 1 && game_.empties(board) <= depth) {
        return game_.fill(board, alpha, beta, *brake_);
      }
    }
    const Squares legal = game_.legal(board);
    if (!legal.any()) {
      if (game_.is_over(board)) return game_.final(board);
      const int score = -search(game_.passed(board), -beta, -alpha, depth, ply + 1);
      remember(ply, kPass);
      return score;
    }
    if (depth < kTableDepth) return last_ply(board, legal, alpha, beta, ply);
    return search_children(board, legal, alpha, beta, depth, ply);
  }

  int search_children(const Board& board, const Squares& legal, int alpha, int beta, int depth,
                      int ply) {
    // 1. What is known already. On the principal variation bounds only order the moves, so that
    //    the line is played out to its end.
    const bool narrow = beta - alpha == 1;
    const typename Game::Key key = game_.key(board);
    int first = kPass;
    Bounds bounds;
    if (const Bounds* found = table_.find(key)) {
      first = found->best;
      if (found->depth == depth) bounds = *found;
      if (narrow && found->depth >= depth) {
        if (found->lower >= beta) return found->lower;
        if (found->upper <= alpha) return found->upper;
      }
    }

    // 2. The children, the most promising first: each is looked for when its turn comes, for often
    //    the first is enough.
    const std::size_t begin = children_.size();
    add_children(board, legal, first, depth, depth >= game_.empties(board));
    const std::size_t end = children_.size();

    // 3. Search: the first with the whole window, the others only to show that they are no better.
    int best = -kInfinity, best_square = kPass, low = alpha;
    for (std::size_t i = begin; i < end && low < beta; ++i) {
      for (std::size_t j = i + 1; j < end; ++j) {
        if (children_[j].promise > children_[i].promise) std::swap(children_[i], children_[j]);
      }
      const Child child = children_[i];  // a copy: the vector grows below
      int score = low + 1;
      if (i > begin) score = -search(child.board, -low - 1, -low, depth - 1, ply + 1);
      if (i == begin || (score > low && score < beta && !narrow)) {
        score = -search(child.board, -beta, -low, depth - 1, ply + 1);
      }
      if (brake_->pulled()) break;
      if (score <= best) continue;
      best = score;
      best_square = child.square;
      if (score <= low) continue;
      low = score;
      remember(ply, child.square);
    }
    children_.resize(begin);
    if (brake_->pulled()) return 0;

    // 4. Remember.
    bounds.depth = static_cast<std::uint8_t>(depth);
    bounds.best = static_cast<std::int16_t>(best_square);
    if (best > alpha) bounds.lower = static_cast<std::int16_t>(best);
    if (best < beta) bounds.upper = static_cast<std::int16_t>(best);
    table_.store(key, bounds);
    return best;
  }

  // One ply above the leaves nothing is ordered but the two parts.
  int last_ply(const Board& board, const Squares& legal, int alpha, int beta, int ply) {
    int best = -kInfinity;
    for (const Squares& part : game_.last_choice(legal)) {
      for (std::size_t word = 0; word < 4; ++word) {
        for (std::uint64_t left = part.words[word]; left != 0; left &= left - 1) {
          if (brake_->step()) return 0;
          const int square = static_cast<int>(word) * 64 + std::countr_zero(left);
          const int score = -game_.evaluate(game_.played(board, square));
          if (score <= best) continue;
          best = score;
          if (score <= alpha) continue;
          alpha = score;
          lines_[static_cast<std::size_t>(ply) + 1][0] = 0;
          remember(ply, square);
          if (alpha >= beta) return best;
        }
      }
    }
    return best;
  }

  void remember(int ply, int square) {
    auto& line = lines_[static_cast<std::size_t>(ply)];
    const auto& rest = lines_[static_cast<std::size_t>(ply) + 1];
    line[0] = static_cast<std::int16_t>(rest[0] + 1);
    line[1] = static_cast<std::int16_t>(square);
    std::copy_n(rest.begin() + 1, rest[0], line.begin() + 2);
  }

  Game game_;
  BoundTable<typename Game::Key> table_;
  Brake* brake_ = nullptr;
  Board root_{};
  std::vector<Child> children_;  // of all positions on the way down, one after the other
  // The best line from each ply on: row `ply` holds its length, then its squares.
  std::vector<std::array<std::int16_t, kPlies + 2>> lines_{kPlies + 2};
};

}  // namespace turnstone
