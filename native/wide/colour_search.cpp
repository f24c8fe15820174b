// Paranoid search: everybody else is one camp that plays against the seat at the root.
#include "colour_search.h"

#include <array>

#include "alpha_beta.h"
#include "colour_evaluate.h"

namespace turnstone {
namespace {

constexpr int kJudgeDepth = 2;  // from here on moves are ordered by evaluation

class ColourGame {
 public:
  using Board = ColourBoard;

  // Three planes of bits tell five kinds of squares apart. The value depends on whose view it is,
  // so that belongs to the key.
  struct Key {
    std::array<std::uint64_t, 13> words{};

    friend bool operator==(const Key&, const Key&) = default;
    std::uint64_t hash() const {
      std::uint64_t mixed = 0;
      for (const std::uint64_t word : words) mixed = mix(mixed, word);
      return mixed;
    }
  };

  explicit ColourGame(const ColourRules& rules) : evaluation_(rules) {}

  // From now on the camp is this seat's.
  void sit(int seat) { me_ = seat; }

  Key key(const Board& board) const {
    Key key;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto word = [&](std::size_t seat) { return board.discs[seat].words[i]; };
      key.words[i] = word(0) | word(1);
      key.words[4 + i] = word(0) | word(2);
      key.words[8 + i] = word(3) | word(0);
    }
    key.words[12] = static_cast<std::uint64_t>(board.phase * 4 + me_);
    return key;
  }

  Squares legal(const Board& board) const { return legal_squares(board, rules()); }
  bool is_over(const Board&) const { return true; }
  Board passed(const Board& board) const { return board; }
  Board played(const Board& board, int square) const {
    return turnstone::played(board, rules(), square);
  }
  int empties(const Board& board) const { return (rules().mask - board.all()).count(); }
  bool is_mine(const Board& board) const { return rules().seat(board.phase) == me_; }
  bool is_rival(const Board& a, const Board& b) const { return is_mine(a) != is_mine(b); }
  int final(const Board& board) const {
    const int mine = margin(board, rules(), me_) * kDisc;
    return is_mine(board) ? mine : -mine;
  }
  int evaluate(const Board& board) const {
    const int mine = evaluation_(board, me_);
    return is_mine(board) ? mine : -mine;
  }
  int promise(const Board& board, const Board& after, int square, int depth, bool) const {
    if (depth < kJudgeDepth) return evaluation_.ground().corners.has(square);
    const int mine = evaluation_(after, me_);
    return is_mine(board) ? mine : -mine;
  }
  std::array<Squares, 2> last_choice(const Squares& squares) const {
    const Squares corners = squares & evaluation_.ground().corners;
    if (rules().goal == Goal::most) return {corners, squares - corners};
    return {squares - corners, corners};
  }

  const ColourRules& rules() const { return evaluation_.rules(); }

 private:
  ColourEvaluation evaluation_;
  int me_ = 0;
};

}  // namespace

struct ColourSearch::Inner : AlphaBeta<ColourGame> {
  using AlphaBeta::AlphaBeta;
};

ColourSearch::ColourSearch(const ColourRules& rules, std::size_t megabytes)
    : inner_(std::make_unique<Inner>(ColourGame(rules), megabytes)) {}
ColourSearch::~ColourSearch() = default;
ColourSearch::ColourSearch(ColourSearch&&) noexcept = default;
ColourSearch& ColourSearch::operator=(ColourSearch&&) noexcept = default;

Report ColourSearch::think(const ColourBoard& board, const Limits& limits,
                           const std::atomic<bool>& stop, int top, const OnDepth& on_depth) {
  inner_->game().sit(inner_->game().rules().seat(board.phase));
  return inner_->think(board, limits, stop, top, on_depth);
}

}  // namespace turnstone
