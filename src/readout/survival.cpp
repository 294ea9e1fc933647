#include "readout/survival.h"

#include <algorithm>
#include <cmath>

#include "readout/cut_agreement.h"
#include "readout/merging.h"
#include "readout/tree.h"
#include "support/spread.h"

namespace gnac::detail {
namespace {

constexpr double kHardly = 1e-3;       // of its affinity is left to what is lacking
constexpr float kHardlyAlpha = 0.01F;  // and of its α
constexpr double kLeftOut = 0.1;       // of the nodes

/// Per edge: is either end among the nearer half of the other's neighbours? All are if there are no
/// lists.
std::vector<char> near_edges(const Graph& graph) {
  if (graph.lists.index.empty()) return std::vector<char>(graph.edges.size(), 1);
  std::vector<char> near(graph.edges.size(), 0);
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    const auto nearest = graph.lists.indices(v);
    const auto first = graph.neighbour.begin() + graph.offset[v];
    const auto last = graph.neighbour.begin() + graph.offset[v + 1];
    for (const std::int32_t u : nearest.first((nearest.size() + 1) / 2)) {
      const auto at = std::lower_bound(first, last, u);
      near[graph.edge_of[at - graph.neighbour.begin()]] = 1;
    }
  }
  return near;
}

std::vector<char> left_out(std::int64_t nodes) {
  std::vector<char> gone(static_cast<std::size_t>(nodes));
  for (std::int64_t v = 0; v < nodes; ++v) gone[v] = static_cast<char>(golden_place(v) < kLeftOut);
  return gone;
}

template <class Lacks>
void read_again(const Reading& reading, const Graph& graph, Lacks lacks, Variation& variation) {
  std::vector<float> conductance = reading.conductance;
  std::vector<double> affinity = reading.affinity;
  for (std::size_t e = 0; e < affinity.size(); ++e) {
    if (!lacks(e)) continue;
    conductance[e] *= kHardlyAlpha;
    affinity[e] *= kHardly;
  }
  Team alone(1);
  // Affinities decide between edges of equal α as well as ranks of distances do.
  variation.tree.emplace(spanning_tree(graph, conductance, affinity, reading.bridges, alone),
                         graph.nodes);
  variation.merges = average_merges(graph, affinity, alone);
}

/// Adjusted Rand index and overlaps of two partitions, of the nodes that are there.
void add_agreement(std::span<const std::int32_t> labels, std::span<const std::int32_t> other,
                   std::span<const char> gone, int clusters, Survival& sum) {
  std::vector<std::int32_t> a, b;
  a.reserve(labels.size());
  b.reserve(labels.size());
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (!gone.empty() && gone[v] != 0) continue;
    a.push_back(labels[v]);
    b.push_back(other[v]);
  }
  sum.fit += rand_agreement(a, b);
  const auto overlap = best_overlaps(a, b, clusters);
  for (int k = 0; k < clusters; ++k) sum.clusters[k] += overlap[k];
}

}  // namespace

Variations variations(const Reading& reading, const Graph& graph, Team& team) {
  if (graph.nodes > kMostVaried) return {};
  Variations result(2);
  result[1].gone = left_out(graph.nodes);
  team.for_each(2, [&](std::int64_t item) {
    if (item == 0) {
      const auto near = near_edges(graph);
      read_again(
          reading, graph, [&](std::size_t e) { return near[e] == 0; }, result[0]);
    } else {
      const auto& gone = result[1].gone;
      const auto lacks = [&](std::size_t e) {
        return gone[graph.edges[e].i] != 0 || gone[graph.edges[e].j] != 0;
      };
      read_again(reading, graph, lacks, result[1]);
    }
  });
  return result;
}

Survival survival(std::span<const ViewCut> cuts, const Variations& variations,
                  const Reading& reading, const Graph& graph, int clusters) {
  const std::vector<std::int32_t>& labels = cuts.front().labels;
  Survival sum{0, std::vector<double>(static_cast<std::size_t>(clusters), 0.0)};
  std::size_t others = 0;
  for (const ViewCut& other : cuts.subspan(1)) {
    if (!trusts_conductance(other.view)) continue;
    add_agreement(labels, other.labels, {}, clusters, sum);
    ++others;
  }
  for (const Variation& v : variations) {
    add_agreement(labels, v.tree->labels(clusters), v.gone, clusters, sum);
    add_agreement(labels, merge_cut(v.merges, graph, reading.bridges, clusters), v.gone, clusters,
                  sum);
  }
  const auto ways = static_cast<double>(others + 2 * variations.size());
  sum.fit = std::max(0.0, sum.fit / ways);
  for (double& overlap : sum.clusters) overlap /= ways;
  return sum;
}

}  // namespace gnac::detail
