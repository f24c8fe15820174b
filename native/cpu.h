// The best x86-64 level (1 to 4, as the psABI counts them) that this CPU and its system support.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace turnstone {

#if defined(__x86_64__)

// Only newer compilers know "x86-64-v3" as a name, so the features are asked for one by one: the
// built-in also asks whether the operating system keeps the wide registers. The few plain
// instructions that not every compiler has a name for are read from the CPU itself. They matter:
// lzcnt on a CPU without it does not fault, it answers wrongly.
inline int cpu_level() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("sse3") || !__builtin_cpu_supports("ssse3") ||
      !__builtin_cpu_supports("sse4.1") || !__builtin_cpu_supports("sse4.2") ||
      !__builtin_cpu_supports("popcnt")) {
    return 1;
  }
  unsigned a = 0, b = 0, basic = 0, d = 0;
  unsigned extended = 0;
  constexpr unsigned kMovbe = 1u << 22, kF16c = 1u << 29, kLzcnt = 1u << 5;
  if (!__get_cpuid(1, &a, &b, &basic, &d) || !__get_cpuid(0x80000001, &a, &b, &extended, &d) ||
      !(basic & kMovbe) || !(basic & kF16c) || !(extended & kLzcnt) ||
      !__builtin_cpu_supports("avx") || !__builtin_cpu_supports("avx2") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
      !__builtin_cpu_supports("fma")) {
    return 2;
  }
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
      !__builtin_cpu_supports("avx512vl")) {
    return 3;
  }
  return 4;
}

#endif

}  // namespace turnstone
