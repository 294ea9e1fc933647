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

/// k of the graph of a problem: 8 … 20, seldom down to 5 or up to 30.
int problem_neighbors(std::uint64_t seed, std::uint64_t index);

/// Problem `index` with its graph, and the features of its cells and edges.
struct MeasuredProblem {
  Problem problem;
  Graph graph;
  ScaleFree features;
};
MeasuredProblem measure_problem(std::uint64_t seed, std::uint64_t index,
                                const PretrainOptions& options);

/// Problems [first, first + count), each laid out for the rule, one item of the team's work each.
std::vector<Prepared> prepare(std::uint64_t seed, std::uint64_t first, int count, const Rule& rule,
                              const PretrainOptions& options, Team& team);

/// Several problems as one graph; each weighs alike in the loss.
Prepared join(std::span<const Prepared> problems);

/// Means and deviations of the features over the first problems.
void standardise(Rule& rule, const PretrainOptions& options, Team& team);

}  // namespace gnac::detail
