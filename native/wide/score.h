// The scale of every search on wide boards: hundredths of a disc.
#pragma once

namespace turnstone {

inline constexpr int kDisc = 100;
inline constexpr int kInfinity = 30000;  // beyond the largest margin, 256 discs

}  // namespace turnstone
