// Endgame databases: what every position with few seeds is worth, one byte each.
//
// A position's worth is the future difference: what its mover will bank from now on, less what the
// other will, under best play. Stores do not enter. Levels (positions with k seeds in the houses)
// are built from k = 0 upwards; a move that banks leads to a lower level, one that banks nothing
// stays in its level.
//
// Kalah and Avalanche. A move that banks nothing moves seeds forward in the mover's row only, so no
// position comes back, and each value is computed once, after the values it rests on.
//
// Relay. Positions come back, a third occurrence stops the game, and the seeds left count for
// nobody: an endless cycle is worth 0. What is the exact value then? For t > 0, a player gets t or
// more exactly if he can force, in finitely many moves, a banking move that secures it. The set of
// positions where he can is an attractor: each has a rank, his strategy lowers it with every move,
// so it never meets a position twice and no repetition rule touches it. Where he cannot force any
// t > 0 and the other cannot either, both can hold the balance for ever: 0. The value is thus one
// per position, the same for the second, third or any later occurrence, and it is the limit of
// games cut off after i moves and scored 0 there. Cut-off values only ever grow away from 0: under
// the order "x before y if 0 <= x <= y or y <= x <= 0" the operator
//     value(p) = max over moves of gain - value(next)
// is monotone, so repeating it from 0, in place and in any order, even by racing threads, stays
// below the least fixpoint and, once nothing changes, is the least fixpoint, which is the value. A
// depth-first build that counts "on the stack" as 0 keeps values that rested on a guess; this one
// never does.
//
// Oware (and Relay with leftovers to their owners). A repetition pays each side its own row, so what
// a cycle is worth depends on where it was entered, that is, on history. We keep two bytes: a lower
// and an upper bound, the values when every cycle is the worst or the best for the mover, each a
// least fixpoint by the same argument. Both are true whatever the history does to cycles, of a
// position that is the first of its level: whoever holds a bound lowers the rank with every move. Of a
// later one they need not be true, for the way may lead through what was there before; `returns.h`
// has values for those. Where the bounds meet the value is exact. A majority ends Oware on the spot, so its positions carry how far the
// mover is from half of all seeds.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "../mancala.h"
#include "../pages.h"
#include "pits.h"

namespace turnstone::seeds {

inline constexpr int kMostDatabaseSeeds = 126;  // a value is a byte, and one byte means unknown

// What is known of a future difference: exact where both ends meet.
struct Span {
  int lower;
  int upper;
};

struct DatabaseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Database {
 public:
  struct Building {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;
    // Positions done and positions in all; called from the calling thread.
    std::function<void(std::uint64_t done, std::uint64_t all)> progress;
  };

  // All positions with up to `seeds` seeds in the houses. Throws DatabaseError when stopped.
  static Database build(const MancalaRules& rules, int seeds, const Building& building);

  // Reads a file written by `save`; throws DatabaseError when it is damaged, of another version,
  // or made for other rules.
  static Database load(const std::string& path, const MancalaRules& rules);

  // Writes to a temporary file, syncs, renames.
  void save(const std::string& path) const;

  static std::uint64_t bytes(const MancalaRules& rules, int seeds);
  // The most seeds whose database takes no more than so many bytes.
  static int seeds_within(const MancalaRules& rules, std::uint64_t bytes);

  const MancalaRules& rules() const { return rules_; }
  int seeds() const { return seeds_; }
  std::uint64_t bytes() const { return values_.size(); }

  std::uint64_t place(const std::uint8_t* ring, int seeds, int need) const {
    const std::uint64_t index = numbers_.index(ring);
    if (!by_need_) return index;
    return starts_[static_cast<std::size_t>(seeds)] +
           (index - numbers_.level(seeds)) * static_cast<unsigned>(seeds + 1) +
           static_cast<unsigned>(need);
  }
  Span look(std::uint64_t place) const {
    if (!two_bounds_) return {values_[place], values_[place]};
    return {values_[2 * place], values_[2 * place + 1]};
  }
  void prefetch(std::uint64_t place) const {
    __builtin_prefetch(values_.data() + (two_bounds_ ? 2 * place : place));
  }

 private:
  template <int Lanes>
  friend class Builder;

  Database(const MancalaRules& rules, int seeds);

  MancalaRules rules_;
  int seeds_;
  bool by_need_;
  bool two_bounds_;
  PitNumbers<std::uint64_t> numbers_;
  std::vector<std::uint64_t> starts_;  // the first place of each level
  Pages<std::int8_t> values_;
};

}  // namespace turnstone::seeds
