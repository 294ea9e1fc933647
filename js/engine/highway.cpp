// The few functions of Highway that are not in its headers, for a build with one instruction set.
#include <hwy/highway.h>

#include <cstdlib>

namespace hwy {

std::int64_t SupportedTargets() {
  return HWY_STATIC_TARGET;
}

void SetSupportedTargetsForTest(std::int64_t) {}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

void Abort(const char*, int, const char*, ...) {
  std::abort();
}

}  // namespace hwy
