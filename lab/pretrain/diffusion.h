#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/cells.h"
#include "gnac/graph.h"
#include "support/team.h"

// Training on the partition: a loss through an unrolled power iteration.
namespace gnac::detail {

/// The targets of the loss for one problem, in the layout of its cells.
struct DiffusionTargets {
  std::vector<double> rank_affinity;  ///< q per edge (readout/affinity.h)
  std::vector<std::int32_t> cluster;  ///< per cell, from 0 on; -1: noise
  std::vector<double> weight;         ///< per cell, of sum 1: n_c^-½ for a cell of n_c, noise none
  int clusters = 0;
  std::uint64_t seed = 0;  ///< of the starting values
};
DiffusionTargets diffusion_targets(const Cells& cells, const Graph& graph,
                                   std::span<const std::int32_t> labels, std::uint64_t seed,
                                   Team& team);

/// Random values on the cells, smoothed by kDiffusionSteps steps of a lazy random walk along the
/// affinities α²q that the readout cuts, are what a spectral cut sees: they should differ from
/// cluster to cluster and be equal within. The loss is the share of their variance that lies within
/// clusters, the mean over kProbes starting values. Cells tied too weakly to their cluster keep
/// their own values, so slivers cost as much as open boundaries; no edge counts by itself. With a
/// single cluster it is 0. `factor` times its gradient by the logits is added to d_logit, if that
/// is not null. Returns `factor` times the loss.
inline constexpr int kDiffusionSteps = 32;
inline constexpr int kProbes = 8;
double diffusion_loss(float* d_logit, const float* logit, const Cells& cells,
                      const DiffusionTargets& targets, double factor);

}  // namespace gnac::detail
