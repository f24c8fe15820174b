// Max-n: at every node the player to move takes what is best for himself.
//
// The choice is between two sound searches. Paranoid search lets all the others play against the
// player at the root; that makes it a game of two, alpha-beta cuts most of it away, and its value
// at the end is what he can force. But nobody plays like that: expecting the worst from everyone,
// it gives up squares nobody was going to take. Max-n expects selfish players, which bots and people
// are. Measured with the same evaluation and the same number of nodes, one seat against selfish
// bots that look two plies ahead, max-n came out above more of its opponents with three colours and
// with four, although it sees a ply or two less. So max-n it is.
//
// Alpha-beta's deep cuts are wrong with more than two players; the shallow one, between a node and
// its child, is right. Margins make it sharp: a player who is m discs ahead of everybody leaves all
// others at least m behind. As soon as the player at the child has found such a move, the player
// above knows that he gets -m there at the most, and if he already has as much elsewhere, the rest
// of the child does not matter. That pays when good moves come first, so they are sorted by what
// the evaluation says for the mover.
//
// Equal moves: the first stays. Max-n values are not unique where a player has a choice between
// moves that are equal to him and not to others; "exact" promises that the game was played out,
// not that the others will break ties in the same way.
#include "colour_search.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "colour_evaluate.h"

namespace turnstone {

struct ColourSearch::Inner final : RootSearch {
  using Margins = ColourEvaluation::Margins;

  struct Child {
    ColourBoard board;
    int square, promise;
  };

  static constexpr std::size_t kPlies = 256;  // no passes
  static constexpr int kSortDepth = 2;

  explicit Inner(const ColourRules& rules) : evaluation(rules) {}

  std::size_t seat(const ColourBoard& board) const {
    return static_cast<std::size_t>(evaluation.rules().seat(board.phase));
  }

  // The children of a board, the most promising for the mover first, at the end of `children`.
  void add_children(const ColourBoard& board, const Squares& legal, bool sort) {
    const auto begin = static_cast<std::ptrdiff_t>(children.size());
    for_each(legal, [&](int square) {
      const ColourBoard after = played(board, evaluation.rules(), square);
      children.push_back({after, square, sort ? evaluation(after)[seat(board)] : 0});
    });
    if (!sort) return;
    std::stable_sort(children.begin() + begin, children.end(),
                     [](const Child& a, const Child& b) { return a.promise > b.promise; });
  }

  // Everybody's margin. `above` is what the player one ply up has already, if it is another:
  // a value that gives him no more than that may be anything.
  Margins search(const ColourBoard& board, int above, int depth, std::size_t ply) {
    lines[ply].clear();
    if (brake->step()) return {};
    if (depth <= 0) return evaluation(board);
    const Squares legal = legal_squares(board, evaluation.rules());
    if (!legal.any()) return evaluation(board);
    const std::size_t me = seat(board);
    const std::size_t begin = children.size();
    add_children(board, legal, depth >= kSortDepth);
    Margins best{};
    best[me] = -kInfinity;
    for (std::size_t i = begin, end = children.size(); i < end; ++i) {
      const Child child = children[i];  // a copy: the vector grows below
      const int mine = seat(child.board) == me ? -kInfinity : best[me];
      const Margins found = search(child.board, mine, depth - 1, ply + 1);
      if (brake->pulled()) break;
      if (found[me] <= best[me]) continue;
      best = found;
      remember(ply, child.square);
      if (best[me] >= 0 && -best[me] <= above) break;
    }
    children.resize(begin);
    return best;
  }

  void remember(std::size_t ply, int square) {
    lines[ply].assign(1, square);
    lines[ply].insert(lines[ply].end(), lines[ply + 1].begin(), lines[ply + 1].end());
  }

  int value(int square, int, int, int depth, std::vector<int>& line) override {
    const ColourBoard after = played(root, evaluation.rules(), square);
    const int score = search(after, -kInfinity, depth - 1, 1)[seat(root)];
    line = lines[1];
    return score;
  }

  ColourEvaluation evaluation;
  Brake* brake = nullptr;
  ColourBoard root;
  std::vector<Child> children;  // of all positions on the way down, one after the other
  std::vector<std::vector<int>> lines{kPlies + 2};  // the best line from each ply on
};

ColourSearch::ColourSearch(const ColourRules& rules) : inner_(std::make_unique<Inner>(rules)) {}
ColourSearch::~ColourSearch() = default;
ColourSearch::ColourSearch(ColourSearch&&) noexcept = default;
ColourSearch& ColourSearch::operator=(ColourSearch&&) noexcept = default;

Report ColourSearch::think(const ColourBoard& board, const Limits& limits,
                           const std::atomic<bool>& stop, int top, const OnDepth& on_depth) {
  Brake brake(limits, stop);
  const ColourRules& rules = inner_->evaluation.rules();
  inner_->brake = &brake;
  inner_->root = board;
  inner_->children.clear();
  const Squares legal = legal_squares(board, rules);
  if (!legal.any()) {
    const Report over{
        0, true, {{static_cast<double>(margin(board, rules, rules.seat(board.phase))), {}}}, 0, 0};
    if (on_depth) on_depth(over);
    return over;
  }
  inner_->add_children(board, legal, true);
  std::vector<int> squares;
  for (const Inner::Child& child : inner_->children) squares.push_back(child.square);
  inner_->children.clear();
  // Every move gets a true score: there is no window that would make it cheaper not to.
  const Plan plan{.plies = (rules.mask - board.all()).count(),
                  .scored = static_cast<int>(squares.size()),
                  .reported = top};
  return deepen(*inner_, squares, plan, limits, brake, on_depth);
}

}  // namespace turnstone
