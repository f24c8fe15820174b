// Lists of legal moves, final margins, and random games to the end in both families.
#include "playouts.h"

#include "check.h"

using namespace turnstone;

namespace {

void lists_are_in_order() {
  const Legal legal{0b101001, true};
  CHECK(legal.count() == 4);
  CHECK(legal[0] == 0 && legal[1] == 3 && legal[2] == 5 && legal[3] == kNowhere);
  CHECK(legal.has(3) && legal.has(kNowhere) && !legal.has(1));
  const Legal full{~std::uint64_t{0}, false};
  CHECK(full.count() == 64 && full[63] == 63 && !full.has(kNowhere));
  CHECK(Legal{}.count() == 0);
}

void margins_are_official() {
  const ReversiGame most{.size = 2, .mask = 0x0303, .fewest = false};
  const ReversiGame fewest{.size = 2, .mask = 0x0303, .fewest = true};
  const ReversiState ahead{{0x0003, 0x0100}, 0};  // 2-1 and one square empty
  CHECK(most.margin(ahead) == 2 && fewest.margin(ahead) == -2);
  CHECK(most.margin({{0x0001, 0x0002}, 0}) == 0);

  const Mancala owners(MancalaRules{.houses = 1, .keep = true});
  const Mancala nobody(MancalaRules{.houses = 1, .keep = false});
  const MancalaState left{.pits = {0, 3, 2, 4}};
  CHECK((MancalaGame{owners, 0}.margin(left) == -3));
  CHECK((MancalaGame{nobody, 0}.margin(left) == -1));
}

void playouts_add_up() {
  Pulse pulse;
  const ReversiState start{{0x0000000810000000, 0x0000001008000000}, 0};
  const Tally tally = playouts(ReversiGame{}, start, 500, 7, 1, pulse);
  CHECK(tally.wins[0] + tally.wins[1] + tally.draws == 500);
  CHECK(tally.wins[0] > 150 && tally.wins[1] > 150);
  for (const int threads : {1, 2, 7}) {
    const Tally again = playouts(ReversiGame{}, start, 500, 7, threads, pulse);
    CHECK(again.wins == tally.wins && again.margin == tally.margin);
  }

  // A seed each that never meet: only repetition ends this.
  const Mancala oware(MancalaRules{.sow_store = false,
                                   .skip_origin = true,
                                   .capture = Capture::twos_threes,
                                   .feed = true,
                                   .finish = Finish::majority});
  MancalaState circle{.pits = {1, 0, 0, 0, 0, 0, 23, 0, 0, 0, 1, 0, 0, 23}};
  const Tally ended = playouts(MancalaGame{oware, 2}, circle, 200, 7, 1, pulse);
  CHECK(ended.wins[0] + ended.wins[1] + ended.draws == 200);
}

// Other games in every block, and a thread that stops stops them all.
void threads_share_games() {
  Pulse pulse;
  const ReversiState start{{0x0000000810000000, 0x0000001008000000}, 0};
  const Tally first = playouts(ReversiGame{}, start, 256, 7, 1, pulse);
  const Tally two = playouts(ReversiGame{}, start, 512, 7, 1, pulse);
  CHECK(two.wins[0] != 2 * first.wins[0] || two.margin != 2 * first.margin);
  const Tally many = playouts(ReversiGame{}, start, 20'000, 9, 1, pulse);
  const Tally shared = playouts(ReversiGame{}, start, 20'000, 9, 4, pulse);
  CHECK(many.wins == shared.wins && many.draws == shared.draws && many.margin == shared.margin);

  struct Stop {};
  Pulse stops([] { throw Stop{}; });
  bool stopped = false;
  try {
    playouts(ReversiGame{}, start, std::uint64_t{1} << 60, 7, 4, stops);
  } catch (const Stop&) {
    stopped = true;
  }
  CHECK(stopped);
}

}  // namespace

int main() {
  if (tests::cpu_is_too_old()) return tests::kSkipped;
  lists_are_in_order();
  margins_are_official();
  playouts_add_up();
  threads_share_games();
  return tests::result();
}
