#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/options.h"

// The results of each stage of a fit, kept in its Model (gnac/model.h).
namespace gnac {

/// The five terms of the published objective, unweighted, and their weighted sum.
struct LossTerms {
  double smoothness = 0;
  double variance = 0;
  double covariance = 0;
  double dispersion = 0;
  double temporal = 0;
  double total = 0;
};

/// One row of the table of loss terms.
struct LossTermInfo {
  std::string_view name;
  double LossTerms::*value = nullptr;
  double Options::*weight = nullptr;  ///< λ of the term; the option is named after the term
};

/// Every term of the objective, in the order of the struct.
///
///     for (const gnac::LossTerms& epoch : model.training.history)
///       for (const gnac::LossTermInfo& term : gnac::loss_terms()) epoch.*term.value;
std::span<const LossTermInfo> loss_terms();

/// How training went.
struct Training {
  std::vector<LossTerms> history;  ///< one per epoch; empty if nothing was trained
  int best_epoch = 0;              ///< counted from 1: its rule was kept
  bool no_pairs = false;           ///< the graph is complete: the dispersion term was zero

  /// The loss of the rule that was kept; 0 if nothing was trained.
  double best_loss() const { return best_epoch > 0 ? history[best_epoch - 1].total : 0; }
};

/// A checkpoint of the rank-stability rule.
struct Checkpoint {
  int step = 0;
  double correlation = 0;  ///< Spearman ρ with the previous checkpoint; NaN at the first
};

/// The result of evolving a rule.
struct Evolution {
  int steps = 0;                        ///< T*
  bool stable = false;                  ///< false: no checkpoint reached stop_correlation
  std::vector<Checkpoint> checkpoints;  ///< those that were evaluated
  std::vector<float> states;            ///< of the cells at T*, row by row: z (published, N×d_z)
                                        ///< or h (universal, N×d_h)
  std::vector<double> edge_distance;    ///< published: ‖z_i - z_j‖ at T*, per undirected edge
  std::vector<float> conductance;       ///< α_ij at T*, per undirected edge
};

/// The result of the readout.
struct Partition {
  std::vector<std::int32_t> labels;  ///< 0..K-1 in order of first appearance
  std::vector<double> affinity;      ///< a_e, per undirected edge
  std::vector<double> eigenvalues;   ///< the K smallest of the normalised Laplacian, ascending
  double residual = 0;               ///< largest ‖Lu - λu‖ over the eigenpairs used
  std::string readout;               ///< "spectral", "merging" or "tree"
  std::string solver;                ///< how they were found, e.g. "components" or "lanczos"
  bool by_components = false;        ///< the graph had exactly K components
};

/// A number of clusters and its score.
struct ClusterCount {
  int clusters = 0;
  double score = 0;  ///< in [0, 1]: about the adjusted Rand index to expect
};

/// How far a partition can be trusted.
struct Confidence {
  double fit = 0;                ///< in [0, 1]: about the adjusted Rand index to expect
  std::vector<double> clusters;  ///< in [0, 1], per cluster; empty: unknown
  double open = 0;               ///< mean conductance of the edges between clusters, in [0, 1]
};

/// Below this confidence, look at a fit before using it.
inline constexpr double kLowConfidence = 0.5;

/// From this conductance between clusters on, the rule sees no boundary there: they are regions of
/// one continuum. On synthetic problems 91 % of all cuts of a single cluster have it, and 9 % of
/// the true partitions into several.
inline constexpr double kOpenBoundary = 0.7;

/// Wall seconds by stage.
struct Timings {
  double graph = 0;
  double train = 0;
  double evolve = 0;
  double readout = 0;
  double total() const { return graph + train + evolve + readout; }
};

}  // namespace gnac
