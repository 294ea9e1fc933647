// The few functions of Highway that are not in its headers. Its shared library measures the clock
// for milliseconds whenever it is loaded, a good part of a small fit.
#include <hwy/highway.h>

#include <stdexcept>

namespace hwy {
namespace {

std::int64_t best_targets() {
  std::int64_t targets = HWY_STATIC_TARGET;
#if HWY_ARCH_X86
  const bool sse4 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") &&
                    __builtin_cpu_supports("pclmul");
  const bool avx2 = sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("f16c") && __builtin_cpu_supports("lzcnt") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool avx3 = avx2 && __builtin_cpu_supports("avx512f") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  if (sse4) targets |= HWY_SSE4;
  if (avx2) targets |= HWY_AVX2;
  if (avx3) targets |= HWY_AVX3;
#endif
  return targets;
}

std::int64_t& supported() {
  static std::int64_t targets = best_targets();
  return targets;
}

}  // namespace

std::int64_t SupportedTargets() {
  return supported();
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  supported() = targets != 0 ? targets : best_targets();
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

void Abort(const char*, int, const char* format, ...) {
  throw std::logic_error(format);  // a mistake in the use of Highway
}

}  // namespace hwy
