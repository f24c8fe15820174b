// Max-n: at every node the player to move takes what is best for himself.
//
// The other sound search is paranoid: all the others play against the player at the root, which
// makes it a game of two that alpha-beta cuts down. But nobody plays like that, and expecting the
// worst from everyone gives up what nobody was going to take.
//
// There are two ways to it here. With time to think, a tree of playouts (colour_tree.cpp): what a
// middle position is worth is hard to say by counting, and easy to find out by playing on
// (`bench/colours.py` shows how well that does against simpler bots). When every line can be
// played to the end, and when somebody asks for a depth, all moves are searched to the same depth.
// There "best" is the lead over the average of the others: who goes for the margin of the rules,
// own discs minus the best other's, spends his moves on bringing down whoever leads.
//
// Alpha-beta's cuts are wrong with more than two players, and those that are right (a node and its
// child, when the values have a fixed sum) almost never apply. So nothing is cut and every move at
// the root gets its true score at no extra cost.
//
// Equal moves: the first stays. Where a player has moves that are equal to him but not to the
// others the value is not unique; "exact" promises that the game was played out, not that the
// others will choose in the same way.
#include "colour_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "colour_evaluate.h"
#include "colour_tree.h"

namespace turnstone {
namespace {

constexpr int kLast = 9;  // empty squares from which every line is played to its end in a second
constexpr std::size_t kTree = 1'000'000;  // nodes, about 40 MB

// Playouts until the brake is pulled; news whenever there are twice as many.
Report think_by_playouts(const ColourBoard& board, const ColourRules& rules, Brake& brake, int top,
                         const OnDepth& on_depth) {
  ColourTree tree(board, rules, kTree);
  for (std::uint64_t games = 0, next = 256; tree.grow(brake);) {
    if (++games < next) continue;
    next *= 2;
    if (on_depth) on_depth(tree.report(top, brake));
  }
  const Report last = tree.report(top, brake);
  if (on_depth) on_depth(last);
  return last;
}

}  // namespace

struct ColourSearch::Inner final : RootSearch {
  using Worths = ColourEvaluation::Worths;

  static constexpr std::size_t kPlies = 256;  // nobody passes

  explicit Inner(const ColourRules& rules) : evaluation(rules) {}

  std::size_t seat(const ColourBoard& board) const {
    return static_cast<std::size_t>(evaluation.rules().seat(board.phase));
  }

  // The legal squares, the most promising for the mover first.
  std::vector<int> sorted(const ColourBoard& board, const Squares& legal) const {
    std::vector<std::pair<int, int>> found;
    for_each(legal, [&](int square) {
      const Worths worths = evaluation(played(board, evaluation.rules(), square));
      found.emplace_back(-evaluation.lead(worths, seat(board)), square);
    });
    std::sort(found.begin(), found.end());
    std::vector<int> squares;
    for (const auto& [promise, square] : found) squares.push_back(square);
    return squares;
  }

  Worths search(const ColourBoard& board, int depth, std::size_t ply) {
    lines[ply].clear();
    if (brake->step()) return {};
    if (depth <= 0) return evaluation(board);
    const Squares legal = legal_squares(board, evaluation.rules());
    if (!legal.any()) return evaluation(board);
    Worths best{};
    int most = -kInfinity;
    for_each(legal, [&](int square) {
      if (brake->pulled()) return;
      const Worths found = search(played(board, evaluation.rules(), square), depth - 1, ply + 1);
      const int lead = evaluation.lead(found, seat(board));
      if (lead <= most) return;
      most = lead;
      best = found;
      lines[ply].assign(1, square);
      lines[ply].insert(lines[ply].end(), lines[ply + 1].begin(), lines[ply + 1].end());
    });
    return best;
  }

  int value(int square, int, int, int depth, Line& line) override {
    const Worths found = search(played(root, evaluation.rules(), square), depth - 1, 1);
    line.score = static_cast<double>(evaluation.margin(found, seat(root))) / kDisc;
    line.squares = lines[1];
    return evaluation.lead(found, seat(root));
  }

  ColourEvaluation evaluation;
  Brake* brake = nullptr;
  ColourBoard root;
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
  const Squares legal = legal_squares(board, rules);
  if (!legal.any()) {
    const Report over{
        0, true, {{static_cast<double>(margin(board, rules, rules.seat(board.phase))), {}}}, 0, 0};
    if (on_depth) on_depth(over);
    return over;
  }
  const int empty = (rules.mask - board.all()).count();
  const bool timed = limits.depth == 0 && (limits.seconds > 0 || limits.nodes != 0);
  if (timed && empty > kLast) return think_by_playouts(board, rules, brake, top, on_depth);
  const std::vector<int> squares = inner_->sorted(board, legal);
  const Plan plan{.plies = empty,
                  .scored = static_cast<int>(squares.size()),
                  .reported = top};
  return deepen(*inner_, squares, plan, limits, brake, on_depth);
}

}  // namespace turnstone
