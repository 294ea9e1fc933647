#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/supervised.h"
#include "pretrain/pretrain.h"

namespace gnac::detail {

/// A problem with its graph and features, ready for the rule.
struct Prepared {
  Cells cells;
  EdgeTargets targets;
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

/// Problems [first, first + count), laid out for the rule, one per item of the team's work.
std::vector<Prepared> prepare(std::uint64_t seed, std::uint64_t first, int count, const Rule& rule,
                              const PretrainOptions& options, Team& team);

/// Several problems as one graph; each has the same weight in the loss.
Prepared join(std::span<const Prepared> problems);

/// Means and deviations of the features over the first problems.
void standardise(Rule& rule, const PretrainOptions& options, Team& team);

}  // namespace gnac::detail
