// Values, moves and lines where they depend on the path (Oware), by the arenas of `returns.h`.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "database.h"
#include "returns.h"
#include "search.h"
#include "solve.h"
#include "sowing.h"

namespace turnstone::seeds {

template <int Lanes>
class Settler {
 public:
  using Spot = seeds::Spot<Lanes>;
  using Spent = std::function<bool(double share)>;  // whether that share of the limits is used up
  using Stored = std::function<int(int value)>;     // a move the database knows to be worth that, or -1
  using Report = std::function<void()>;

  struct Question {
    const Spot& spot;
    int turn;  // of the player to move
    int lead;  // what he has banked more than the other
  };

  // Whether positions with so many seeds can be asked about.
  static bool knows(const MancalaRules& rules, int total, int seeds) {
    return Returns::knows(rules) && seeds <= Returns::most_seeds(rules, total);
  }

  Settler(const Sowing<Lanes>& sowing, const Database* database, Control& control,
          const Limits& limits, Spent has_spent);

  // The value, what each move is worth and a line; false if that takes too long.
  bool settle(const Question& question, Span known, const Stored& stored, Result& result,
              const Report& report) const;

 private:
  using Returns = seeds::Returns<Lanes>;

  // Not found with what was given to it.
  struct GaveUp {};

  Span narrow(const Spot& spot, Span span, Span asked, int guess,
              const std::function<bool(int)>& gets, const std::function<void(Span)>& report) const;
  int holding(const Spot& spot, int value) const;
  void moves(const Question& question, int most, Result& result, const Report& report) const;
  int move(Returns& returns, const typename Returns::Past& past, int value) const;
  std::vector<int> line(const Question& question, int house, int value) const;
  Returns asking(const Spot& spot, std::uint64_t& left) const;

  const Sowing<Lanes>& sowing_;
  const Database* database_;
  Control& control_;
  const Limits& limits_;
  Spent has_spent_;
};

extern template class Settler<16>;
extern template class Settler<32>;

}  // namespace turnstone::seeds
