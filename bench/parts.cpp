// Solves positions from standard input, `<own hex> <other hex>` a line, and prints score, nodes and
// seconds of processor time of each. bench/parts.py compiles it, once for each part of the solver that is left out.
#include <cinttypes>
#include <cstdio>
#include <ctime>

#include "endgame/solve.h"
#include "endgame/table.h"

int main() {
  using namespace turnstone::endgame;
  Problem problem;
  while (std::scanf("%" SCNx64 " %" SCNx64, &problem.own, &problem.other) == 2) {
    Table table(std::size_t{256} << 20);
    const std::clock_t begun = std::clock();
    const Solution found = solve(problem, table);
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    std::printf("%d %" PRIu64 " %.6f\n", found.score, found.nodes, seconds);
    std::fflush(stdout);
  }
}
