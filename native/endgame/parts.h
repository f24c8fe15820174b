// The parts of the solver that can be left out at compile time, one by one, to measure what each is
// worth: bench/parts.py. With all of them left in, as everywhere else, this costs nothing.
#pragma once

#ifndef TURNSTONE_WITHOUT
#define TURNSTONE_WITHOUT 0
#endif

namespace turnstone::endgame {

enum class Part : unsigned {
  window = 1,      // the first window lies about an estimate
  rough = 2,       // a rough pass goes before the exact one
  replies = 4,     // replies are looked up in the table before any is searched
  stability = 8,   // stable discs bound the score
  lookahead = 16,  // a shallow search orders moves far from the end
  mobility = 32,   // the other side's moves order ours
  parity = 64,     // squares of odd regions come first
  last = 128,      // the last four empties have solvers of their own
};

constexpr bool has(Part part) { return (TURNSTONE_WITHOUT & static_cast<unsigned>(part)) == 0; }

}  // namespace turnstone::endgame
