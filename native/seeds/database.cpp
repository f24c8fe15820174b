// Sizes and files of endgame databases.
#include "database.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>

namespace turnstone::seeds {
namespace {

// Little-endian, as every machine this kernel is built for.
struct Header {
  char magic[8] = {'T', 'S', 'T', 'O', 'N', 'E', 'P', 'D'};
  std::uint32_t version = 1;
  std::uint8_t rules[12] = {};
  std::uint32_t seeds = 0;
  std::uint32_t reserved = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(Header) == 48);

void describe(const MancalaRules& rules, std::uint8_t* out) {
  const int fields[] = {rules.houses,
                        rules.ends,
                        rules.relay,
                        rules.sow_store,
                        rules.skip_origin,
                        rules.again,
                        static_cast<int>(rules.capture),
                        rules.slam_illegal,
                        rules.feed,
                        static_cast<int>(rules.finish),
                        rules.keep};
  for (int field : fields) *out++ = static_cast<std::uint8_t>(field);
}

std::uint64_t checksum(const Pages<std::int8_t>& values) {
  std::uint64_t sum = 0x9E3779B97F4A7C15u;
  std::size_t at = 0;
  for (; at + 8 <= values.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, values.data() + at, 8);
    sum = (sum ^ word) * 0xBF58476D1CE4E5B9u;
    sum ^= sum >> 29;
  }
  for (; at < values.size(); ++at) {
    sum = (sum ^ static_cast<std::uint8_t>(values[at])) * 0x94D049BB133111EBu;
  }
  return sum ^ sum >> 31;
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

bool two_bounds(const MancalaRules& rules) { return rules.can_repeat() && rules.keep; }

}  // namespace

Database::Database(const MancalaRules& rules, int seeds)
    : rules_(rules),
      seeds_(seeds),
      by_need_(rules.finish == Finish::majority),
      two_bounds_(two_bounds(rules)),
      numbers_(rules.houses, seeds + 1) {
  rules_.pie = false;  // of no matter once the first moves are over
  std::uint64_t places = 0;
  for (int level = 0; level <= seeds + 1; ++level) {
    starts_.push_back(places);
    if (level > seeds) break;
    const std::uint64_t count = numbers_.level(level + 1) - numbers_.level(level);
    places += by_need_ ? count * static_cast<unsigned>(level + 1) : count;
  }
}

std::uint64_t Database::bytes(const MancalaRules& rules, int seeds) {
  const Database shape(rules, seeds);
  return shape.starts_.back() * (shape.two_bounds_ ? 2 : 1);
}

int Database::seeds_within(const MancalaRules& rules, std::uint64_t most) {
  int seeds = 0;
  while (seeds < kMostDatabaseSeeds && bytes(rules, seeds + 1) <= most) ++seeds;
  return seeds;
}

void Database::save(const std::string& path) const {
  Header header;
  describe(rules_, header.rules);
  header.seeds = static_cast<std::uint32_t>(seeds_);
  header.bytes = values_.size();
  header.checksum = checksum(values_);
  const std::string temporary = path + ".part" + std::to_string(::getpid());
  File file(std::fopen(temporary.c_str(), "wb"));
  if (!file) throw DatabaseError("cannot write " + temporary);
  const bool written =
      std::fwrite(&header, sizeof header, 1, file.get()) == 1 &&
      std::fwrite(values_.data(), 1, values_.size(), file.get()) == values_.size() &&
      std::fflush(file.get()) == 0 && ::fsync(::fileno(file.get())) == 0;
  file.reset();
  if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) {
    std::remove(temporary.c_str());
    throw DatabaseError("cannot write " + path);
  }
}

Database Database::load(const std::string& path, const MancalaRules& rules) {
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw DatabaseError("cannot open " + path);
  Header header;
  const Header expected;
  if (std::fread(&header, sizeof header, 1, file.get()) != 1 ||
      std::memcmp(header.magic, expected.magic, sizeof header.magic) != 0) {
    throw DatabaseError(path + " is not an endgame database");
  }
  if (header.version != expected.version) throw DatabaseError(path + " is of another version");
  std::uint8_t wanted[sizeof header.rules] = {};
  describe(rules, wanted);
  if (std::memcmp(wanted, header.rules, sizeof wanted) != 0) {
    throw DatabaseError(path + " was made for other rules");
  }
  if (header.seeds > kMostDatabaseSeeds || bytes(rules, static_cast<int>(header.seeds)) != header.bytes) {
    throw DatabaseError(path + " is damaged: its size is wrong");
  }
  Database database(rules, static_cast<int>(header.seeds));
  database.values_ = Pages<std::int8_t>(header.bytes);
  if (std::fread(database.values_.data(), 1, header.bytes, file.get()) != header.bytes ||
      std::fgetc(file.get()) != EOF) {
    throw DatabaseError(path + " is damaged: its size is wrong");
  }
  if (checksum(database.values_) != header.checksum) {
    throw DatabaseError(path + " is damaged: its checksum is wrong");
  }
  return database;
}

}  // namespace turnstone::seeds
