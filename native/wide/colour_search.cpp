// Max-n: at every node the player to move takes what is best for himself.
//
// The choice was between two sound searches. Paranoid search lets all the others play against the
// player at the root; that makes it a game of two, and alpha-beta cuts most of it away. But nobody
// plays like that, and expecting the worst from everyone gives up what nobody was going to take.
// Max-n expects selfish players, which bots and people are. Measured on 8x8, one seat against bots
// that look two plies ahead, each for itself, same evaluation, 150,000 nodes a move, 96 games each:
// max-n ranked above 77 % of its opponents with four colours and 74 % with three; paranoid, two
// plies deeper, above 73 % and 70 %. (One such figure is good to about five points; the order was
// the same in both games.)
//
// What "best" means matters more. A player who goes for the margin of the rules, own discs minus
// the best other's, spends his moves on bringing down whoever leads: with four colours, 20,000
// nodes a move and 120 games he ranked above 62 % instead of 76 %; with three there was no
// difference. So everybody here goes for the lead over the average of the others, which is to say
// for discs of his own.
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

namespace turnstone {

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
  const std::vector<int> squares = inner_->sorted(board, legal);
  const Plan plan{.plies = (rules.mask - board.all()).count(),
                  .scored = static_cast<int>(squares.size()),
                  .reported = top};
  return deepen(*inner_, squares, plan, limits, brake, on_depth);
}

}  // namespace turnstone
