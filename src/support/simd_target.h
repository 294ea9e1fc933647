#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gnac::detail {

/// The instruction sets of this build that this CPU can run, best first, e.g. "AVX2", "SSE4",
/// "SCALAR".
std::vector<std::string> simd_targets();

/// Call before any run-time dispatch: reads the environment variable GNAC_TARGET once and makes it
/// the only target of this process. Throws Error when this CPU or build lacks it.
void choose_simd_target();

/// Forces one named target during its lifetime; for tests, on one thread.
class SimdTargetScope {
 public:
  explicit SimdTargetScope(const std::string& target);
  ~SimdTargetScope();
  SimdTargetScope(const SimdTargetScope&) = delete;
  SimdTargetScope& operator=(const SimdTargetScope&) = delete;

 private:
  std::int64_t before_;
};

}  // namespace gnac::detail
