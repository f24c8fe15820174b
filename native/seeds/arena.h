// A game on a graph that ends where it comes back: can "we" win it?
//
// A place is ours or theirs to move from. An edge leads to another place or out of the arena, to
// where we win, where they win, or where nobody knows yet. Whoever comes to a place for the second
// time ends the game there, and the place says for whom (`good`: for us). So a place may be won on
// one path and lost on another.
//
// Two bounds need no path. Say we have a way to play, the same whenever we come to a place, by which
// a play that never leaves comes to bad places only so often and then no more. Then every round it
// allows has good places only; the first place that comes back lies on such a round, and we win. That
// is a game with a known solution by attractors (co-Büchi). It is asked for both sides, what nobody
// knows counting for the other; what neither wins so is open.
//
// From an open place the moves are tried one by one, the place itself having become an end. What was
// decided stays so, for whoever wins at a decided place need never leave the decided places; and more
// is decided, so that the arena shrinks with every place of the path.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace turnstone::seeds {

enum class Standing : std::uint8_t { open, won, lost };

class Arena {
 public:
  struct Place {
    bool ours;
    bool good;
    bool may_win = false;     // an edge leads to where we win
    bool may_lose = false;    // one to where they do
    bool may_either = false;  // one to where nobody knows
    Standing standing = Standing::open;
  };

  // Told of the places looked at, now and then; what it throws ends the work.
  using Breathe = std::function<void(std::size_t places)>;

  // Places are added one after the other, each followed by its edges, which may lead to any.
  void add(const Place& place) {
    places_.push_back(place);
    firsts_.push_back(static_cast<std::uint32_t>(edges_.size()));
  }
  void lead(std::uint32_t to) { edges_.push_back(to); }

  // Finds what needs no path.
  void decide(const Breathe& breathe);

  // Whether we win from a place, nothing being unknown, on a path that begins there.
  bool wins(std::uint32_t start, const Breathe& breathe) const;

  Place& last() { return places_.back(); }

  std::size_t size() const { return places_.size(); }
  Standing standing(std::uint32_t at) const { return places_[at].standing; }
  const Place& place(std::uint32_t at) const { return places_[at]; }
  std::span<const std::uint32_t> edges(std::uint32_t at) const {
    return std::span(edges_).subspan(firsts_[at], end(at) - firsts_[at]);
  }

 private:
  class Attraction;

  std::uint32_t end(std::uint32_t at) const {
    return at + 1 < firsts_.size() ? firsts_[at + 1] : static_cast<std::uint32_t>(edges_.size());
  }
  Standing branch(std::uint32_t start, int depth, const Breathe& breathe) const;
  Arena beyond(std::uint32_t start, std::vector<std::uint32_t>& moves) const;

  std::vector<Place> places_;
  std::vector<std::uint32_t> firsts_;
  std::vector<std::uint32_t> edges_;
};

}  // namespace turnstone::seeds
