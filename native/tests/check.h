// A unit test is a program: CHECK what must hold, return `result()` from main.
#pragma once

#include <cstdio>

#include "cpu.h"

namespace turnstone::tests {

inline int failures = 0;

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      ++turnstone::tests::failures;                                               \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                             \
  } while (false)

inline int result() { return failures == 0 ? 0 : 1; }

// True where the level this program is compiled for would be too high; then return kSkipped.
inline constexpr int kSkipped = 77;
inline bool cpu_is_too_old() {
#if defined(__AVX2__)
  return cpu_level() < 3;
#elif defined(__SSE4_2__)
  return cpu_level() < 2;
#else
  return false;
#endif
}

}  // namespace turnstone::tests
