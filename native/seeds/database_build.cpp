// Building endgame databases level by level, on one or more threads with one result.
#include <algorithm>
#include <bit>
#include <limits>
#include <system_error>
#include <thread>
#include <utility>

#include "blocks.h"
#include "database.h"
#include "sowing.h"

namespace turnstone::seeds {

template <int Lanes>
class Builder {
 public:
  Builder(Database& database, const Database::Building& building)
      : data_(database),
        building_(building),
        sowing_(database.rules_, std::max(1, database.seeds_)),
        cyclic_(database.rules_.can_repeat()) {}

  void run() {
    for (level_ = 0; level_ <= data_.seeds_; ++level_) build_level();
  }

 private:
  static constexpr std::int8_t unknown = std::numeric_limits<std::int8_t>::min();
  static constexpr std::uint64_t chunk = 4096;  // rings

  using Spot = seeds::Spot<Lanes>;

  std::int8_t read(std::uint64_t at) const {
    return std::atomic_ref<std::int8_t>(data_.values_[at]).load(std::memory_order_relaxed);
  }
  void write(std::uint64_t at, int value) {
    std::atomic_ref<std::int8_t>(data_.values_[at])
        .store(static_cast<std::int8_t>(value), std::memory_order_relaxed);
  }

  void build_level() {
    first_ = data_.numbers_.level(level_);
    start_ = data_.starts_[static_cast<std::size_t>(level_)];
    needs_ = data_.by_need_ ? level_ + 1 : 1;
    const std::uint64_t rings = data_.numbers_.level(level_ + 1) - first_;
    const std::uint64_t places = rings * static_cast<unsigned>(needs_);
    prepare_level(places);
    if (!cyclic_) {
      sweep(rings, [&](std::uint64_t from, std::uint64_t to) { value_all(from, to); });
      return;
    }
    open_.assign((rings + chunk - 1) / chunk, {});
    sweep(rings, [&](std::uint64_t from, std::uint64_t to) { enter(from, to); });
    moving_ = Blocks(places, true);
    while (moving_.any()) {
      moved_ = std::exchange(moving_, Blocks(places, false));
      sweep(rings, [&](std::uint64_t from, std::uint64_t) { repeat(from / chunk); });
    }
  }

  void prepare_level(std::uint64_t places) {
    std::int8_t* values = data_.values_.data();
    if (data_.two_bounds_) {
      for (std::uint64_t place = start_; place < start_ + places; ++place) {
        values[2 * place] = static_cast<std::int8_t>(-level_);
        values[2 * place + 1] = static_cast<std::int8_t>(level_);
      }
    } else {
      std::fill_n(values + start_, places, cyclic_ ? std::int8_t{0} : unknown);
    }
  }

  // Hands out the level in chunks; every chunk is one thread's.
  template <class Work>
  void sweep(std::uint64_t rings, const Work& work) {
    std::atomic<std::uint64_t> next{0};
    const auto run = [&](bool reports) {
      while (true) {
        const std::uint64_t from = next.fetch_add(chunk);
        if (from >= rings || stopped()) return;
        work(from, std::min(rings, from + chunk));
        if (reports && building_.progress) {
          building_.progress(first_ + from, data_.numbers_.level(data_.seeds_ + 1));
        }
      }
    };
    std::vector<std::thread> others;
    for (int extra = 1; extra < building_.threads && rings >= 8 * chunk; ++extra) {
      try {
        others.emplace_back(run, false);
      } catch (const std::system_error&) {
        break;  // the system has no more threads to give: fewer will do
      }
    }
    run(true);
    for (auto& other : others) other.join();
    if (stopped()) throw DatabaseError("stopped");
  }

  bool stopped() const { return building_.stop && building_.stop->load(); }

  // ---- without cycles ---------------------------------------------------------------------------

