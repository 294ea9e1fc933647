// Compiles the primitives for every instruction set and picks one at run time.
#include "automaton/kernels/kernels.h"

#include <cctype>
#include <cstdlib>

#include "gnac/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automaton/kernels/kernels.cpp"
// SSSE3 adds nothing over SSE4 for these loops on any CPU still in use.
#define HWY_DISABLED_TARGETS HWY_SSSE3
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

#include "automaton/kernels/cell-inl.h"
#include "automaton/kernels/edge-inl.h"
#include "automaton/kernels/gemm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnac::HWY_NAMESPACE {

const Kernels* table() {
  static const Kernels kTable{hwy::TargetName(HWY_TARGET),
                              gemm,
                              edge_difference,
                              edge_conductance,
                              edge_message_adjoint,
                              edge_conductance_adjoint,
                              add_signed,
                              mean_message,
                              gather_signed,
                              activate,
                              activate_adjoint,
                              tanh_values};
  return &kTable;
}

}  // namespace gnac::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnac {
namespace {

HWY_EXPORT(table);

struct Candidate {
  std::int64_t bit;
  const Kernels* kernels;
};

// Every table of this build that this CPU can run, best first.
std::vector<Candidate> candidates() {
  std::vector<Candidate> found;
  const std::int64_t runnable = hwy::SupportedTargets() & HWY_TARGETS;
  for (int bit = 0; bit < 63; ++bit) {
    const std::int64_t target = std::int64_t{1} << bit;
    if ((runnable & target) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    found.push_back({target, HWY_DYNAMIC_DISPATCH(table)()});
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return found;
}

const std::vector<Candidate>& all() {
  static const std::vector<Candidate> kAll = candidates();
  return kAll;
}

bool same_name(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t c = 0; c < a.size(); ++c) {
    if (std::tolower(static_cast<unsigned char>(a[c])) !=
        std::tolower(static_cast<unsigned char>(b[c]))) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<std::string> kernel_targets() {
  std::vector<std::string> names;
  for (const Candidate& c : all()) names.emplace_back(c.kernels->target);
  return names;
}

const Kernels& kernels_for(const std::string& target) {
  std::string known;
  for (const Candidate& c : all()) {
    if (same_name(c.kernels->target, target)) return *c.kernels;
    known += (known.empty() ? "" : ", ") + std::string(c.kernels->target);
  }
  throw Error("GNAC_TARGET asks for '" + target + "', which this CPU or build cannot run; it has " +
              known);
}

const Kernels& kernels() {
  static const Kernels& chosen = [&]() -> const Kernels& {
    const char* forced = std::getenv("GNAC_TARGET");
    return forced != nullptr && *forced != '\0' ? kernels_for(forced) : *all().front().kernels;
  }();
  return chosen;
}

}  // namespace gnac
#endif  // HWY_ONCE
