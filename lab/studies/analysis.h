#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "studies/run_record.h"
#include "studies/statistics.h"

namespace gnac::detail {

/// The seed of every bootstrap of a report.
inline constexpr std::uint64_t kReportSeed = 7;

/// A data set and a number of clusters: the paper's task.
using TaskId = std::pair<std::string, int>;

/// A method on a task, its seeds averaged.
struct TaskScore {
  double ari = 0;
  double ami = 0;
  double nca = 0;
  double seconds = 0;
  double seed_sd = 0;     ///< of ARI (ddof 1); 0 for a single seed
  double components = 0;  ///< of the graph, mean over seeds; NaN for methods without one
  std::size_t seeds = 0;
  bool by_components = false;  ///< the graph had exactly K components under every seed
};

using MethodScores = std::map<TaskId, TaskScore>;

/// A name for the method of each of these runs. If a method was run with several settings, those
/// with the most runs (among equals the default) keep its name; the others are named "method [what
/// differs]".
std::vector<std::string> method_names(std::span<const RunRecord* const> runs);

/// The runs of a study under a condition, by the name of the method as above.
std::map<std::string, MethodScores> task_scores(std::span<const RunRecord> runs,
                                                std::string_view study,
                                                std::string_view condition = "", double level = 0);

/// The benchmark's runs that another study compares its own with: those of the tasks and seeds that
/// it has too, and those of methods whose answer does not depend on a seed.
std::vector<RunRecord> benchmark_beside(std::span<const RunRecord> runs, std::string_view study);

/// One value per task, in the order of the tasks.
std::vector<double> values_of(const MethodScores& scores, double TaskScore::*field);

/// Only the tasks for which `keep` holds.
template <class Fn>
MethodScores filtered(const MethodScores& scores, Fn&& keep) {
  MethodScores out;
  for (const auto& [task, score] : scores) {
    if (keep(task, score)) out.emplace(task, score);
  }
  return out;
}

/// ARI of `a` minus that of `b`, on the tasks that both have.
struct Comparison {
  std::size_t tasks = 0;
  std::size_t datasets = 0;
  double difference = 0;  ///< mean over data sets; the tasks of each are averaged first
  Interval interval;      ///< bootstrap over data sets, 95 %
  Wilcoxon test;          ///< over data sets
  int wins = 0;           ///< tasks
  int ties = 0;
  int losses = 0;
};
Comparison compare(const MethodScores& a, const MethodScores& b);

}  // namespace gnac::detail
