// Max-n: at every node the player to move takes what is best for himself.
//
// The other sound search is paranoid: all the others play against the player at the root, which
// makes it a game of two that alpha-beta cuts down. But nobody plays like that, and expecting the
// worst from everyone gives up what nobody was going to take.
//
// There are two ways to it here. With time to think, a tree of playouts (colour_tree.cpp): what a
// middle position is worth is hard to say by counting, and easy to find out by playing on
// (`bench/strength.py` shows how well that does against simpler bots). When every line can be
// played to the end, and when somebody asks for a depth, all moves are searched to the same depth.
// At the end of the game "best" is what players want of it (`wishes`). Short of it the estimates are
// too rough to say who will be first; there it is the lead over the average of the others: who goes
// for the margin of the rules, own discs minus the best other's, spends his moves on bringing down
// whoever leads.
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
constexpr float kScale = 20'000;  // of wishes in whole numbers

// Playouts until the brake is pulled; news whenever there are twice as many.
template <class Set>
Report think_by_playouts(ColourTree<Set> tree, Brake& brake, int top, const OnDepth& on_depth) {
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

  Inner(const ColourRules& rules, std::size_t room, const Weights& weights)
      : evaluation(rules, weights), megabytes(room) {}

  std::size_t seat(const ColourBoard& board) const {
    return static_cast<std::size_t>(evaluation.rules().seat(board.phase));
  }

  // All that can be won, in hundredths of a disc.
  int most() const { return evaluation.ground().mask.count() * kDisc; }

  // How good it is for a seat if the search ends so.
  int aim(const Worths& worths, std::size_t which) const {
    if (!solving) return evaluation.lead(worths, which);
    return static_cast<int>(kScale * wishes(worths, evaluation.rules().colours, most())[which]);
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
    int best_aim = -kInfinity;
    for_each(legal, [&](int square) {
      if (brake->pulled()) return;
      const Worths found = search(played(board, evaluation.rules(), square), depth - 1, ply + 1);
      const int good = aim(found, seat(board));
      if (good <= best_aim) return;
      best_aim = good;
      best = found;
      lines[ply].assign(1, square);
      lines[ply].insert(lines[ply].end(), lines[ply + 1].begin(), lines[ply + 1].end());
    });
    return best;
  }

  int value(int square, int, int, int depth, Line& line) override {
    solving = depth >= (evaluation.ground().mask - root.all()).count();
    const Worths found = search(played(root, evaluation.rules(), square), depth - 1, 1);
    const int score = margin(found, evaluation.rules().colours, static_cast<int>(seat(root)));
    line.score = static_cast<double>(std::clamp(score, -most(), most())) / kDisc;
    line.squares = lines[1];
    return aim(found, seat(root));
  }

  ColourEvaluation evaluation;
  std::size_t megabytes;
  bool solving = false;  // every line is played to its end
  Brake* brake = nullptr;
  ColourBoard root;
  std::vector<std::vector<int>> lines{kPlies + 2};  // the best line from each ply on
};

ColourSearch::ColourSearch(const ColourRules& rules, std::size_t megabytes,
                           const Weights& weights)
    : inner_(std::make_unique<Inner>(rules, megabytes, weights)) {}
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
        0, true, {{static_cast<double>(margin(worths(board, rules), rules.colours, rules.seat(board.phase))), {}}}, 0, 0};
    if (on_depth) on_depth(over);
    return over;
  }
  const int empty = (rules.mask - board.all()).count();
  const bool timed = limits.depth == 0 && (limits.seconds > 0 || limits.nodes != 0);
  if (timed && empty > kLast) {
    const std::size_t room = inner_->megabytes;
    if (Narrow::holds(rules.mask)) {
      return think_by_playouts(ColourTree<Narrow>(board, rules, room), brake, top, on_depth);
    }
    return think_by_playouts(ColourTree<Squares>(board, rules, room), brake, top, on_depth);
  }
  const std::vector<int> squares = inner_->sorted(board, legal);
  const Plan plan{.plies = empty,
                  .scored = static_cast<int>(squares.size()),
                  .reported = top};
  return deepen(*inner_, squares, plan, limits, brake, on_depth);
}

}  // namespace turnstone
