#include "model/attach.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "graph/components.h"
#include "graph/symmetrise.h"

namespace gnac {
namespace {

std::vector<std::int32_t> sorted(std::span<const std::int32_t> list) {
  std::vector<std::int32_t> copy(list.begin(), list.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

float jaccard(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
  std::vector<std::int32_t> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  const std::size_t all = a.size() + b.size() - common.size();
  return all == 0
             ? 0.0f
             : static_cast<float>(static_cast<double>(common.size()) / static_cast<double>(all));
}

/// Whether a point at distance d would be among the k nearest of j. At equal distance the fitted
/// point stays: its row is lower.
bool would_choose(const NeighbourLists& lists, std::int64_t j, double d, int k) {
  return lists.size(j) < k || d < lists.distances(j).back();
}

Points gather(PointsView fitted, const std::vector<std::int32_t>& hosts, PointsView points) {
  Points out;
  out.n = std::ssize(hosts) + points.n;
  out.d = points.d;
  out.values.reserve(static_cast<std::size_t>(out.n * out.d));
  for (const std::int32_t row : hosts) {
    const auto values = fitted.row(row);
    out.values.insert(out.values.end(), values.begin(), values.end());
  }
  out.values.insert(out.values.end(), points.data, points.data + points.n * points.d);
  return out;
}

/// Both directions of the edges, which are sorted by (i, j).
void fill_adjacency(Graph& graph) {
  graph.offset.assign(graph.nodes + 1, 0);
  for (const Edge& edge : graph.edges) {
    ++graph.offset[edge.i + 1];
    ++graph.offset[edge.j + 1];
  }
  std::partial_sum(graph.offset.begin(), graph.offset.end(), graph.offset.begin());
  std::vector<std::int64_t> next(graph.offset.begin(), graph.offset.end() - 1);
  graph.neighbour.resize(2 * graph.edges.size());
  graph.edge_of.resize(2 * graph.edges.size());
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [i, j] = graph.edges[e];
    graph.edge_of[next[i]] = graph.edge_of[next[j]] = static_cast<std::int32_t>(e);
    graph.neighbour[next[i]++] = j;
    graph.neighbour[next[j]++] = i;
  }
  Components components = connected_components(graph.offset, graph.neighbour);
  graph.component = std::move(components.of);
  graph.components = components.count;
}

struct Tie {
  Edge edge;
  double distance;
  std::array<float, 3> geometry;
};

}  // namespace

Attachment attach(PointsView fitted, const NeighbourLists& lists, PointsView points,
                  const NeighbourLists& ties, int k, Team& team) {
  Attachment out;
  out.hosts = sorted(ties.index);
  out.hosts.erase(std::unique(out.hosts.begin(), out.hosts.end()), out.hosts.end());
  out.points = gather(fitted, out.hosts, points);
  const auto host_count = static_cast<std::int32_t>(out.hosts.size());

  const std::vector<double> fitted_scale = local_scales(lists, team);
  const std::vector<double> scale = local_scales(ties, team);
  std::vector<Tie> found(ties.index.size());
  team.for_blocks(points.n, 64, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const auto own = sorted(ties.indices(i));
      for (std::int64_t e = ties.offset[i]; e < ties.offset[i + 1]; ++e) {
        const std::int32_t row = ties.index[e];
        const double d = ties.distance[e];
        const double reach = 0.5 * (scale[i] + fitted_scale[row]) + 1e-8;
        const auto host = static_cast<std::int32_t>(
            std::lower_bound(out.hosts.begin(), out.hosts.end(), row) - out.hosts.begin());
        constexpr double kMost = std::numeric_limits<float>::max();
        found[e] = {{host, host_count + static_cast<std::int32_t>(i)},
                    d,
                    {static_cast<float>(std::min(d / reach, kMost)),
                     jaccard(own, sorted(lists.indices(row))),
                     would_choose(lists, row, d, k) ? 1.0f : 0.0f}};
      }
    }
  });
  std::sort(found.begin(), found.end(), [](const Tie& a, const Tie& b) { return a.edge < b.edge; });

  Graph& graph = out.graph;
  graph.nodes = out.points.n;
  graph.weight.assign(found.size(), 0);
  for (const Tie& tie : found) {
    graph.edges.push_back(tie.edge);
    graph.distance.push_back(tie.distance);
    graph.geometry.push_back(tie.geometry);
  }
  fill_adjacency(graph);
  return out;
}

}  // namespace gnac
