#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pretrain/diffusion.h"
#include "pretrain/pretrain.h"
#include "pretrain/supervised.h"

namespace gnac::detail {

/// A problem with its graph and features, ready for the rule.
struct Prepared {
  Cells cells;
  EdgeTargets targets;
  DiffusionTargets diffusion;
  double partition = 0;  ///< PretrainOptions::partition

  /// The loss of the edges plus `partition` times that of the diffusion. d_logit may be null.
  double loss(float* d_logit, const float* logit, Team& team) const;
};

/// k of the graph of a problem: usually 8 … 20, occasionally down to 5 or up to 30.
int problem_neighbors(std::uint64_t seed, std::uint64_t index);

/// Problem `index` with its graph, and the features of its cells and edges.
struct MeasuredProblem {
  Problem problem;
  Graph graph;
  ScaleFree features;
};
MeasuredProblem measure_problem(std::uint64_t seed, std::uint64_t index,
                                const PretrainOptions& options);

// Each of the following is the work of one thread: problems are small, and a batch has several.

/// Problem `index`, laid out for the rule.
Prepared prepare(std::uint64_t seed, std::uint64_t index, const Rule& rule,
                 const PretrainOptions& options);

/// The loss and its gradient of one problem, or of a batch of them.
struct Lesson {
  double loss = 0;
  std::vector<double> gradient;  ///< with respect to every value of the rule
};
/// From one problem; `tape` is fitted to it.
Lesson learn(const Prepared& problem, const Rule& rule, int steps, Tape& tape);

/// From a batch: every problem has the same weight. Sums run in the order of the problems.
Lesson mean(std::span<const Lesson> lessons);

/// The loss after the rule's own number of steps.
double loss_of(const Prepared& problem, const Rule& rule);

/// Means and deviations of the features over the first problems.
void standardise(Rule& rule, const PretrainOptions& options, Team& team);

/// Whether `hide` names this feature, or the group that its name begins with.
bool names_feature(std::string_view hide, std::string_view feature);

/// Give the features in options.hide deviations so large that the rule sees (nearly) zero in their
/// place, in training and in use.
void hide_features(Rule& rule, const PretrainOptions& options);

}  // namespace gnac::detail
