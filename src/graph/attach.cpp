#include "graph/attach.h"

#include <algorithm>

#include "graph/adjacency.h"
#include "graph/edge_geometry.h"
#include "graph/scale_free/features.h"
#include "graph/symmetrise.h"

namespace gnac::detail {
namespace {

std::vector<std::int32_t> sorted(std::span<const std::int32_t> list) {
  std::vector<std::int32_t> copy(list.begin(), list.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

float jaccard(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
  std::vector<std::int32_t> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return jaccard_index(common.size(), a.size(), b.size());
}

/// Whether a point at distance d would be among the k nearest of j. At equal distance the fitted
/// point stays: its row is lower.
bool would_choose(const NeighborLists& lists, std::int64_t j, double d, int k) {
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

struct Tie {
  Edge edge;
  double distance;
  EdgeGeometry geometry;
};

}  // namespace

Attachment attach(PointsView fitted, const NeighborLists& lists, PointsView points,
                  const NeighborLists& ties, int k, Team& team) {
  Attachment out;
  out.hosts = sorted(ties.index);
  out.hosts.erase(std::unique(out.hosts.begin(), out.hosts.end()), out.hosts.end());
  out.points = gather(fitted, out.hosts, points);
  const auto host_count = static_cast<std::int32_t>(out.hosts.size());

  std::vector<Tie> found(ties.index.size());
  team.for_blocks(points.n, 64, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const auto own = sorted(ties.indices(i));
      const double scale = local_scale(ties, i);
      for (std::int64_t e = ties.offset[i]; e < ties.offset[i + 1]; ++e) {
        const std::int32_t row = ties.index[e];
        const double d = ties.distance[e];
        const auto host = static_cast<std::int32_t>(
            std::lower_bound(out.hosts.begin(), out.hosts.end(), row) - out.hosts.begin());
        found[e] = {{host, host_count + static_cast<std::int32_t>(i)},
                    d,
                    {normalised_distance(d, scale, local_scale(lists, row)),
                     jaccard(own, sorted(lists.indices(row))),
                     mutual_flag(would_choose(lists, row, d, k))}};
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

ScaleFree attached_features(const FittedCells& fitted, const Attachment& attachment,
                            PointsView points, const NeighborLists& ties,
                            std::span<const std::int64_t> degrees, Team& team) {
  const FeatureSet set = fitted.features.set;
  const auto cell_width = std::ssize(cell_feature_names(set));
  const auto edge_width = std::ssize(edge_feature_names(set));
  const Graph& graph = attachment.graph;
  const std::int64_t hosts = std::ssize(attachment.hosts);
  ScaleFree out;
  out.set = set;
  out.cell.resize(static_cast<std::size_t>(graph.nodes * cell_width));
  out.edge.resize(graph.edges.size() * static_cast<std::size_t>(edge_width));
  for (std::int64_t h = 0; h < hosts; ++h) {
    std::copy_n(fitted.features.cell.data() + attachment.hosts[h] * cell_width, cell_width,
                out.cell.data() + h * cell_width);
  }
  team.for_blocks(points.n, 64, [&](std::int64_t begin, std::int64_t end) {
    FeatureRows rows(set, fitted.points, fitted.scales);
    std::vector<double> squared;
    for (std::int64_t i = begin; i < end; ++i) {
      const CellFacts cell = rows.new_cell(points.row(i).data(), ties.indices(i), ties.distances(i),
                                           degrees[i], squared);
      rows.cell(cell, out.cell.data() + (hosts + i) * cell_width);
      const std::int64_t node = hosts + i;
      for (std::int64_t at = graph.offset[node]; at < graph.offset[node + 1]; ++at) {
        const std::int64_t e = graph.edge_of[at];
        const std::int32_t row = attachment.hosts[graph.neighbor[at]];
        const auto own = ties.indices(i);
        const auto place = std::find(own.begin(), own.end(), row) - own.begin();
        EdgeFacts facts{graph.distance[e], kAbsentRank,
                        static_cast<double>(place + 1) / static_cast<double>(own.size()),
                        graph.geometry[e][1], graph.geometry[e][2]};
        if (facts.mutual > 0) {
          // Its rank in the host's list, where it would push out the last entry.
          const auto theirs = fitted.graph.lists.distances(row);
          const auto before = std::upper_bound(theirs.begin(), theirs.end(), facts.distance);
          const auto size = std::max<std::size_t>(theirs.size(), 1);
          facts.rank_a = std::min(
              1.0, static_cast<double>(before - theirs.begin() + 1) / static_cast<double>(size));
        }
        rows.edge(fitted_cell(fitted.graph, fitted.points, fitted.scales, row), cell, facts,
                  out.edge.data() + e * edge_width);
      }
    }
  });
  return out;
}

}  // namespace gnac::detail
