// Three and four colours: perft against the known counts.
#include <cstdint>
#include <vector>

#include "check.h"
#include "wide/colours.h"

namespace {

using namespace turnstone;

ColourBoard start(int size) {
  const int low = size / 2 - 1, high = size / 2;
  return {{only(square_at(low, low)), only(square_at(high, low)), only(square_at(high, high)),
           only(square_at(low, high))},
          0};
}

void counts(int size, int colours, const std::vector<std::uint64_t>& expected) {
  const ColourRules rules{whole_board(size), colours, Goal::most, Order::round};
  Pulse pulse;
  for (int depth = 1; const std::uint64_t leaves : expected) {
    CHECK(colour_perft(start(size), rules, depth, pulse) == leaves);
    ++depth;
  }
}

void known_counts() {
  counts(6, 4, {3, 20, 135, 1296, 6519});
  counts(8, 4, {3, 20, 136, 1366, 7427});
  counts(6, 3, {3, 20, 135, 592, 3108});
  counts(8, 3, {3, 20, 136, 630, 3956});
}

}  // namespace

int main() {
  if (tests::cpu_is_too_old()) return tests::kSkipped;
  known_counts();
  return tests::result();
}
