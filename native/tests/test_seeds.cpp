// The Mancala solver against plain brute force on small boards, for every rule set.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "check.h"
#include "mancala.h"
#include "seeds/arena.h"
#include "seeds/bounds.h"
#include "seeds/search.h"
#include "seeds/solve.h"
#include "seeds/sowing.h"

namespace {

using namespace turnstone;
using namespace turnstone::seeds;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kShare = 10;  // sanitizers cost ten times the time
#else
constexpr int kShare = 1;
#endif

// ---- the rules, in the words of these tests ---------------------------------------------------

MancalaRules relay_rules(int houses = 6) {
  return {
      .houses = houses, .ends = true, .relay = true, .finish = Finish::all_empty, .keep = false};
}

MancalaRules kalah_rules(int houses = 6, Capture capture = Capture::opposite) {
  return {.houses = houses, .again = true, .capture = capture};
}

MancalaRules avalanche_rules(int houses = 6) {
  return {.houses = houses, .relay = true, .again = true};
}

MancalaRules oware_rules(int houses = 6) {
  return {.houses = houses,
          .sow_store = false,
          .skip_origin = true,
          .capture = Capture::twos_threes,
          .feed = true,
          .finish = Finish::majority};
}

MancalaState mancala_start(const MancalaRules& rules, int held) {
  MancalaState start;
  for (int pit = 0; pit < rules.pits(); ++pit) {
    if (!rules.is_store(pit)) start.pits[std::size_t(pit)] = static_cast<std::uint8_t>(held);
  }
  return start;
}

int banked(const MancalaRules& rules, const MancalaState& position, int player) {
  return position.pits[std::size_t(rules.store(player))];
}

// The rule set ready to play; most of the time it is the same one again.
const Mancala& ready(const MancalaRules& rules) {
  static std::optional<Mancala> game;
  if (!game || !(game->rules() == rules)) game.emplace(rules);
  return *game;
}

std::vector<int> legal_houses(const MancalaRules& rules, const MancalaState& position) {
  const std::uint32_t moves = ready(rules).moves(position);
  std::vector<int> legal;
  for (int pit = 0; pit < rules.pits(); ++pit) {
    if (moves >> pit & 1) legal.push_back(pit);
  }
  return legal;
}

MancalaState sow(const MancalaRules& rules, const MancalaState& position, int house) {
  return ready(rules).play(position, house);
}

std::optional<int> final_margin(const MancalaRules& rules, const MancalaState& position) {
  if (ready(rules).moves(position) != 0) return std::nullopt;
  return ready(rules).margin(position);
}

// ---- brute force ------------------------------------------------------------------------------

// The game played out with its whole history: the n-th occurrence of a position stops it. Gives up
// (returns false) when the budget is gone.
struct Historian {
  const MancalaRules& rules;
  int occurrence;
  long budget;
  std::map<std::pair<std::vector<int>, int>, int> seen{};

  std::pair<std::vector<int>, int> name(const MancalaState& position) const {
    std::vector<int> houses;
    for (int pit = 0; pit < rules.pits(); ++pit) {
      if (!rules.is_store(pit)) houses.push_back(position.pits[std::size_t(pit)]);
    }
    return {houses, position.turn};
  }

  // Player 0's final margin.
  int margin(const MancalaState& position, int alpha, int beta) {
    if (--budget < 0) return 0;
    if (const auto final = final_margin(rules, position)) return *final;
    int& times = seen[name(position)];
    if (times + 1 >= occurrence) return ready(rules).margin(position);
    ++times;
    const bool south = position.turn == 0;
    int best = south ? -1000 : 1000;
    for (int house : legal_houses(rules, position)) {
      const int value = margin(sow(rules, position, house), alpha, beta);
      if (south) {
        alpha = std::max(alpha, best = std::max(best, value));
      } else {
        beta = std::min(beta, best = std::min(best, value));
      }
      if (alpha >= beta) break;
    }
    --seen[name(position)];
    return best;
  }
};

// Without cycles a plain memo does.
struct Memo {
  const MancalaRules& rules;
  std::map<std::pair<std::array<std::uint8_t, kPitBytes>, int>, int> known{};

