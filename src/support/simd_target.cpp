#include "support/simd_target.h"

#include <hwy/highway.h>

#include <cstdlib>

#include "gnac/error.h"
#include "support/utf8.h"

namespace gnac::detail {
namespace {

// Highway numbers targets so that a lower bit is a better one.
std::vector<std::int64_t> runnable() {
  static const std::int64_t kBits = hwy::SupportedTargets() & HWY_TARGETS;
  std::vector<std::int64_t> targets;
  for (int bit = 0; bit < 63; ++bit) {
    const std::int64_t target = std::int64_t{1} << bit;
    if ((kBits & target) != 0) targets.push_back(target);
  }
  return targets;
}

std::int64_t find(const std::string& name) {
  std::string known;
  for (const std::int64_t target : runnable()) {
    if (lower(hwy::TargetName(target)) == lower(name)) return target;
    known += (known.empty() ? "" : ", ") + std::string(hwy::TargetName(target));
  }
  throw Error("instruction set '" + name +
              "' (GNAC_TARGET) cannot run on this CPU or is not in this build; give one of " +
              known);
}

void use(std::int64_t targets) {
  hwy::SetSupportedTargetsForTest(targets);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const std::int64_t target : runnable()) names.emplace_back(hwy::TargetName(target));
  return names;
}

void choose_simd_target() {
  static const bool kChosen = [] {
    const char* forced = std::getenv("GNAC_TARGET");
    if (forced != nullptr && *forced != '\0') use(find(forced));
    return true;
  }();
  static_cast<void>(kChosen);
}

SimdTargetScope::SimdTargetScope(const std::string& target) : before_(0) {
  choose_simd_target();
  const std::int64_t found = find(target);
  before_ = hwy::SupportedTargets();
  use(found);
}

SimdTargetScope::~SimdTargetScope() {
  use(before_);
}

}  // namespace gnac::detail
