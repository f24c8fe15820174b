// What alpha-beta needs to know of the two-colour game on wide boards.
//
// Far from the leaves moves are tried in the order the evaluation gives them, nearer in the order
// of how few answers each leaves. Where the whole rest of the game is searched, few answers is the
// better guide at every depth ("fastest first"), and the last squares are filled without table or
// ordering, those with an odd neighbourhood first.
#include "wide_search.h"

#include <algorithm>
#include <array>
#include <bit>

#include "alpha_beta.h"
#include "wide_evaluate.h"

namespace turnstone {
namespace {

constexpr int kJudgeDepth = 4;  // from here on moves are ordered by evaluation
constexpr int kCornerWorth = 6;  // in answers

class WideGame {
 public:
  using Board = WideBoard;
  static constexpr int kFill = 5;

  struct Key {
    WideBoard board;

    friend bool operator==(const Key&, const Key&) = default;
    std::uint64_t hash() const {
      std::uint64_t mixed = 0;
      for (const std::uint64_t word : board.own.words) mixed = mix(mixed, word);
      for (const std::uint64_t word : board.other.words) mixed = mix(mixed, word);
      return mixed;
    }
  };

  WideGame(const Squares& mask, Goal goal, const Weights& weights)
      : evaluation_(mask, goal, weights) {}

  Key key(const Board& board) const { return {board}; }
  Squares legal(const Board& board) const { return moves(board.own, board.other, mask()); }
  bool is_over(const Board& board) const {
    return !moves(board.other, board.own, mask()).any();
  }
  Board passed(const Board& board) const { return board.passed(); }
  Board played(const Board& board, int square) const { return board.played(square); }
  int empties(const Board& board) const { return (mask() - board.discs()).count(); }
  int final(const Board& board) const { return evaluation_.final(board); }
  int evaluate(const Board& board) const { return evaluation_(board); }

  int promise(const Board& after, int square, int depth, bool solving) const {
    if (!solving && depth >= kJudgeDepth) return -evaluation_(after);
    const int answers = legal(after).count();
    if (!evaluation_.ground().corners.has(square)) return -answers;
    return evaluation_.goal() == Goal::most ? kCornerWorth - answers : -kCornerWorth - answers;
  }

  std::array<Squares, 2> last_choice(const Squares& squares) const {
    const Squares corners = squares & evaluation_.ground().corners;
    if (evaluation_.goal() == Goal::most) return {corners, squares - corners};
    return {squares - corners, corners};
  }

  int fill(const Board& board, int alpha, int beta, Brake& brake) const {
    return fill(board, mask() - board.discs(), alpha, beta, false, brake);
  }

 private:
  const Squares& mask() const { return evaluation_.ground().mask; }

  int fill(const Board& board, const Squares& empty, int alpha, int beta, bool after_pass,
           Brake& brake) const {
    if (!empty.any()) return final(board);
    Squares odd;
    for_each(empty, [&](int square) {
      if ((with_neighbours(only(square)) & empty).count() % 2 == 1) odd.add(square);
    });
    int best = -kInfinity;
    for (const Squares& part : {odd, empty - odd}) {
      for (std::size_t word = 0; word < 4; ++word) {
        for (std::uint64_t left = part.words[word]; left != 0; left &= left - 1) {
          const int square = static_cast<int>(word) * 64 + std::countr_zero(left);
          const Squares flipped = flips(board.own, board.other, square);
          if (!flipped.any()) continue;
          if (brake.step()) return 0;
          const Squares disc = only(square);
          const Board after{board.other - flipped, board.own | flipped | disc};
          best = std::max(best, -fill(after, empty - disc, -beta, -alpha, false, brake));
          alpha = std::max(alpha, best);
          if (alpha >= beta) return best;
        }
      }
    }
    if (best > -kInfinity) return best;
    if (after_pass) return final(board);
    return -fill(board.passed(), empty, -beta, -alpha, true, brake);
  }

  WideEvaluation evaluation_;
};

}  // namespace

struct WideSearch::Inner : AlphaBeta<WideGame> {
  using AlphaBeta::AlphaBeta;
};

WideSearch::WideSearch(const Squares& mask, Goal goal, std::size_t megabytes,
                       const Weights& weights)
    : inner_(std::make_unique<Inner>(WideGame(mask, goal, weights), megabytes)) {}
WideSearch::~WideSearch() = default;
WideSearch::WideSearch(WideSearch&&) noexcept = default;
WideSearch& WideSearch::operator=(WideSearch&&) noexcept = default;

Report WideSearch::think(const WideBoard& board, const Limits& limits,
                         const std::atomic<bool>& stop, int top, const OnDepth& on_depth) {
  return inner_->think(board, limits, stop, top, on_depth);
}

}  // namespace turnstone