  void value_all(std::uint64_t from, std::uint64_t to) {
    Spot spot{};
    spot.seeds = level_;
    data_.numbers_.lay(first_ + from, spot.board.pits);
    std::uint64_t place = start_ + from * static_cast<unsigned>(needs_);
    for (std::uint64_t ring = from; ring < to; ++ring) {
      for (spot.need = 0; spot.need < needs_; ++spot.need, ++place) {
        if (read(place) == unknown) value(spot, place);
      }
      data_.numbers_.advance(spot.board.pits);
    }
  }

  // The value, after those it rests on. Threads that meet compute the same.
  int value(const Spot& spot, std::uint64_t place) {
    std::uint32_t moves = sowing_.finished(spot) ? 0 : sowing_.moves(spot);
    int best = moves ? -127 : sowing_.leftovers(spot);
    for (; moves; moves &= moves - 1) {
      const auto step = sowing_.play(spot, std::countr_zero(moves));
      int found = step.gain;
      if (!step.over) {
        const auto& next = step.next;
        const std::uint64_t at = data_.place(next.board.pits, next.seeds, next.need);
        int after = read(at);
        if (after == unknown) after = value(next, at);
        found += step.again ? after : -after;
      }
      best = std::max(best, found);
    }
    write(place, best);
    return best;
  }

  // ---- with cycles ------------------------------------------------------------------------------

  // A position whose moves were played and whose successors are on their way from memory.
  struct Pending {
    std::uint64_t place;
    Span leave;  // the best of the moves that end the game
    int moves;   // the others
  };
  struct Lead {
    std::uint64_t place;
    int gain;
    bool again;
  };
  static constexpr int batch = 32;  // positions
  struct Batch {
    Pending pending[batch];
    Lead leads[batch * kMostHouses];
    int positions = 0;
    int moves = 0;
  };

  // Plays every move of a chunk once. What must be looked at again is written down: the best result
  // of the moves that leave the level, and where the others lead. Sowing is the dear part of
  // building, and it is done once.
  void enter(std::uint64_t from, std::uint64_t to) {
    auto& open = open_[from / chunk];
    Spot spot{};
    spot.seeds = level_;
    data_.numbers_.lay(first_ + from, spot.board.pits);
    std::uint64_t place = start_ + from * static_cast<unsigned>(needs_);
    std::uint64_t noted = place;
    Batch waiting;
    for (std::uint64_t ring = from; ring < to; ++ring) {
      for (spot.need = 0; spot.need < needs_; ++spot.need, ++place) {
        if (waiting.positions == batch) resolve(waiting, noted, open);
        play_all(spot, place, waiting);
      }
      data_.numbers_.advance(spot.board.pits);
    }
    resolve(waiting, noted, open);
    open.shrink_to_fit();
  }

  void play_all(const Spot& spot, std::uint64_t place, Batch& waiting) const {
    Pending& pending = waiting.pending[waiting.positions++];
    pending = {place, {-127, -127}, 0};
    std::uint32_t moves = sowing_.finished(spot) ? 0 : sowing_.moves(spot);
    if (moves == 0) pending.leave = {sowing_.leftovers(spot), sowing_.leftovers(spot)};
    for (; moves; moves &= moves - 1) {
      const auto step = sowing_.play(spot, std::countr_zero(moves));
      if (step.over) {
        pending.leave.lower = std::max(pending.leave.lower, step.gain);
        pending.leave.upper = std::max(pending.leave.upper, step.gain);
        continue;
      }
      const auto& next = step.next;
      const std::uint64_t at = data_.place(next.board.pits, next.seeds, next.need);
      if (at < start_) data_.prefetch(at);
      waiting.leads[waiting.moves++] = {at, step.gain, step.again};
      ++pending.moves;
    }
  }

