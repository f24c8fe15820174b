// Random games by the thousand, from one position to the end.
#pragma once

#include <array>
#include <cstdint>

#include "position.h"
#include "pulse.h"

namespace turnstone {

struct Tally {
  std::array<std::uint64_t, 2> wins{};  // of each seat
  std::uint64_t draws = 0;
  std::int64_t margin = 0;  // of seat 0, summed

  Tally& operator+=(const Tally& other);
};

// Every legal move is as likely as the others. The same seed gives the same games on every machine
// and with any number of threads. The calling thread is one of them, and alone keeps the pulse.
Tally playouts(const ReversiGame& game, const ReversiState& start, std::uint64_t games,
               std::uint64_t seed, int threads, Pulse& pulse);
Tally playouts(const MancalaGame& game, const MancalaState& start, std::uint64_t games,
               std::uint64_t seed, int threads, Pulse& pulse);

}  // namespace turnstone
