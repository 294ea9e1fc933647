#include "studies/readouts.h"

#include <algorithm>
#include <cmath>

#include "readout/affinity.h"
#include "readout/kmeans.h"
#include "readout/partition.h"
#include "readout/spectrum.h"

namespace gnac::detail {
namespace {

/// An eigenvector of the whole Laplacian: zero outside its component.
struct Mode {
  double value = 0;
  std::size_t component = 0;
  std::size_t column = 0;
};

/// The `clusters` smallest modes of all components together. If there are more components than
/// that, any choice among their zero eigenvalues is as good as another; the first ones are taken.
std::vector<Mode> smallest_modes(const Spectrum& spectrum, std::size_t clusters) {
  std::vector<Mode> modes;
  for (std::size_t c = 0; c < spectrum.components.size(); ++c) {
    const auto& values = spectrum.components[c].values;
    for (std::size_t v = 0; v < values.size(); ++v) modes.push_back({values[v], c, v});
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const Mode& a, const Mode& b) { return a.value < b.value; });
  modes.resize(std::min(modes.size(), clusters));
  return modes;
}

/// Rows of the embedding when there are more components than clusters: one column for each of the
/// first components, constant on it.
Points component_embedding(const Graph& graph, std::span<const double> affinity, int clusters) {
  std::vector<double> volume(static_cast<std::size_t>(graph.components), 0.0);
  for (std::size_t e = 0; e < graph.edges.size(); ++e)
    volume[graph.component[graph.edges[e].i]] += 2 * affinity[e];
  Points rows{std::vector<double>(static_cast<std::size_t>(graph.nodes * clusters), 0.0),
              graph.nodes, clusters};
  for (std::int64_t i = 0; i < graph.nodes; ++i) {
    const std::int32_t c = graph.component[i];
    if (c < clusters) rows.values[i * clusters + c] = 1 / std::sqrt(volume[c]);
  }
  return rows;
}

Points embedding(const Graph& graph, std::span<const double> affinity, int clusters,
                 const Options& options, Team& team) {
  if (graph.components > clusters) return component_embedding(graph, affinity, clusters);
  const Spectrum found = spectrum(graph, affinity, clusters, options, team);
  const auto modes = smallest_modes(found, static_cast<std::size_t>(clusters));
  Points rows{std::vector<double>(static_cast<std::size_t>(graph.nodes * clusters), 0.0),
              graph.nodes, clusters};
  for (std::size_t m = 0; m < modes.size(); ++m) {
    const ComponentSpectrum& part = found.components[modes[m].component];
    const std::size_t width = part.values.size();
    for (std::size_t r = 0; r < part.node.size(); ++r) {
      const auto at = static_cast<std::size_t>(part.node[r]) * static_cast<std::size_t>(clusters);
      rows.values[at + m] = part.embedding[r * width + modes[m].column];
    }
  }
  return rows;
}

Partition plain_partition(const Graph& graph, std::span<const double> edge_distance, int clusters,
                          const Options& options, Team& team) {
  Partition partition;
  partition.by_components = graph.components == clusters;
  if (partition.by_components) {
    partition.labels = graph.component;
    return partition;
  }
  const auto affinity = rank_affinity(edge_distance, team);
  KMeansOptions kmeans_options;
  kmeans_options.starts = options.kmeans_starts;
  kmeans_options.seed = options.seed;
  Points rows = embedding(graph, affinity, clusters, options, team);
  if (options.embedding == Embedding::unit) scale_rows_to_unit(rows);
  partition.labels = kmeans(rows, clusters, kmeans_options, team).labels;
  return partition;
}

}  // namespace

Partition partition_from(const ReadoutSource& source, int clusters, Team& team) {
  const auto& [graph, points, edge_distance, options, readout] = source;
  if (readout == ControlReadout::per_component)
    return partition_graph(graph, points, edge_distance, clusters, options, team);
  if (readout == ControlReadout::plain)
    return plain_partition(graph, edge_distance, clusters, options, team);
  const std::vector<double> equal(graph.edges.size(), 1.0);
  return partition_spectrum(spectrum(graph, equal, clusters, options, team), graph, points,
                            clusters, options, team);
}

}  // namespace gnac::detail
