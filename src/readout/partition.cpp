#include "readout/partition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "gnac/error.h"
#include "graph/intrinsic_dimension.h"
#include "readout/affinity.h"
#include "readout/confidence.h"
#include "readout/cut_views.h"
#include "readout/eigen.h"
#include "readout/join_components.h"
#include "readout/kmeans.h"
#include "support/memory.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

// Checks the request and starts the stage.
void begin_readout(const Graph& graph, PointsView points, std::size_t edge_values, int clusters,
                   const Options& options, Team& team) {
  if (graph.nodes != points.n) {
    throw Error(
        fmt::format("the graph has {} nodes but there are {} points", graph.nodes, points.n));
  }
  if (edge_values != graph.edges.size()) {
    throw Error(fmt::format("{} edge values were given for a graph of {} edges", edge_values,
                            graph.edges.size()));
  }
  if (clusters < 1 || clusters > graph.nodes) {
    throw Error(fmt::format("cannot make {} clusters of {} points; give a number from 1 to {}",
                            clusters, graph.nodes, graph.nodes));
  }
  require_memory(readout_bytes(graph.nodes, std::ssize(graph.edges), clusters),
                 options.memory_limit_gib,
                 fmt::format("partitioning {} points into {} clusters", graph.nodes, clusters),
                 "ask for fewer clusters");
  team.report({.stage = Stage::readout});
}

// Labels 0..clusters-1 for the rows of one component.
std::vector<std::int32_t> divide(const ComponentSpectrum& part, int clusters, std::uint32_t index,
                                 const Options& options, Team& team) {
  const auto rows = std::ssize(part.node);
  std::vector<std::int32_t> labels(rows, 0);
  if (clusters == 1) return labels;
  if (clusters == rows) {
    std::iota(labels.begin(), labels.end(), 0);
    return labels;
  }
  // The component's first `clusters` eigenvectors over √degree. The very first is constant here: it
  // does not affect k-means, and it keeps every row from being zero.
  Points embedding = leading_columns(part, clusters);
  if (options.embedding == Embedding::unit) scale_rows_to_unit(embedding);
  KMeansOptions kmeans_options;
  kmeans_options.starts = options.kmeans_starts;
  kmeans_options.seed = options.seed;
  kmeans_options.part = index * static_cast<std::uint32_t>(options.kmeans_starts);
  return kmeans(embedding, clusters, kmeans_options, team).labels;
}

// Fewer components than clusters.
void divide_components(const Spectrum& spectrum, const Options& options, Team& team,
                       Partition& result, int clusters) {
  const auto count = clusters_per_component(spectrum, clusters);
  std::int32_t next = 0;
  for (std::size_t c = 0; c < count.size(); ++c) {
    const auto& part = spectrum.components[c];
    const auto labels = divide(part, count[c], static_cast<std::uint32_t>(c), options, team);
    for (std::size_t i = 0; i < labels.size(); ++i) result.labels[part.node[i]] = next + labels[i];
    next += count[c];
    result.eigenvalues.insert(result.eigenvalues.end(), part.values.begin(),
                              part.values.begin() + count[c]);
  }
  std::sort(result.eigenvalues.begin(), result.eigenvalues.end());
  result.residual = spectrum.residual;
  result.solver = spectrum.solver;
}

}  // namespace

Partition partition_spectrum(const Spectrum& spectrum, const Graph& graph, PointsView points,
                             int clusters, const Options& options, Team& team) {
  assert(clusters >= 1 && clusters <= spectrum.clusters);
  Partition result;
  result.labels.resize(graph.nodes);
  result.by_components = clusters == graph.components;
  if (clusters <= graph.components) {
    const auto group = join_components(points, graph.component, graph.components, clusters, team);
    for (std::int64_t v = 0; v < graph.nodes; ++v) result.labels[v] = group[graph.component[v]];
    result.eigenvalues.assign(clusters, 0.0);
    result.solver = result.by_components ? "components" : "joined components";
  } else {
    divide_components(spectrum, options, team, result, clusters);
  }
  [[maybe_unused]] const auto labels = relabel_by_appearance(result.labels, clusters);
  assert(std::ssize(labels) == clusters);
  return result;
}

