// UCT (Kocsis and Szepesvari, 2006) in its form for many players (Sturtevant, 2008): at every node
// the player to move balances what has served him best so far against what was tried little, and a
// new leaf is judged by one game to its end. As the tree grows its choice becomes that of max-n.
//
// In these games everybody plays as a beginner who was told a few things would: corners, then edges,
// nothing beside them; few flips until the board fills up, then many; and a good deal of chance. In
// the tree the others play like that half of the time too: who takes them all for masters, and the
// more so the longer he thinks, plans for moves that nobody makes.
#include "colour_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace turnstone {
namespace {

constexpr float kCuriosity = 0.5F;  // how much a move that was tried little is worth a try

// Ranks of squares in playouts, in flips.
constexpr int kCorner = 60, kEdge = 12, kBesideEdge = -8, kBesideCorner = -30;
constexpr int kChance = 20;  // what chance adds to a rank stays below this
constexpr double kFilled = 2.0 / 3;  // from then on many flips are better than few
constexpr int kMasterly = 2;  // one in so many moves of the others is the best that is known

template <class Set>
ColourBoardOn<Set> fitted(const ColourBoard& board) {
  return {{Set(board.discs[0]), Set(board.discs[1]), Set(board.discs[2]), Set(board.discs[3])},
          board.phase};
}

int to_wide(const Narrow&, int square) { return Narrow::to_wide(square); }
int to_wide(const Squares&, int square) { return square; }
int from_wide(const Narrow&, int square) { return Narrow::from_wide(square); }
int from_wide(const Squares&, int square) { return square; }

}  // namespace

template <class Set>
ColourTree<Set>::ColourTree(const ColourBoard& board, const ColourRules& rules,
                            std::size_t megabytes)
    : rules_{Set(rules.mask), rules.colours, rules.goal, rules.order},
      root_(fitted<Set>(board)),
      squares_(rules.mask.count()),
      filled_(static_cast<int>(kFilled * squares_)),
      limit_((megabytes << 20) / sizeof(Node)),
      random_(1),
      nodes_(1) {
  const Ground ground(rules.mask);
  const Squares beside_corner = with_neighbours(ground.corners);
  const Squares beside_edge = with_neighbours(ground.edges);
  for_each(rules.mask, [&](int square) {
    const int rank = ground.corners.has(square)  ? kCorner
                     : beside_corner.has(square) ? kBesideCorner
                     : ground.edges.has(square)  ? kEdge
                     : beside_edge.has(square)   ? kBesideEdge
                                                 : 0;
    ranks_[static_cast<std::size_t>(from_wide(rules_.mask, square))] =
        static_cast<std::int8_t>(rules.goal == Goal::most ? rank : -rank);
  });
  sprout(0, root_);
}

template <class Set>
bool ColourTree<Set>::grow(Brake& brake) {
  // 1. Down the tree, by everybody's own choice.
  Board board = root_;
  path_.assign(1, 0);
  while (nodes_[path_.back()].children != 0) {
    if (brake.step()) return false;
    const Node& here = nodes_[path_.back()];
    const int seat = rules_.seat(board.phase);
    const bool best = seat == rules_.seat(root_.phase) || random_.below(kMasterly) == 0;
    const std::uint32_t next =
        best ? chosen(here, static_cast<std::size_t>(seat)) : as_usual(here, board);
    board = played(board, rules_, nodes_[next].square);
    path_.push_back(next);
  }
  // 2. A leaf that was reached before grows.
  if (nodes_[path_.back()].visits > 0 && nodes_.size() < limit_) sprout(path_.back(), board);
  depth_ = std::max(depth_, static_cast<int>(path_.size()) - 1);
  // 3. A game to the end.
  for (Set legal; (legal = legal_squares(board, rules_)).any();) {
    if (brake.step()) return false;
    const Usual move = usual(board, legal);
    board = played(board, rules_, move.square, move.flipped);
  }
  // 4. What came of it, told to all on the way.
  const std::array<int, 4> counts = worths(board, rules_);
  const Wishes found = wishes(counts, rules_.colours, squares_);
  const int own = margin(counts, rules_.colours, rules_.seat(root_.phase));
  for (const std::uint32_t each : path_) {
    Node& node = nodes_[each];
    node.visits += 1;
    node.margin += own;
    for (std::size_t seat = 0; seat < found.size(); ++seat) node.wishes[seat] += found[seat];
  }
  return true;
}

template <class Set>
void ColourTree<Set>::sprout(std::uint32_t parent, const Board& board) {
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  for_each(legal_squares(board, rules_), [&](int square) {
    nodes_.push_back({.square = static_cast<std::uint16_t>(square)});
  });
  nodes_[parent].first = first;
  nodes_[parent].children = static_cast<std::uint16_t>(nodes_.size() - first);
}

template <class Set>
std::uint32_t ColourTree<Set>::chosen(const Node& parent, std::size_t seat) {
  std::uint32_t best = 0;
  float most = -1;
  const float tries = std::log(static_cast<float>(parent.visits + 1));
  int untried = 0;
  for (std::uint32_t each = parent.first; each < parent.first + parent.children; ++each) {
    const Node& child = nodes_[each];
    if (child.visits == 0) {  // each of them once, in any order
      if (random_.below(++untried) == 0) best = each;
    } else if (untried == 0) {
      const auto visits = static_cast<float>(child.visits);
      const float worth = static_cast<float>(child.wishes[seat]) / visits +
                          kCuriosity * std::sqrt(tries / visits);
      if (worth > most) {
        most = worth;
        best = each;
      }
    }
  }
  return best;
}

template <class Set>
std::uint32_t ColourTree<Set>::as_usual(const Node& parent, const Board& board) {
  const int square = usual(board, legal_squares(board, rules_)).square;
  std::uint32_t child = parent.first;
  while (nodes_[child].square != square) ++child;
  return child;
}

// Who wants few discs at the end wants few flips from the start.
template <class Set>
typename ColourTree<Set>::Usual ColourTree<Set>::usual(const Board& board, const Set& legal) {
  const bool many = rules_.goal == Goal::most && board.all().count() >= filled_;
  int most = -1000;
  Usual found;
  for_each(legal, [&](int square) {
    const Set flipped = flips(board, rules_, square);
    const int taste = many ? flipped.count() : -flipped.count();
    const int rank = ranks_[static_cast<std::size_t>(square)] + taste + random_.below(kChance);
    if (rank <= most) return;
    most = rank;
    found = {square, flipped};
  });
  return found;
}

template <class Set>
std::uint32_t ColourTree<Set>::most_visited(const Node& parent) const {
  std::uint32_t best = parent.first;
  for (std::uint32_t each = parent.first; each < parent.first + parent.children; ++each) {
    if (nodes_[each].visits > nodes_[best].visits) best = each;
  }
  return best;
}

template <class Set>
Report ColourTree<Set>::report(int top, const Brake& brake) const {
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
      line.squares.push_back(to_wide(rules_.mask, node->square));
      if (node->children == 0) break;
      node = &nodes_[most_visited(*node)];
      if (node->visits == 0) break;
    }
    found.lines.push_back(std::move(line));
  }
  return found;
}

template class ColourTree<Narrow>;
template class ColourTree<Squares>;

}  // namespace turnstone
