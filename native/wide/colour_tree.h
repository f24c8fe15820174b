// Max-n by playouts: a tree that grows where the play is good, judged by games played to the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../random.h"
#include "brake.h"
#include "colours.h"
#include "deepening.h"
#include "ground.h"

namespace turnstone {

// One thought; use it from one thread at a time. `Set` is Narrow or Squares.
template <class Set>
class ColourTree {
 public:
  using Board = ColourBoardOn<Set>;
  using Rules = ColourRulesOn<Set>;

  // `megabytes` bound the tree, not the thinking: when it is full, the leaves are played out as ever.
  ColourTree(const ColourBoard& board, const ColourRules& rules, std::size_t megabytes);

  // One more playout. False if the brake was pulled meanwhile: that playout does not count.
  bool grow(Brake& brake);
  // The moves by how often they were chosen; a score is the mean margin of their playouts.
  Report report(int top, const Brake& brake) const;

 private:
  struct Node {
    std::uint32_t first = 0;  // of its children, which lie together; 0 while it has none
    std::uint16_t children = 0;
    std::uint16_t square = 0;
    std::uint32_t visits = 0;
    double margin = 0;                // of the seat at the root, summed
    std::array<double, 4> wishes{};  // by seat, summed
  };

  void sprout(std::uint32_t parent, const Board& board);
  std::uint32_t chosen(const Node& parent, std::size_t seat);
  std::uint32_t most_visited(const Node& parent) const;
  std::uint32_t as_usual(const Node& parent, const Board& board);
  // A move as beginners make it, and what it flips.
  struct Usual {
    int square = 0;
    Set flipped{};
  };
  Usual usual(const Board& board, const Set& legal);

  Rules rules_;
  Board root_;
  std::array<std::int8_t, 256> ranks_{};  // of squares, for playouts
  int squares_, filled_;
  std::size_t limit_;
  Random random_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  int depth_ = 0;
};

extern template class ColourTree<Narrow>;
extern template class ColourTree<Squares>;

}  // namespace turnstone
