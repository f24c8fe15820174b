// Attractors, and the search where they leave a place open; the essay is in the header.
#include "arena.h"

namespace turnstone::seeds {
namespace {

using Marks = std::vector<std::uint8_t>;

}  // namespace

// Who can force what, without a path.
class Arena::Attraction {
 public:
  Attraction(const Arena& arena, const Breathe& breathe)
      : arena_(arena), breathe_(breathe), from_(arena.size() + 1) {
    for (const std::uint32_t to : arena.edges_) ++from_[to + 1];
    for (std::size_t at = 1; at < from_.size(); ++at) from_[at] += from_[at - 1];
    sources_.resize(arena.edges_.size());
    std::vector<std::uint32_t> next(from_.begin(), from_.end() - 1);
    for (std::uint32_t at = 0; at < arena.size(); ++at) {
      for (std::uint32_t edge = arena.firsts_[at]; edge < arena.end(at); ++edge) {
        sources_[next[arena.edges_[edge]]++] = at;
      }
    }
  }

  // The places that we (or else they) win without a path.
  Marks won_by(bool us) {
    const auto exit = [us](const Place& place) { return us ? place.may_win : place.may_lose; };
    const auto risk = [us](const Place& place) {
      return (us ? place.may_lose : place.may_win) || place.may_either;
    };
    Marks won(arena_.size()), lost;
    std::vector<std::uint32_t> begin;
    for (std::uint32_t at = 0; at < arena_.size(); ++at) {
      const Place& place = arena_.places_[at];
      if (exit(place) && (place.ours == us || (!has_edges(at) && !risk(place)))) begin.push_back(at);
    }
    while (true) {
      breathe_(0);
      pull(begin, us, risk, won, nullptr);
      // What the others can force among the rest: to leave, or to come to bad places for ever.
      begin.clear();
      for (std::uint32_t at = 0; at < arena_.size(); ++at) {
        const Place& place = arena_.places_[at];
        if (won[at]) continue;
        if (place.good != us || (place.ours == us ? !has_edges(at) : risk(place))) {
          begin.push_back(at);
        }
      }
      lost.assign(arena_.size(), false);
      pull(begin, !us, exit, lost, &won);
      begin.clear();
      for (std::uint32_t at = 0; at < arena_.size(); ++at) {
        if (!won[at] && !lost[at]) begin.push_back(at);
      }
      if (begin.empty()) return won;
    }
  }

 private:
  bool has_edges(std::uint32_t at) const { return arena_.firsts_[at] != arena_.end(at); }

  // Adds to `pulled` all from where a side can force its way into `begin`; what is in `apart` is no
  // part of the arena. `escape` says where the other side can leave.
  template <class Escape>
  void pull(const std::vector<std::uint32_t>& begin, bool us, const Escape& escape, Marks& pulled,
            const Marks* apart) {
    queue_.clear();
    const auto take = [&](std::uint32_t at) {
      pulled[at] = true;
      queue_.push_back(at);
    };
    for (const std::uint32_t at : begin) take(at);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      if ((head & 0x3fff) == 0x3fff) breathe_(0);  // who wants to stop need not wait for the end
      const std::uint32_t to = queue_[head];
      for (std::uint32_t back = from_[to]; back < from_[to + 1]; ++back) {
        const std::uint32_t at = sources_[back];
        if (pulled[at] || (apart && (*apart)[at])) continue;
        const Place& place = arena_.places_[at];
        if (place.ours == us || (!escape(place) && leads_only_to(at, pulled))) take(at);
      }
    }
  }

  bool leads_only_to(std::uint32_t at, const Marks& pulled) const {
    for (std::uint32_t edge = arena_.firsts_[at]; edge < arena_.end(at); ++edge) {
      if (!pulled[arena_.edges_[edge]]) return false;
    }
    return true;
  }

  const Arena& arena_;
  const Breathe& breathe_;
  std::vector<std::uint32_t> from_;  // by place, where its sources begin
  std::vector<std::uint32_t> sources_;
  std::vector<std::uint32_t> queue_;
};

void Arena::decide(const Breathe& breathe) {
  Attraction attraction(*this, breathe);
  const Marks won = attraction.won_by(true);
  const Marks lost = attraction.won_by(false);
  for (std::size_t at = 0; at < size(); ++at) {
    if (won[at]) places_[at].standing = Standing::won;
    if (lost[at]) places_[at].standing = Standing::lost;
  }
}

// What is open and can be reached from the moves of `start`, without it. Moves into it are put into
// `moves`, those that end the game or are decided left out.
Arena Arena::beyond(std::uint32_t start, std::vector<std::uint32_t>& moves) const {
  constexpr std::uint32_t unseen = ~std::uint32_t{0};
  std::vector<std::uint32_t> numbers(size(), unseen), found;
  const auto visit = [&](std::uint32_t to) {
    if (numbers[to] == unseen) {
      numbers[to] = static_cast<std::uint32_t>(found.size());
      found.push_back(to);
    }
    return numbers[to];
  };
  const auto is_open = [&](std::uint32_t to) {
    return to != start && places_[to].standing == Standing::open;
  };
  for (std::uint32_t edge = firsts_[start]; edge < end(start); ++edge) {
    if (is_open(edges_[edge])) moves.push_back(visit(edges_[edge]));
  }
  Arena rest;
  for (std::size_t head = 0; head < found.size(); ++head) {
    const std::uint32_t at = found[head];
    rest.add(places_[at]);
    Place& place = rest.places_.back();
    for (std::uint32_t edge = firsts_[at]; edge < end(at); ++edge) {
      const std::uint32_t to = edges_[edge];
      if (is_open(to)) {
        rest.lead(visit(to));
      } else if (to == start ? places_[to].good : places_[to].standing == Standing::won) {
        place.may_win = true;
      } else {
        place.may_lose = true;
      }
    }
  }
  return rest;
}

bool Arena::wins(std::uint32_t start, const Breathe& breathe) const {
  for (int depth = 0;; ++depth) {
    const Standing found = branch(start, depth, breathe);
    if (found != Standing::open) return found == Standing::won;
  }
}

// Branches to so many places of a path, and then leaves the others open.
Standing Arena::branch(std::uint32_t start, int depth, const Breathe& breathe) const {
  if (depth == 0 || places_[start].standing != Standing::open) return places_[start].standing;
  const Standing wanted = places_[start].ours ? Standing::won : Standing::lost;
  Standing found = places_[start].ours ? Standing::lost : Standing::won;
  std::vector<std::uint32_t> moves;
  Arena rest = beyond(start, moves);
  breathe(rest.size());
  rest.decide(breathe);
  for (const std::uint32_t move : moves) {
    if (rest.standing(move) == wanted) return wanted;
  }
  for (const std::uint32_t move : moves) {
    const Standing standing = rest.branch(move, depth - (moves.size() > 1), breathe);
    if (standing == wanted) return wanted;
    if (standing == Standing::open) found = Standing::open;
  }
  return found;
}

}  // namespace turnstone::seeds
