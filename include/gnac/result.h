#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnac/rule.h"

namespace gnac {

/// The five terms of the objective, unweighted, and their weighted sum.
struct LossTerms {
  double smoothness = 0;
  double variance = 0;
  double covariance = 0;
  double dispersion = 0;
  double temporal = 0;
  double total = 0;
};

/// What training produced.
struct Training {
  Rule rule;                       ///< the values that gave the lowest loss after burn-in
  std::vector<LossTerms> history;  ///< one per epoch
  int best_epoch = 0;              ///< counted from 1
  bool no_pairs = false;           ///< the graph is complete: the dispersion term was zero
};

/// A checkpoint of the rank-stability rule.
struct Checkpoint {
  int step = 0;
  double correlation = 0;  ///< Spearman ρ with the previous checkpoint; NaN at the first
};

/// What evolving a rule produced.
struct Evolution {
  int steps = 0;                        ///< T*
  bool stable = false;                  ///< false: no checkpoint reached stop_correlation
  std::vector<Checkpoint> checkpoints;  ///< those that were evaluated
  std::vector<float> domain;            ///< z at T*, N×d_z row by row
  std::vector<double> edge_distance;    ///< ‖z_i - z_j‖ at T*, per undirected edge
  std::vector<float> conductance;       ///< α_ij at T*, per undirected edge
};

/// What the readout produced.
struct Partition {
  std::vector<std::int32_t> labels;  ///< 0..K-1 in order of first appearance
  std::vector<double> affinity;      ///< a_e, per undirected edge
  std::vector<double> eigenvalues;   ///< the K smallest of the normalised Laplacian, ascending
  double residual = 0;               ///< largest ‖Lu - λu‖ over the eigenpairs used
  std::string solver;                ///< how they were found, e.g. "components" or "lanczos"
  bool by_components = false;        ///< the graph had exactly K components
};

/// Wall seconds by stage.
struct Timings {
  double graph = 0;
  double train = 0;
  double evolve = 0;
  double readout = 0;
  double total() const { return graph + train + evolve + readout; }
};

/// Everything a fit found out.
struct Result {
  std::vector<std::int32_t> labels;  ///< one per observation, 0..K-1
  int clusters = 0;                  ///< K
  Training training;                 ///< history is empty after deploy()
  Evolution evolution;
  Partition partition;
  std::int64_t edges = 0;
  std::int32_t components = 0;
  Timings timings;
};

}  // namespace gnac