  void resolve(Batch& waiting, std::uint64_t& noted, std::vector<std::uint32_t>& open) {
    const Lead* lead = waiting.leads;
    for (int at = 0; at < waiting.positions; ++at) {
      Span leave = waiting.pending[at].leave;
      std::uint32_t stay[kMostHouses];
      int staying = 0;
      for (const Lead* end = lead + waiting.pending[at].moves; lead != end; ++lead) {
        if (lead->place >= start_) {
          stay[staying++] = static_cast<std::uint32_t>((lead->place - start_) << 1 | lead->again);
          continue;
        }
        const Span span = after(lead->place, lead->again);
        leave.lower = std::max(leave.lower, lead->gain + span.lower);
        leave.upper = std::max(leave.upper, lead->gain + span.upper);
      }
      const std::uint64_t place = waiting.pending[at].place;
      if (staying == 0) {
        write_span(place, leave);
        continue;
      }
      for (; place - noted > most_skipped; noted += most_skipped) {
        open.push_back(note(most_skipped, 0, leave));
      }
      open.push_back(note(place - noted, staying, leave));
      noted = place;
      open.insert(open.end(), stay, stay + staying);
    }
    waiting.positions = waiting.moves = 0;
  }

  // One open position: a word with the places skipped since the last one, the number of moves that
  // stay and the span of the moves that leave; then a word for each that stays.
  static std::uint32_t note(std::uint64_t skipped, int stay, Span leave) {
    return static_cast<std::uint32_t>(skipped) << 20 | static_cast<std::uint32_t>(stay) << 16 |
           static_cast<std::uint32_t>(leave.lower + 128) << 8 |
           static_cast<std::uint32_t>(leave.upper + 128);
  }
  static constexpr std::uint64_t most_skipped = 4095;

  // Values the open positions of a chunk again, where a successor has moved since the last time.
  void repeat(std::uint64_t at) {
    const auto& open = open_[at];
    std::uint64_t place = start_ + at * chunk * static_cast<unsigned>(needs_);
    for (const std::uint32_t* word = open.data(); word != open.data() + open.size();) {
      const std::uint32_t note = *word++;
      place += note >> 20;
      const std::uint32_t* const end = word + (note >> 16 & 15);
      if (std::none_of(word, end, [&](std::uint32_t lead) { return moved_.has(lead >> 1); })) {
        word = end;
        continue;
      }
      Span best{static_cast<int>(note >> 8 & 255) - 128, static_cast<int>(note & 255) - 128};
      for (; word != end; ++word) {
        const Span span = after(start_ + (*word >> 1), *word & 1);
        best.lower = std::max(best.lower, span.lower);
        best.upper = std::max(best.upper, span.upper);
      }
      if (write_span(place, best)) moving_.mark(place - start_);
    }
  }

  // What a successor is worth to the player who moved there, without the gain of the move.
  Span after(std::uint64_t place, bool again) const {
    const int lower = data_.two_bounds_ ? read(2 * place) : read(place);
    const int upper = data_.two_bounds_ ? read(2 * place + 1) : lower;
    return again ? Span{lower, upper} : Span{-upper, -lower};
  }

  bool write_span(std::uint64_t place, Span span) {
    if (!data_.two_bounds_) {
      if (read(place) == span.lower) return false;
      write(place, span.lower);
      return true;
    }
    if (read(2 * place) == span.lower && read(2 * place + 1) == span.upper) return false;
    write(2 * place, span.lower);
    write(2 * place + 1, span.upper);
    return true;
  }

  Database& data_;
  const Database::Building& building_;
  Sowing<Lanes> sowing_;
  bool cyclic_;
  int level_ = 0;
  int needs_ = 1;
  std::uint64_t first_ = 0;  // number of the level's first ring
  std::uint64_t start_ = 0;  // and the place of its first position
  std::vector<std::vector<std::uint32_t>> open_;  // by chunk: positions whose moves may stay
  Blocks moved_;   // where the last sweep wrote
  Blocks moving_;  // where this one does
};

Database Database::build(const MancalaRules& rules, int seeds, const Building& building) {
  Database database(rules, seeds);
  database.values_ = Pages<std::int8_t>(bytes(rules, seeds));
  if (rules.houses <= 7) {
    Builder<16>(database, building).run();
  } else {
    Builder<32>(database, building).run();
  }
  return database;
}

}  // namespace turnstone::seeds
