// UCT (Kocsis and Szepesvari, 2006) in its form for many players (Sturtevant, 2008): at every node
// the player to move balances what has served him best so far against what was tried little, and a
// new leaf is judged by one random game to its end. As the tree grows its choice becomes that of
// max-n.
//
// What a player wants of a game is what people want: mostly to be first, then to stand above each
// of the others, and of two such games the one with more discs. A search for discs alone, however
// deep, does not see that second place by one disc is lost.
#include "colour_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace turnstone {
namespace {

constexpr float kCuriosity = 0.5F;  // how much a move that was tried little is worth a try
constexpr float kFirst = 0.5F, kAbove = 0.4F, kDiscs = 0.1F;  // what a player wants
constexpr int kCare = 8;  // a playout plays without thought once in so many moves

}  // namespace

ColourTree::ColourTree(const ColourBoard& board, const ColourRules& rules, std::size_t nodes)
    : root_(board), rules_(rules), limit_(nodes), random_(1), nodes_(1) {
  const Ground ground(rules.mask);
  good_ = ground.corners;
  bad_ = diagonal_to(ground.corners) & ground.inside;
  if (rules.goal == Goal::fewest) std::swap(good_, bad_);
  sprout(0, board);
}

bool ColourTree::grow(Brake& brake) {
  // 1. Down the tree, by everybody's own choice.
  ColourBoard board = root_;
  path_.assign(1, 0);
  while (nodes_[path_.back()].children != 0) {
    if (brake.step()) return false;
    const std::uint32_t next =
        chosen(nodes_[path_.back()], static_cast<std::size_t>(rules_.seat(board.phase)));
    board = played(board, rules_, nodes_[next].square);
    path_.push_back(next);
  }
  // 2. A leaf that was reached before grows.
  if (nodes_[path_.back()].visits > 0 && nodes_.size() < limit_) sprout(path_.back(), board);
  depth_ = std::max(depth_, static_cast<int>(path_.size()) - 1);
  // 3. A random game to the end.
  for (Squares legal; (legal = legal_squares(board, rules_)).any();) {
    if (brake.step()) return false;
    board = played(board, rules_, playout_square(legal));
  }
  // 4. What came of it, told to all on the way.
  const Rewards found = rewards(board);
  const auto own = static_cast<float>(margin(board, rules_, rules_.seat(root_.phase)));
  for (const std::uint32_t each : path_) {
    Node& node = nodes_[each];
    node.visits += 1;
    node.margin += own;
    for (std::size_t seat = 0; seat < found.size(); ++seat) node.rewards[seat] += found[seat];
  }
  return true;
}

void ColourTree::sprout(std::uint32_t parent, const ColourBoard& board) {
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  for_each(legal_squares(board, rules_), [&](int square) {
    nodes_.push_back({.square = static_cast<std::uint16_t>(square)});
  });
  nodes_[parent].first = first;
  nodes_[parent].children = static_cast<std::uint16_t>(nodes_.size() - first);
}

std::uint32_t ColourTree::chosen(const Node& parent, std::size_t seat) {
  std::uint32_t best = 0;
  float most = -1;
  const float tries = std::log(parent.visits + 1);
  int untried = 0;
  for (std::uint32_t each = parent.first; each < parent.first + parent.children; ++each) {
    const Node& child = nodes_[each];
    if (child.visits == 0) {  // each of them once, in any order
      if (random_.below(++untried) == 0) best = each;
    } else if (untried == 0) {
      const float worth =
          child.rewards[seat] / child.visits + kCuriosity * std::sqrt(tries / child.visits);
      if (worth > most) {
        most = worth;
        best = each;
      }
    }
  }
  return best;
}

int ColourTree::playout_square(const Squares& legal) {
  const bool careful = random_.below(kCare) != 0;
  if (const Squares liked = legal & good_; careful && liked.any()) return any_of(liked);
  if (const Squares rest = legal - bad_; careful && rest.any()) return any_of(rest);
  return any_of(legal);
}

int ColourTree::any_of(const Squares& squares) {
  int left = random_.below(squares.count());
  for (std::size_t word = 0;; ++word) {
    std::uint64_t bits = squares.words[word];
    const int here = std::popcount(bits);
    if (left >= here) {
      left -= here;
      continue;
    }
    for (; left > 0; --left) bits &= bits - 1;
    return static_cast<int>(word) * 64 + std::countr_zero(bits);
  }
}

ColourTree::Rewards ColourTree::rewards(const ColourBoard& end) const {
  const auto seats = static_cast<std::size_t>(rules_.colours);
  const int sign = rules_.goal == Goal::most ? 1 : -1;
  std::array<int, 4> count{};
  int sum = 0;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    sum += count[seat] = sign * end.discs[seat].count();
  }
  const auto others = static_cast<float>(seats - 1);
  const auto squares = static_cast<float>(rules_.mask.count());
  Rewards found{};
  for (std::size_t seat = 0; seat < seats; ++seat) {
    int above = 0, level = -1, below = 0;  // itself is not level with itself
    for (std::size_t other = 0; other < seats; ++other) {
      (count[other] > count[seat] ? above : count[other] < count[seat] ? below : level) += 1;
    }
    const float first = above > 0 ? 0 : 1 / static_cast<float>(1 + level);
    const float beaten = static_cast<float>(2 * below + level) / 2 / others;
    const float lead =
        static_cast<float>(count[seat]) - static_cast<float>(sum - count[seat]) / others;
    found[seat] = kFirst * first + kAbove * beaten + kDiscs * (0.5F + lead / squares);
  }
  return found;
}

std::uint32_t ColourTree::most_visited(const Node& parent) const {
  std::uint32_t best = parent.first;
  for (std::uint32_t each = parent.first; each < parent.first + parent.children; ++each) {
    if (nodes_[each].visits > nodes_[best].visits) best = each;
  }
  return best;
}

Report ColourTree::report(int top, const Brake& brake) const {
  const Node& root = nodes_[0];
  std::vector<std::uint32_t> order;
  for (std::uint32_t each = root.first; each < root.first + root.children; ++each) {
    order.push_back(each);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return nodes_[a].visits > nodes_[b].visits;
  });
  order.resize(std::min(order.size(), static_cast<std::size_t>(top)));
  Report found;
  found.depth = std::max(depth_, 1);
  found.nodes = brake.nodes();
  found.seconds = brake.seconds();
  for (const std::uint32_t each : order) {
    const Node* node = &nodes_[each];
    Line line{.score = node->visits > 0 ? node->margin / node->visits : 0, .squares = {}};
    for (;;) {
      line.squares.push_back(node->square);
      if (node->children == 0) break;
      node = &nodes_[most_visited(*node)];
      if (node->visits == 0) break;
    }
    found.lines.push_back(std::move(line));
  }
  return found;
}

}  // namespace turnstone
