#include "model/fit_memory.h"

#include <algorithm>
#include <cstdint>

#include "automaton/evolve.h"
#include "automaton/train.h"
#include "automaton/universal.h"
#include "graph/build.h"
#include "graph/scale_free.h"
#include "model/universal_rule.h"
#include "readout/cluster_count.h"
#include "readout/many_cuts.h"
#include "readout/partition.h"

namespace gnac::detail {
namespace {

// Undirected edges over list entries: 0.6 for points in the plane, 0.75 in 16 columns.
constexpr double kEdgesPerEntry = 0.72;

std::int64_t expected_edges(const FitData& data, double entries) {
  if (data.graph != nullptr) return std::ssize(data.graph->edges);
  if (data.edges != nullptr) return std::ssize(data.edges->from);
  return static_cast<std::int64_t>(kEdgesPerEntry * entries);
}

}  // namespace

bool trains(const FitData& data, const Options& options) {
  return data.rule == nullptr && options.rule == RuleSource::train;
}

std::string_view memory_advice(const FitData& data, const Options& options) {
  if (trains(data, options))
    return "train on a sample and deploy its rule, or lower option width, option "
           "hidden or option neighbors";
  if (data.edges != nullptr || data.graph != nullptr) return "give a graph with fewer edges";
  if (data.rule != nullptr && data.rule->shape.form == RuleForm::published)
    return "lower option neighbors";
  return "fit a sample and predict the labels of the rest, or lower option "
         "neighbors";
}

double fit_bytes(const FitData& data, int clusters, const Options& options, const FitPlan& plan) {
  const std::int64_t n = data.points.n;
  const std::int64_t k = std::min<std::int64_t>(neighbors_for(options, n), n - 1);
  const auto nodes = static_cast<double>(n);
  const double entries = nodes * static_cast<double>(k);
  const std::int64_t edges = expected_edges(data, entries);
  const double whole = kept_graph_bytes(n, edges, entries);
  const double scaled =
      plan.own_points != nullptr ? 0 : 8 * nodes * static_cast<double>(data.points.d);

  const double building = graph_bytes(n, edges, entries, data.points.d);
  double evolving = 0;
  double kept = whole;  // once the rule has run
  const Rule& rule = data.rule != nullptr ? *data.rule : universal_rule(data.points.d > 0);
  if (trains(data, options)) {
    evolving = whole + training_bytes(options, n, std::max<std::int64_t>(data.points.d, 1), edges);
  } else if (rule.shape.form == RuleForm::published) {
    evolving = whole + evolution_bytes(rule.shape, n, edges);
  } else if (data.rule != nullptr || options.rule == RuleSource::universal) {
    const double during = plan.lean ? lean_graph_bytes(n, edges, false) : whole;
    evolving = std::max(whole + scale_free_bytes(rule.shape, n, edges, entries),
                        during + universal_bytes(rule.shape, n, edges));
    if (plan.lean) kept = lean_graph_bytes(n, edges, true);
    kept += 4.0 * static_cast<double>(edges);
    if (!plan.lean) kept += 4.0 * nodes * rule.shape.hidden;
  }
  // The number is chosen from few points; as many clusters as that may compare at first.
  const int solved = clusters == kChooseClusters
                         ? pairs_to_compare(kFirstReach, std::max<std::int64_t>(n, 2))
                         : clusters;
  return scaled + std::max({building, evolving, kept + readout_bytes(n, edges, solved)});
}

}  // namespace gnac::detail
