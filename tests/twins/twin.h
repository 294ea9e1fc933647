#pragma once

#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/rule.h"
#include "gnac/stages.h"

// The readable definition of the method's mathematics: plain loops in double precision, cell by
// cell and edge by edge, in the paper's words and order. Too slow to train with; the tests hold the
// fast engine (automaton.h) to it, and it to central differences and to PyTorch.
namespace gnac::detail {

/// Hidden and domain state of every cell at one step.
struct TwinState {
  std::vector<double> h;  ///< N×d_h
  std::vector<double> z;  ///< N×d_z
};

/// One training epoch, in full.
struct TwinEpoch {
  std::vector<TwinState> states;           ///< step 0 … T
  std::vector<std::vector<double>> alpha;  ///< conductance of every undirected edge, step 0 … T-1
  LossTerms loss;
  std::vector<double> gradient;  ///< of the total loss, by every value of the rule
};

/// Roll the rule out from the seeds xi (N×d_ξ), evaluate the objective with these non-neighbour
/// pairs, and differentiate it. `values` is a rule's arena in double precision. The temporal term
/// compares each state with the detached state before it: that of this rollout, or of `detached` if
/// a caller perturbs values and must keep the targets fixed.
TwinEpoch twin_epoch(const RuleShape& shape, std::span<const double> values, const Graph& graph,
                     PointsView points, std::span<const double> xi, std::span<const Edge> pairs,
                     const Options& options, const TwinEpoch* detached = nullptr);

}  // namespace gnac::detail