  int margin(const MancalaState& position) {
    if (const auto final = final_margin(rules, position)) return *final;
    const auto key = std::pair{position.pits, position.turn};
    if (const auto at = known.find(key); at != known.end()) return at->second;
    const bool south = position.turn == 0;
    int best = south ? -1000 : 1000;
    for (int house : legal_houses(rules, position)) {
      const int value = margin(sow(rules, position, house));
      best = south ? std::max(best, value) : std::min(best, value);
    }
    return known[key] = best;
  }
};

// ---- pieces -----------------------------------------------------------------------------------

std::vector<MancalaRules> all_rules(int houses) {
  std::vector<MancalaRules> rules{kalah_rules(houses), kalah_rules(houses, Capture::always),
                                  avalanche_rules(houses), oware_rules(houses)};
  if (houses % 2 == 0) rules.push_back(relay_rules(houses));
  for (std::size_t at = 0, count = rules.size(); at < count; ++at) {
    rules.push_back(rules[at]);
    rules.back().keep = !rules.back().keep;
  }
  rules.push_back(oware_rules(houses));
  rules.back().slam_illegal = true;
  return rules;
}

void test_numbers() {
  for (int side : {1, 2, 3, 6}) {
    const int most = side == 6 ? 5 : 9;
    const PitNumbers<std::uint64_t> numbers(side, most + 1);
    std::uint64_t expected = 0;
    for (int seeds = 0; seeds <= most; ++seeds) {
      std::uint8_t ring[22] = {};
      CHECK(numbers.level(seeds) == expected);
      numbers.lay(expected, ring);
      do {
        CHECK(numbers.index(ring) == expected);
        std::uint8_t again[22] = {};
        numbers.lay(expected, again);
        CHECK(std::equal(ring, ring + 2 * side + 2, again));
        ++expected;
      } while (numbers.advance(ring));
    }
    CHECK(numbers.level(most + 1) == expected);
  }
  CHECK(PitNumbers<std::uint64_t>(6, 17).level(17) == 30421755);
  CHECK(index_bits(6, 48) == 41);
}

void test_table() {
  for (int bits : {6, 20, 41}) {
    BoundTable<std::uint64_t> table(bits, 1 << 16);
    std::vector<std::uint64_t> keys;
    for (std::uint64_t number = 0; number < 64; ++number) {
      keys.push_back(table.scramble(number));
      CHECK(keys.back() < std::uint64_t{1} << bits);
    }
    std::sort(keys.begin(), keys.end());
    CHECK(std::unique(keys.begin(), keys.end()) == keys.end());
    BoundTable<std::uint64_t>::Bounds found{};
    CHECK(!table.look(keys[3], found));
    table.store(keys[3], {-7, 200, 5}, 1);
    table.store(keys[3], {-200, 9, 31}, 1);
    CHECK(table.look(keys[3], found));
    CHECK(found.lower == -7 && found.upper == 9 && found.move == 5);
  }
}

// The quick sowing must say what the plain one says, along random games.
template <int Lanes>
void compare_sowing(const MancalaRules& rules, int seeds, std::mt19937& random) {
  const Sowing<Lanes> sowing(rules, 2 * rules.houses * seeds);
  MancalaState position = mancala_start(rules, seeds);
  for (int ply = 0; ply < 300; ++ply) {
    const auto spot = sowing.view(position);
    const auto houses = legal_houses(rules, position);
    std::vector<int> quick;
    if (!sowing.finished(spot)) {
      for (int pit = 0; pit < rules.pits(); ++pit) {
        if (sowing.moves(spot) >> pit & 1) quick.push_back(sowing.pit_of(position.turn, pit));
      }
    }
    std::sort(quick.begin(), quick.end());
    CHECK(quick == houses || houses.empty());
    if (houses.empty()) break;
    const auto lead = [&](const MancalaState& at, int player) {
      return banked(rules, at, player) - banked(rules, at, 1 - player);
    };
    for (int house : houses) {
      const MancalaState after = sow(rules, position, house);
      const auto step = sowing.play(spot, sowing.pit_of(position.turn, house));
      const auto final = final_margin(rules, after);
      int gain = lead(after, position.turn) - lead(position, position.turn);
      // No legal move for want of feeding is found by the next call of `moves`.
      const bool stuck = final && !step.over;
      if (final && !stuck) {
        gain = (position.turn == 0 ? *final : -*final) - lead(position, position.turn);
      }
      CHECK(step.gain == gain);
      if (stuck) {
        CHECK(sowing.moves(step.next) == 0);
        CHECK(sowing.leftovers(step.next) + lead(after, after.turn) ==
              (after.turn == 0 ? *final : -*final));
      }
      CHECK(step.over == (final && !stuck));
      if (step.over) continue;
      CHECK(step.again == (after.turn == position.turn));
      const auto view = sowing.view(after);
      CHECK(step.next.board == view.board);
      CHECK(step.next.seeds == view.seeds && step.next.need == view.need);
    }
    position = sow(rules, position, houses[random() % houses.size()]);
  }
}

void test_sowing() {
  std::mt19937 random(1);
  for (int houses = 1; houses <= 10; ++houses) {
    for (const auto& rules : all_rules(houses)) {
      for (int seeds : {1, 4, 10}) {
        for (int game = 0; game < 1; ++game) {
          if (houses <= 7) compare_sowing<16>(rules, seeds, random);
          compare_sowing<32>(rules, seeds, random);
        }
      }
    }
  }
}

// ---- values -----------------------------------------------------------------------------------

std::shared_ptr<const Database> built(const MancalaRules& rules, int seeds, int threads = 1) {
  Database::Building building;
  building.threads = threads;
  return std::make_shared<Database>(Database::build(rules, seeds, building));
}

// All seeds in the last house: the last ring of its level.
std::array<std::uint8_t, kPitBytes> ring_of_last(const MancalaRules& rules, int seeds) {
  std::array<std::uint8_t, kPitBytes> ring{};
  ring[std::size_t(2 * rules.houses)] = static_cast<std::uint8_t>(seeds);
  return ring;
}

int seen_by_mover(const MancalaState& position, int margin) {
  return position.turn == 0 ? margin : -margin;
}

MancalaState random_position(const MancalaRules& rules, int seeds, int plies,
                             std::mt19937& random) {
  MancalaState position = mancala_start(rules, seeds);
  for (int ply = 0; ply < plies; ++ply) {
    const auto houses = legal_houses(rules, position);
    if (houses.empty()) break;
    position = sow(rules, position, houses[random() % houses.size()]);
  }
  return position;
}

// Plays the line out: it must be legal and, played to the end, give the score.
void check_line(const MancalaRules& rules, MancalaState position, const Result& result) {
  const MancalaState start = position;
  for (int house : result.line) {
    const auto houses = legal_houses(rules, position);
    CHECK(std::count(houses.begin(), houses.end(), house) == 1);
    if (!std::count(houses.begin(), houses.end(), house)) return;
    position = sow(rules, position, house);
  }
  if (const auto final = final_margin(rules, position)) {
    CHECK(seen_by_mover(start, *final) == result.score);
  } else {
    CHECK(rules.can_repeat());
  }
}

// Asked only who wins, a fresh solver says so of the position and of every move.
void check_winner(const MancalaRules& rules, const MancalaState& position, const Result& known,
                  std::shared_ptr<const Database> database) {
  const auto sign = [](int score) { return (score > 0) - (score < 0); };
  const int total = std::accumulate(position.pits.begin(), position.pits.end(), 0);
  Solver solver(rules, total, std::move(database), 1 << 16);
  Limits limits;
  limits.winner_only = true;
  limits.all_moves = true;
  const auto result = solver.solve(position, limits);
  CHECK(sign(result.score) == sign(known.score));
  CHECK(result.lower <= known.score && known.score <= result.upper);
  CHECK(result.lower > 0 || result.upper < 0 || result.exact);
  for (const auto& move : result.moves) {
    for (const auto& other : known.moves) {
      if (other.house != move.house) continue;
      CHECK(sign(move.score) == sign(other.score));
      // The best move keeps what there is to keep.
      if (move.house == result.best) CHECK(sign(other.score) == sign(known.score));
    }
  }
}

void test_without_cycles() {
  std::mt19937 random(2);
  const std::pair<int, int> sizes[] = {{1, 3}, {2, 1}, {2, 4}, {3, 2}};
  for (const auto& [houses, seeds] : sizes) {
    for (const auto& rules : all_rules(houses)) {
      if (rules.can_repeat()) continue;
      const int total = 2 * houses * seeds;
      Memo memo{rules};
      for (int level : {-1, 0, total / 3, total - 1}) {
        Solver solver(rules, total, level < 0 ? nullptr : built(rules, level), 1 << 16);
        for (int plies : {0, 1, 2, 3, 5}) {
          const auto position = random_position(rules, seeds, plies, random);
          Limits limits;
          limits.all_moves = true;
          limits.threads = 1 + plies % 2;
          const auto result = solver.solve(position, limits);
          CHECK(result.exact);
          CHECK(result.score == seen_by_mover(position, memo.margin(position)));
          for (const auto& move : result.moves) {
            CHECK(move.score ==
                  seen_by_mover(position, memo.margin(sow(rules, position, move.house))));
          }
          check_line(rules, position, result);
          check_winner(rules, position, result, level < 0 ? nullptr : built(rules, level));
        }
      }
    }
  }
}

// Relay under the real rule, history and all: the second and the third occurrence alike.
void test_cycles_with_history() {
  std::mt19937 random(3);
  int compared = 0;
  const std::pair<int, int> sizes[] = {{2, 1}, {2, 2}, {2, 3}, {4, 1}};
  for (const auto& [houses, seeds] : sizes) {
    for (MancalaRules rules : {relay_rules(houses), oware_rules(houses)}) {
      rules.keep = false;
      const int total = 2 * houses * seeds;
      for (int level : {-1, total / 2}) {
        Solver solver(rules, total, level < 0 ? nullptr : built(rules, level), 1 << 16);
        for (int game = 0; game < 12 / std::min(kShare, 6); ++game) {
          const auto position =
              random_position(rules, seeds, int(random() % (houses * 4u)), random);
          Limits limits;
          limits.threads = 1 + game % 2;
          const auto result = solver.solve(position, limits);
          CHECK(result.exact);
          for (int occurrence : {2, 3}) {
            Historian historian{rules, occurrence, 10'000};
            const int margin = historian.margin(position, -1000, 1000);
            if (historian.budget < 0) continue;
            ++compared;
            CHECK(result.score == seen_by_mover(position, margin));
          }
        }
      }
    }
  }
  CHECK(compared > 100 / kShare);
}

// The search over cycles, above databases far smaller than any real one, must agree with a database
// of everything.
void test_search_over_cycles() {
  using Search = Search<16, std::uint64_t>;
  std::mt19937 random(4);
  int compared = 0;
  for (MancalaRules rules : {relay_rules(2), relay_rules(4), oware_rules(2)}) {
    rules.keep = false;
    const int seeds = rules.houses == 4 ? 2 : 5;
    const int total = 2 * rules.houses * seeds;
    const auto whole = built(rules, total, 2);
    for (int level : {1, 2, 3, 5, 8, total - 2}) {
      const auto part = built(rules, level);
      Search::World world(rules, total, part.get(), 1 << 20);
      for (int game = 0; game < 30 / kShare; ++game) {
        const auto position = random_position(rules, seeds, int(random() % 14), random);
        const auto spot = world.sowing.view(position);
        if (spot.seeds <= level || final_margin(rules, position)) continue;
        const int value = whole->look(whole->place(spot.board.pits, spot.seeds, spot.need)).lower;
        for (int b = value - 1; b <= value + 2; ++b) {
          Control control;
          control.node_limit = 20'000;
          Search search(world, control, 0);
          try {
            CHECK((search.test(spot, b).value >= b) == (value >= b));
            ++compared;
          } catch (const Stopped&) {
          }
        }
      }
    }
  }
  CHECK(compared > 800 / (2 * kShare));
}

// Searches with a depth: legal, streamed, never wrongly "exact"; Oware's bounds against histories.
void test_depth() {
  std::mt19937 random(5);
  for (int houses : {2, 6}) {
    for (const auto& rules : all_rules(houses)) {
      const int seeds = houses == 6 ? 4 : 2, total = 2 * houses * seeds;
      if (houses == 6 && rules.can_repeat() && !(rules == oware_rules())) continue;
      Solver solver(rules, total, nullptr, 1 << 18);
      for (int game = 0; game < 6; ++game) {
        const auto position = random_position(rules, seeds, int(random() % 12), random);
        Limits limits;
        limits.depth = 1 + game;
        limits.all_moves = game % 2;
        limits.threads = 1 + game % 2;
        int reports = 0;
        limits.progress = [&](const Result&) { ++reports; };
        const auto result = solver.solve(position, limits);
        const auto legal = legal_houses(rules, position);
        if (legal.empty()) continue;
        CHECK(std::count(legal.begin(), legal.end(), result.best) == 1);
        CHECK(reports > 0 && result.lower <= result.score && result.score <= result.upper);
        if (houses == 6) continue;
        Historian historian{rules, rules.finish == Finish::all_empty ? 3 : 2, 10'000};
        const int margin = seen_by_mover(position, historian.margin(position, -1000, 1000));
        if (historian.budget < 0) continue;
        CHECK(result.lower <= margin && margin <= result.upper);
        if (result.exact) CHECK(result.score == margin);
      }
    }
  }
}

// Oware by the whole game: value, moves, and a line that begins with the best of them.
void test_values_by_paths() {
  std::mt19937 random(6);
  int compared = 0;
  const std::pair<int, int> sizes[] = {{2, 1}, {2, 2}, {2, 3}, {3, 1}, {3, 2}};
  for (const auto& [houses, seeds] : sizes) {
    for (const bool illegal : {false, true}) {
      MancalaRules rules = oware_rules(houses);
      rules.slam_illegal = illegal;
      const int total = 2 * houses * seeds;
      for (int level : {-1, 2, total}) {
        Solver solver(rules, total, level < 0 ? nullptr : built(rules, level), 1 << 16);
        for (int game = 0; game < 12 / std::min(kShare, 6); ++game) {
          const auto position = random_position(rules, seeds, int(random() % 30), random);
          if (final_margin(rules, position)) continue;
          Limits limits;
          limits.all_moves = true;
          limits.progress = [&](const Result& result) {
            CHECK(result.lower <= result.score && result.score <= result.upper);
          };
          const auto result = solver.solve(position, limits);
          CHECK(result.exact && result.line.front() == result.best);
          Historian historian{rules, 2, 20'000};
          const int margin = seen_by_mover(position, historian.margin(position, -1000, 1000));
          if (historian.budget < 0) continue;
          ++compared;
          CHECK(result.score == margin);
          for (const MoveScore& move : result.moves) {
            Historian after{rules, 2, 20'000};
            after.seen[after.name(position)] = 1;
            const int worth = after.margin(sow(rules, position, move.house), -1000, 1000);
            if (after.budget < 0) continue;
            CHECK(move.exact && move.score == seen_by_mover(position, worth));
            if (move.house == result.best) CHECK(move.score == margin);
          }
        }
      }
    }
  }
  CHECK(compared > 200 / kShare);
}

// An arena in which the first place that comes back counts: whoever closes a round at `bad` loses.
void test_arena() {
  const auto breathe = [](std::size_t) {};
  const auto ring = [&](bool ours, bool first_good) {
    Arena arena;  // two places, one leading to the other and back
    arena.add({.ours = ours, .good = first_good});
    arena.lead(1);
    arena.add({.ours = !ours, .good = !first_good});
    arena.lead(0);
    arena.decide(breathe);
    CHECK(arena.standing(0) == Standing::open && arena.standing(1) == Standing::open);
    CHECK(arena.wins(0, breathe) == first_good);
    CHECK(arena.wins(1, breathe) == !first_good);
  };
  for (const bool ours : {false, true}) {
    ring(ours, false);
    ring(ours, true);
  }
  Arena arena;  // a way out of the round for whoever is at the second place
  arena.add({.ours = true, .good = true});
  arena.lead(1);
  arena.add({.ours = false, .good = true, .may_lose = true});
  arena.lead(0);
  arena.decide(breathe);
  CHECK(arena.standing(0) == Standing::lost && arena.standing(1) == Standing::lost);
}

// Levels large enough to be shared out among threads.
void test_threads_build_the_same() {
  for (MancalaRules rules : {relay_rules(), kalah_rules(), avalanche_rules(), oware_rules(4)}) {
    const int seeds = rules.houses == 4 ? 9 : 8;
    const auto one = built(rules, seeds, 1), two = built(rules, seeds, 2);
    const std::uint64_t places = one->place(ring_of_last(rules, seeds).data(), seeds, 0);
    bool equal = one->bytes() == two->bytes();
    for (std::uint64_t place = 0; equal && place <= places; ++place) {
      const Span here = one->look(place), there = two->look(place);
      equal = here.lower == there.lower && here.upper == there.upper;
    }
    CHECK(equal);
  }
}

// A stopped building leaves no thread behind and gives no database.
void test_stopped_building() {
  std::atomic<bool> stop{false};
  Database::Building building;
  building.threads = 2;
  building.stop = &stop;
  building.progress = [&](std::uint64_t done, std::uint64_t all) {
    CHECK(done <= all);
    if (done > all / 2) stop = true;
  };
  bool stopped = false;
  try {
    Database::build(relay_rules(), 9, building);
  } catch (const DatabaseError&) {
    stopped = true;
  }
  CHECK(stopped);
}

void test_files() {
  const std::string path = "mancala_test_" + std::to_string(::getpid()) + ".pits";
  const auto rules = relay_rules();
  const auto one = built(rules, 7);
  one->save(path);
  const Database back = Database::load(path, rules);
  CHECK(back.seeds() == 7 && back.look(4711).lower == one->look(4711).lower);
  const auto refused = [&](const MancalaRules& wanted) {
    try {
      Database::load(path, wanted);
    } catch (const DatabaseError&) {
      return true;
    }
    return false;
  };
  CHECK(refused(kalah_rules()));
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(1000);
    file.put(99);
  }
  CHECK(refused(rules));
  one->save(path);
  CHECK(!refused(rules));
  CHECK(::truncate(path.c_str(), 900) == 0);
  CHECK(refused(rules));
  std::remove(path.c_str());
  CHECK(refused(rules));
}

void test_stop() {
  const auto rules = kalah_rules();
  Solver solver(rules, 72, nullptr, 1 << 24);
  std::atomic<bool> stop{false};
  Limits limits;
  limits.stop = &stop;
  limits.threads = 2;
  Result result;
  std::thread thread([&] { result = solver.solve(mancala_start(rules, 6), limits); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  stop = true;
  thread.join();
  CHECK(!result.exact);
  limits.stop = nullptr;
  limits.nodes = 20'000;
  CHECK(!solver.solve(mancala_start(rules, 6), limits).exact);
}

}  // namespace

int main() {
  if (tests::cpu_is_too_old()) return tests::kSkipped;
  test_numbers();
  test_table();
  test_sowing();
  test_without_cycles();
  test_cycles_with_history();
  test_search_over_cycles();
  test_depth();
  test_values_by_paths();
  test_arena();
  test_threads_build_the_same();
  test_stopped_building();
  test_files();
  test_stop();
  return tests::result();
}
