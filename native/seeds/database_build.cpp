// Building endgame databases level by level, on one or more threads with one result.
#include <algorithm>
#include <bit>
#include <limits>
#include <thread>

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
    const std::uint64_t first = data_.numbers_.level(level_);
    const std::uint64_t rings = data_.numbers_.level(level_ + 1) - first;
    needs_ = data_.by_need_ ? level_ + 1 : 1;
    prepare_level();
    open_.assign(cyclic_ ? (rings + chunk - 1) / chunk : 0, {});
    sweep(rings, [&](std::uint64_t from, std::uint64_t to) { enter(first, from, to); });
    while (changed_) {
      changed_ = false;
      sweep(rings, [&](std::uint64_t from, std::uint64_t) { repeat(from / chunk); });
    }
  }

  void prepare_level() {
    std::int8_t* values = data_.values_.data();
    const std::uint64_t begin = data_.starts_[static_cast<std::size_t>(level_)];
    const std::uint64_t end = data_.starts_[static_cast<std::size_t>(level_) + 1];
    if (data_.two_bounds_) {
      for (std::uint64_t place = begin; place < end; ++place) {
        values[2 * place] = static_cast<std::int8_t>(-level_);
        values[2 * place + 1] = static_cast<std::int8_t>(level_);
      }
    } else {
      std::fill(values + begin, values + end, cyclic_ ? std::int8_t{0} : unknown);
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
          building_.progress(data_.numbers_.level(level_) + from,
                             data_.numbers_.level(data_.seeds_ + 1));
        }
      }
    };
    std::vector<std::thread> others;
    for (int extra = 1; extra < building_.threads && rings >= 8 * chunk; ++extra) {
      others.emplace_back(run, false);
    }
    run(true);
    for (auto& other : others) other.join();
    if (stopped()) throw DatabaseError("stopped");
  }

  bool stopped() const { return building_.stop && building_.stop->load(); }

  // Plays every move of a chunk once. Where cycles are possible, what must be looked at again is
  // written down: the best result of the moves that leave the level, and where the others lead.
  // Sowing is the dear part of building, and it is done once.
  void enter(std::uint64_t first, std::uint64_t from, std::uint64_t to) {
    Spot spot{};
    spot.seeds = level_;
    data_.numbers_.lay(first + from, spot.board.pits);
    std::uint64_t place = start() + from * static_cast<unsigned>(needs_);
    std::uint64_t noted = place;
    for (std::uint64_t ring = from; ring < to; ++ring) {
      for (spot.need = 0; spot.need < needs_; ++spot.need, ++place) {
        if (cyclic_) {
          settle(spot, place, noted, open_[from / chunk]);
        } else if (read(place) == unknown) {
          value(spot, place);
        }
      }
      data_.numbers_.advance(spot.board.pits);
    }
    if (cyclic_) open_[from / chunk].shrink_to_fit();
  }

  std::uint64_t start() const { return data_.starts_[static_cast<std::size_t>(level_)]; }

  // One open position: a word with the places skipped since the last one, the number of moves that
  // stay and the span of the moves that leave; then a word for each that stays.
  static std::uint32_t note(std::uint64_t skipped, int stay, Span leave) {
    return static_cast<std::uint32_t>(skipped) << 20 | static_cast<std::uint32_t>(stay) << 16 |
           static_cast<std::uint32_t>(leave.lower + 128) << 8 |
           static_cast<std::uint32_t>(leave.upper + 128);
  }
  static constexpr std::uint64_t most_skipped = 4095;

  void settle(const Spot& spot, std::uint64_t place, std::uint64_t& noted,
              std::vector<std::uint32_t>& open) {
    std::uint32_t moves = sowing_.finished(spot) ? 0 : sowing_.moves(spot);
    Span leave{-127, -127};
    if (moves == 0) leave = {sowing_.leftovers(spot), sowing_.leftovers(spot)};
    std::uint32_t stay[10];
    int staying = 0;
    for (; moves; moves &= moves - 1) {
      const auto step = sowing_.play(spot, std::countr_zero(moves));
      Span span{step.gain, step.gain};
      if (!step.over) {
        const auto& next = step.next;
        const std::uint64_t at = data_.place(next.board.pits, next.seeds, next.need);
        if (next.seeds == level_) {
          stay[staying++] = static_cast<std::uint32_t>((at - start()) << 1 | step.again);
          continue;
        }
        span = after(at, step.again);
        span.lower += step.gain;
        span.upper += step.gain;
      }
      leave.lower = std::max(leave.lower, span.lower);
      leave.upper = std::max(leave.upper, span.upper);
    }
    if (staying == 0) {
      write_span(place, leave);
      return;
    }
    for (; place - noted > most_skipped; noted += most_skipped) {
      open.push_back(note(most_skipped, 0, leave));
    }
    open.push_back(note(place - noted, staying, leave));
    noted = place;
    open.insert(open.end(), stay, stay + staying);
    changed_.store(true, std::memory_order_relaxed);
  }

  void repeat(std::uint64_t at) {
    const auto& open = open_[at];
    std::uint64_t place = start() + at * chunk * static_cast<unsigned>(needs_);
    bool changed = false;
    for (const std::uint32_t* word = open.data(); word != open.data() + open.size();) {
      const std::uint32_t note = *word++;
      place += note >> 20;
      const int staying = note >> 16 & 15;
      if (staying == 0) continue;
      Span best{static_cast<int>(note >> 8 & 255) - 128, static_cast<int>(note & 255) - 128};
      for (const std::uint32_t* end = word + staying; word != end; ++word) {
        const Span span = after(start() + (*word >> 1), *word & 1);
        best.lower = std::max(best.lower, span.lower);
        best.upper = std::max(best.upper, span.upper);
      }
      changed |= write_span(place, best);
    }
    if (changed) changed_.store(true, std::memory_order_relaxed);
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

  // Without cycles: the value, after those it rests on. Threads that meet compute the same.
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

  Database& data_;
  const Database::Building& building_;
  Sowing<Lanes> sowing_;
  bool cyclic_;
  int level_ = 0;
  int needs_ = 1;
  std::vector<std::vector<std::uint32_t>> open_;  // by chunk: positions whose moves may stay
  std::atomic<bool> changed_{false};
};

Database Database::build(const MancalaRules& rules, int seeds, const Building& building) {
  Database database(rules, seeds);
  database.values_.resize(bytes(rules, seeds));
  if (rules.houses <= 7) {
    Builder<16>(database, building).run();
  } else {
    Builder<32>(database, building).run();
  }
  return database;
}

}  // namespace turnstone::seeds
