// Discs that can never turn again. What a player holds for good bounds the final margin, which
// often ends the search of a position before a single move is made.
//
// A disc is stable if on each of its four axes it cannot be outflanked: the line through it is
// full, or one side of it is the wall or a stable disc of its own colour. On the straight sides
// of a rectangular board only the side itself matters, and a table made by playing out every
// filling of it knows the stable discs exactly. The set found is a subset of the truly stable one.
#pragma once

#include <cstdint>
#include <span>

#include "field.h"

namespace turnstone::endgame {

class Stability {
 public:
  explicit Stability(const Field& field);

  const Field& field() const { return field_; }

  // Discs of `own` that are surely stable.
  std::uint64_t stable(std::uint64_t own, std::uint64_t other) const;

 private:
  std::uint64_t stable_on_sides(std::uint64_t own, std::uint64_t other) const;

  const Field& field_;
  std::span<const std::uint8_t> row_;     // by the own and other discs of a horizontal side
  std::span<const std::uint8_t> column_;  // the same for a vertical one
};

}  // namespace turnstone::endgame
