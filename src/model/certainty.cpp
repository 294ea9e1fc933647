// The readout's statements about single points, for models.
#include "gnac/certainty.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gnac/error.h"
#include "gnac/hierarchy.h"
#include "model/answer.h"
#include "model/check_model.h"
#include "model/distinct_cells.h"
#include "readout/affinity.h"
#include "readout/memberships.h"
#include "readout/outliers.h"
#include "readout/tree.h"
#include "readout/tree_merges.h"
#include "support/memory.h"
#include "support/team.h"

namespace gnac {

using namespace detail;
namespace {

void require_conductance(const Model& model, const char* what) {
  require_whole(model);
  if (!model.evolution.conductance.empty() && reads_conductance(model)) return;
  throw Error(fmt::format(
      "{} need the universal rule, which this model was not fitted with; fit with that rule",
      what));
}

}  // namespace

std::string doubt_about(const Model& model) {
  const Confidence& confidence = model.confidence;
  const bool regions = model.clusters > 1 && confidence.open >= kOpenBoundary;
  const bool uncertain = confidence.fit < kLowConfidence;
  if (confidence.clusters.empty() || (!regions && !uncertain)) return "";
  std::string text =
      regions ? fmt::format(
                    "no clear groups: the edges between these clusters conduct (mean {:.2f}), so "
                    "they are regions of one continuum",
                    confidence.open)
              : "this partition is uncertain";
  text += fmt::format(" (confidence {:.2f})", confidence.fit);
  if (!uncertain) return text;
  if (model.counts.size() > 1) {
    text += fmt::format("; try {} clusters", model.counts[1].clusters);
  } else if (model.counts.empty()) {
    text += "; let the number of clusters be chosen";
  } else {
    text += "; allow more clusters";
  }
  return text + ", or bring the columns to another scale";
}

ClusterRange likely_clusters(const Model& model) {
  constexpr double kNearly = 0.02;
  ClusterRange range{model.clusters, model.clusters};
  if (model.counts.empty()) return range;
  std::vector<ClusterCount> compared = model.counts;
  std::ranges::sort(compared, {}, &ClusterCount::clusters);
  const auto own = std::ranges::find(compared, model.clusters, &ClusterCount::clusters);
  if (own == compared.end()) return range;
  const auto likely = [&](const ClusterCount& count) {
    return count.score >= own->score - kNearly;
  };
  for (auto next = own + 1; next != compared.end() && likely(*next); ++next)
    range.most = next->clusters;
  for (auto last = own; last != compared.begin() && likely(*(last - 1)); --last)
    range.fewest = (last - 1)->clusters;
  return range;
}

std::string clusters_text(const Model& model) {
  constexpr int kFew = 20;  // the ranking shows single numbers
  const auto [fewest, most] = likely_clusters(model);
  if (model.clusters <= kFew || fewest == most) return fmt::format("{}", model.clusters);
  return fmt::format("{} ({} to {})", model.clusters, fewest, most);
}

std::vector<float> memberships(const Model& model, const Observer& observer) {
  require_conductance(model, "memberships");
  const double bytes = 3.0 * sizeof(float) * static_cast<double>(model.points.n) * model.clusters;
  require_memory(
      bytes, model.options.memory_limit_gib,
      fmt::format("memberships of {} points in {} clusters", model.points.n, model.clusters),
      "fit fewer clusters");
  if (const auto distinct = distinct_cells(model))
    return per_row(memberships(distinct->model, observer), distinct->cell_of, model.clusters);
  Team team(model.options.threads, observer);
  return memberships(model.graph, model.evolution.conductance, model.labels(), model.clusters,
                     team);
}

std::vector<double> outlier_scores(const Model& model, const Observer& observer) {
  require_whole(model);
  if (const auto distinct = distinct_cells(model))
    return per_row(outlier_scores(distinct->model, observer), distinct->cell_of);
  Team team(model.options.threads, observer);
  return outlier_scores(model.graph, model.evolution.conductance, team);
}

std::vector<std::int32_t> labels_without_outliers(const Model& model, const Observer& observer) {
  const std::vector<double> score = outlier_scores(model, observer);
  std::vector<double> least(static_cast<std::size_t>(model.clusters),
                            std::numeric_limits<double>::infinity());
  std::vector<std::int32_t> labels = model.labels();
  for (std::size_t i = 0; i < labels.size(); ++i)
    least[labels[i]] = std::min(least[labels[i]], score[i]);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (score[i] > kOutlierThreshold && score[i] > least[labels[i]]) labels[i] = -1;
  }
  return labels;
}

std::vector<Merge> hierarchy(const Model& model, const Observer& observer) {
  require_conductance(model, "hierarchies");
  Team team(model.options.threads, observer);
  const Graph& graph = model.graph;
  const auto links =
      spanning_tree(graph, model.evolution.conductance, rank_affinity(graph.distance, team),
                    bridges(graph, model.points, team), team);
  return merges_of(links, graph.nodes);
}

}  // namespace gnac
