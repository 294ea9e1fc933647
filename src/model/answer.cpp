#include "model/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "gnac/error.h"
#include "graph/check.h"
#include "model/different_points.h"
#include "model/excerpts.h"
#include "readout/cluster_count.h"
#include "readout/partition.h"
#include "support/memory.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

/// The largest K to consider. More clusters than different points would separate equal ones. A
/// graph of the caller's own may do that, so only its nodes count.
int most_clusters(const Model& model) {
  const auto most =
      static_cast<int>(std::min<std::int64_t>(model.options.max_clusters, model.graph.nodes));
  if (model.own_graph || model.points.d == 0) return most;
  return different_points(model.points, most);
}

/// The choice of K and the partition share one reading.
Answer choose_clusters(const Model& model, Team& team) {
  const Graph& graph = model.graph;
  const Options& options = model.options;
  const int most = most_clusters(model);
  const int solved = reading_for(most, graph.nodes);
  require_memory(
      readout_bytes(graph.nodes, std::ssize(graph.edges), solved), options.memory_limit_gib,
      fmt::format("choosing among {} numbers of clusters of {} points", most, graph.nodes),
      "lower max_clusters, or give the number");
  team.report({.stage = Stage::readout});
  Reading reading =
      survey(graph, model.points, model.evolution.conductance, solved, options.seed, team);
  team.advance(0.5);
  const Variations varied = variations(reading, graph, team);
  const std::vector<CountEvidence> evidence =
      rank_clusters(reading, graph, most, varied, excerpts_of(model, most, team), team);
  team.advance(0.7);
  Answer answer;
  answer.clusters = evidence[best_count(evidence)].clusters;
  for (const CountEvidence& e : evidence) answer.counts.push_back({e.clusters, e.score});
  std::stable_sort(answer.counts.begin(), answer.counts.end(),
                   [&](const ClusterCount& a, const ClusterCount& b) {
                     return std::pair(-a.score, -a.clusters) < std::pair(-b.score, -b.clusters);
                   });
  ConductancePartition found =
      partition_reading(reading, graph, model.points, answer.clusters, options, varied, team);
  answer.confidence = std::move(found.confidence);
  if (answer.clusters == 1) {  // confident if even the best cut crosses edges that conduct
    double best_cut = 1;
    for (const CountEvidence& e : evidence) best_cut = std::min(best_cut, e.cut_alpha);
    answer.confidence = {best_cut, {best_cut}};
  }
  answer.partition = std::move(found.partition);
  answer.partition.affinity = reading.affinity;
  answer.reading = std::move(reading);
  team.advance(1.0);
  return answer;
}

Answer read_distances(const Model& model, int clusters, Team& team) {
  Answer answer;
  answer.clusters = clusters;
  answer.partition = partition_graph(model.graph, model.points, model.evolution.edge_distance,
                                     clusters, model.options, team);
  return answer;
}

Answer read_conductance(const Model& model, int clusters, Team& team) {
  Answer answer;
  answer.clusters = clusters;
  std::vector<float> ones;
  std::span<const float> conductance = model.evolution.conductance;
  Options options = model.options;
  if (conductance.empty()) {
    conductance = ones = conductance_of(model);
    // Views differ in how far they trust a rule.
    if (options.readout == ReadoutChoice::agreement) options.readout = ReadoutChoice::spectral;
  }
  ConductancePartition found =
      partition_conductance(model.graph, model.points, conductance, clusters, options, team);
  // The conductance carries no information without a rule or about a single cluster.
  if (!model.evolution.conductance.empty() && clusters > 1)
    answer.confidence = std::move(found.confidence);
  answer.partition = std::move(found.partition);
  answer.reading = std::move(found.reading);
  return answer;
}

}  // namespace

bool reads_conductance(const Model& model) {
  return model.evolution.edge_distance.empty();
}

void require_whole(const Model& model) {
  const Graph& graph = model.graph;
  if (graph.edge_of.empty() && !graph.edges.empty())
    throw Error("the model was fitted for its labels alone and has kept nothing else; fit again");
  check_graph(graph);
  const auto agrees = [](std::int64_t count, std::int64_t with) {
    return count == 0 || count == with;
  };
  if ((model.points.d > 0 && model.points.n != graph.nodes) ||
      !agrees(std::ssize(model.labels()), graph.nodes) ||
      !agrees(std::ssize(model.evolution.conductance), std::ssize(graph.edges)))
    throw Error(fmt::format(
        "the model is inconsistent: its graph has {} nodes and {} edges, but there are {} points, "
        "{} labels and {} conductances; take it from fit() or read_model()",
        graph.nodes, graph.edges.size(), model.points.n, model.labels().size(),
        model.evolution.conductance.size()));
}

std::vector<float> conductance_of(const Model& model) {
  if (!model.evolution.conductance.empty()) return model.evolution.conductance;
  return std::vector<float>(model.graph.edges.size(), 1.0f);
}

Answer answer_on(const Model& model, int clusters, Team& team) {
  Answer answer = clusters == kChooseClusters ? choose_clusters(model, team)
                  : reads_conductance(model)  ? read_conductance(model, clusters, team)
                                              : read_distances(model, clusters, team);
  require_exactly(answer.clusters, answer.partition.labels, model.graph.nodes);
  return answer;
}

}  // namespace gnac::detail
