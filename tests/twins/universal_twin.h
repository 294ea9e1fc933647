#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/rule.h"

// The readable definition of the universal form: plain loops in double precision, cell by cell and
// edge by edge. The tests hold the fast engine to it, and it to central differences and to PyTorch.
namespace gnac::detail {

/// One supervised epoch, in full.
struct UniversalTwin {
  std::vector<std::vector<double>> hidden;  ///< h of step 0 … T, N×d_h
  std::vector<std::vector<double>> alpha;   ///< conductance of every edge, step 0 … T-1
  std::vector<double> logit;                ///< of every edge, at the last state
  double loss = 0;
  std::vector<double> gradient;  ///< of the loss, by every value of the rule
};

/// Standardised features, by the caller's numbers.
struct TwinFeatures {
  std::span<const double> cell;  ///< N × features
  std::span<const double> edge;  ///< |E_u| × edge features
};

/// Roll the rule out for `steps` steps, compare the last logits with the labels (0 is noise), and
/// differentiate the loss.
UniversalTwin universal_twin(const RuleShape& shape, double update_scale,
                             std::span<const double> values, const Graph& graph,
                             TwinFeatures features, std::span<const std::int32_t> labels,
                             int steps);

}  // namespace gnac::detail