Partition partition_graph(const Graph& graph, PointsView points,
                          std::span<const double> edge_distance, int clusters,
                          const Options& options, Team& team) {
  begin_readout(graph, points, edge_distance.size(), clusters, options, team);
  auto affinity = rank_affinity(edge_distance, team);
  team.advance(0.1);
  Partition result;
  if (clusters == graph.nodes && clusters > graph.components) {
    result.labels.resize(graph.nodes);
    std::iota(result.labels.begin(), result.labels.end(), 0);
    result.solver = "singletons";
  } else {
    const Spectrum spectrum = detail::spectrum(graph, affinity, clusters, options, team);
    team.advance(0.6);
    result = partition_spectrum(spectrum, graph, points, clusters, options, team);
  }
  result.readout = "spectral";
  result.affinity = std::move(affinity);
  team.advance(1.0);
  return result;
}

ConductancePartition partition_reading(Reading& reading, const Graph& graph, PointsView points,
                                       int clusters, const Options& options, Team& team) {
  std::vector<ViewCut> all;
  std::size_t chosen = 0;
  const bool agreement = options.readout == ReadoutChoice::agreement && clusters > 1;
  // If most distances are equal they say nothing, and neither do centroids.
  if (agreement && intrinsic_dimension(graph) > 0) {
    all = view_cuts(reading, graph, points, clusters, options.seed, team);
    chosen = best_view(all);
    all[chosen].labels = view_labels(all[chosen], reading, graph, clusters, options.seed, team);
  } else {
    if (options.readout == ReadoutChoice::spectral || agreement)
      sharpen(reading, graph, clusters, options.seed, team);
    all = conductance_cuts(reading, graph, clusters, team);
    judge_views(all, graph, reading.conductance, clusters, 0, team);
    View view = View::spectral;
    if (options.readout == ReadoutChoice::tree) view = View::tree;
    if (options.readout == ReadoutChoice::merging) view = View::merging;
    chosen = static_cast<std::size_t>(view);
  }
  ViewCut& best = all[chosen];
  ConductancePartition result;
  result.confidence = confidence(all, chosen, reading, graph, clusters);
  Partition& partition = result.partition;
  partition.labels = std::move(best.labels);
  partition.readout = to_string(best.view);
  partition.by_components = clusters == graph.components;
  const Spectrum& spectrum = spectrum_for(reading, clusters);
  partition.residual = spectrum.residual;
  partition.solver = spectrum.solver;
  partition.eigenvalues = smallest_values(spectrum, clusters);
  return result;
}

ConductancePartition partition_conductance(const Graph& graph, PointsView points,
                                           std::span<const float> conductance, int clusters,
                                           const Options& options, Team& team) {
  begin_readout(graph, points, conductance.size(), clusters, options, team);
  if (clusters == graph.nodes) {
    ConductancePartition result;
    auto& partition = result.partition;
    partition.affinity =
        conductance_affinity(conductance, rank_affinity(graph.distance, team), team);
    partition.labels.resize(graph.nodes);
    std::iota(partition.labels.begin(), partition.labels.end(), 0);
    partition.readout = to_string(options.readout);
    partition.solver = "singletons";
    return result;
  }
  // Many nodes are compared by groups, of which there must be several in each cluster.
  const bool groups = options.readout == ReadoutChoice::agreement && graph.nodes > kMostSurveyed &&
                      clusters <= kSurveyGroups / 10;
  auto reading =
      groups ? survey(graph, points, conductance, clusters, options.seed, team)
             : read_conductance(graph, points, conductance, clusters, clusters, options.seed, team);
  team.advance(0.6);
  auto result = partition_reading(reading, graph, points, clusters, options, team);
  result.partition.affinity = reading.affinity;
  team.advance(1.0);
  return result;
}

double readout_bytes(std::int64_t nodes, std::int64_t edges, int clusters) {
  const auto n = static_cast<double>(nodes);
  const auto m = static_cast<double>(edges);
  // Ranking the edges, twice; merging; then the Laplacian and its eigenvectors.
  const double ranking = 48 * m + 24 * n;
  const double merging = 24 * m + 60 * n;
  const double solving = 24 * m + 28 * n + eigen_bytes(nodes, edges, clusters);
  // Conductance and affinity, the tree and its cut, the merges.
  return 12 * m + 56 * n + std::max({ranking, merging, solving});
}

}  // namespace gnac::detail
