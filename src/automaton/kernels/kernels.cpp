// Compiles the primitives for every instruction set and picks one at run time.
#include "automaton/kernels/kernels.h"

#include "support/simd_target.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automaton/kernels/kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "automaton/kernels/cell-inl.h"
#include "automaton/kernels/edge-inl.h"
#include "automaton/kernels/gemm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gnac::detail::HWY_NAMESPACE {

const Kernels* table() {
  static const Kernels kTable{
      .target = hwy::TargetName(HWY_TARGET),
      .gemm = gemm,
      .edge_difference = edge_difference,
      .edge_sum = edge_sum,
      .edge_logit = edge_logit,
      .sigmoid = sigmoid,
      .edge_message_adjoint = edge_message_adjoint,
      .edge_logit_adjoint = edge_logit_adjoint,
      .add_signed = add_signed,
      .mean_message = mean_message,
      .mean_conductance = mean_conductance,
      .gather_signed = gather_signed,
      .edge_scatter = edge_scatter,
      .activate = activate,
      .activate_adjoint = activate_adjoint,
      .tanh = tanh_values,
  };
  return &kTable;
}

}  // namespace gnac::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gnac::detail {

HWY_EXPORT(table);

const Kernels& kernels() {
  choose_simd_target();
  return *HWY_DYNAMIC_DISPATCH(table)();
}

const Kernels& kernels_for(const std::string& target) {
  const SimdTargetScope scope(target);
  return *HWY_DYNAMIC_DISPATCH(table)();
}

}  // namespace gnac::detail
#endif  // HWY_ONCE
