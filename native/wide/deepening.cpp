#include "deepening.h"

namespace turnstone {
namespace {

struct RootMove {
  int square;
  int score = -kInfinity;
  Line line{};
};

// One depth over all moves, best first afterwards. False if the brake was pulled; then the moves
// in front are those found better in the part that was done.
bool search_depth(RootSearch& search, std::vector<RootMove>& moves, int depth, std::size_t top,
                  const Brake& brake) {
  for (std::size_t done = 0; done < moves.size(); ++done) {
    RootMove& move = moves[done];
    // Among the moves done, sorted, this is the score to beat.
    const int alpha = done < top ? -kInfinity : moves[top - 1].score;
    Line line;
    int score = done < top ? alpha + 1 : search.value(move.square, alpha, alpha + 1, depth, line);
    if (score > alpha && !brake.pulled()) {
      score = search.value(move.square, alpha, kInfinity, depth, line);
    }
    if (brake.pulled()) return false;
    move.score = score;
    if (score > alpha) move.line = std::move(line);
    // A move that does not reach the top keeps its place: the order of the last depth.
    if (score <= alpha) continue;
    const auto place = std::find_if(moves.begin(), moves.begin() + static_cast<long>(done),
                                    [&](const RootMove& each) { return each.score < score; });
    std::rotate(place, moves.begin() + static_cast<long>(done),
                moves.begin() + static_cast<long>(done) + 1);
  }
  return true;
}

Report report_of(const std::vector<RootMove>& moves, int depth, bool exact, std::size_t top,
                 const Brake& brake) {
  Report report{depth, exact, {}, brake.nodes(), brake.seconds()};
  for (std::size_t i = 0; i < top; ++i) {
    Line& line = report.lines.emplace_back(moves[i].line);
    line.squares.insert(line.squares.begin(), moves[i].square);
  }
  return report;
}

}  // namespace

Report deepen(RootSearch& search, const std::vector<int>& squares, const Plan& plan,
              const Limits& limits, const Brake& brake, const OnDepth& on_depth) {
  std::vector<RootMove> moves;
  for (const int square : squares) moves.push_back({square, 0, {}});
  const auto at_most_all = [&](int wanted) {
    return std::min(static_cast<std::size_t>(std::max(wanted, 1)), moves.size());
  };
  const std::size_t scored = at_most_all(plan.scored), reported = at_most_all(plan.reported);
  const int deepest = limits.depth > 0 ? std::min(limits.depth, plan.plies) : plan.plies;
  Report report = report_of(moves, 0, false, reported, brake);
  for (int depth = 1; depth <= deepest; ++depth) {
    if (depth + plan.leap >= plan.plies && depth > 1) depth = deepest;
    std::vector<RootMove> fresh = moves;
    if (!search_depth(search, fresh, depth, scored, brake)) {
      // The first move is searched first; whatever stands before it now has beaten it.
      if (reported == 1 && report.depth > 0 && fresh[0].square != moves[0].square) {
        report = report_of(fresh, report.depth, false, reported, brake);
      }
      report.nodes = brake.nodes();
      report.seconds = brake.seconds();
      return report;
    }
    moves = std::move(fresh);
    report = report_of(moves, depth, depth >= plan.plies, reported, brake);
    if (on_depth) on_depth(report);
  }
  return report;
}

}  // namespace turnstone
