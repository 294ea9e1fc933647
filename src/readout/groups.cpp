#include "readout/groups.h"

#include <algorithm>
#include <utility>

#include "graph/adjacency.h"
#include "support/disjoint_sets.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

/// The nodes of each group, group by group.
struct Members {
  std::vector<std::int64_t> offset;
  std::vector<std::int32_t> node;

  Members(std::span<const std::int32_t> of, std::int64_t groups)
      : offset(static_cast<std::size_t>(groups + 1), 0), node(of.size()) {
    for (const std::int32_t g : of) ++offset[g + 1];
    for (std::int64_t g = 0; g < groups; ++g) offset[g + 1] += offset[g];
    std::vector<std::int64_t> next(offset.begin(), offset.end() - 1);
    for (std::size_t v = 0; v < of.size(); ++v) node[next[of[v]]++] = static_cast<std::int32_t>(v);
  }
};

/// Edges between groups, by (i, j), and the sums of their affinities.
void join_edges(const Graph& graph, std::span<const double> affinity, Groups& groups) {
  const std::int64_t count = groups.graph.nodes;
  const Members members(groups.of, count);
  std::vector<double> sum(static_cast<std::size_t>(count), 0.0);
  std::vector<char> seen(static_cast<std::size_t>(count), 0);
  std::vector<std::int32_t> others;
  for (std::int64_t g = 0; g < count; ++g) {
    others.clear();
    for (auto m = members.offset[g]; m < members.offset[g + 1]; ++m) {
      const std::int32_t v = members.node[m];
      for (auto e = graph.offset[v]; e < graph.offset[v + 1]; ++e) {
        const std::int32_t other = groups.of[graph.neighbor[e]];
        if (other <= g) continue;
        if (seen[other] == 0) others.push_back(other);
        seen[other] = 1;
        sum[other] += affinity[graph.edge_of[e]];
      }
    }
    std::sort(others.begin(), others.end());
    for (const std::int32_t other : others) {
      groups.graph.edges.push_back({static_cast<std::int32_t>(g), other});
      groups.affinity.push_back(sum[other]);
      sum[other] = 0;
      seen[other] = 0;
    }
  }
}

}  // namespace

Groups group_by(const Graph& graph, std::span<const double> affinity,
                std::vector<std::int32_t> labels, std::span<const Bridge> bridges) {
  Groups groups;
  groups.of = std::move(labels);
  groups.graph.nodes = *std::max_element(groups.of.begin(), groups.of.end()) + 1;
  join_edges(graph, affinity, groups);
  fill_adjacency(groups.graph);
  for (const Bridge& b : bridges) groups.bridges.push_back({groups.of[b.i], groups.of[b.j], b.gap});
  return groups;
}

Groups group_nodes(const Graph& graph, std::span<const double> affinity,
                   std::span<const TreeLink> merges, std::span<const Bridge> bridges,
                   std::int64_t count) {
  const auto first = static_cast<std::size_t>(
      std::clamp<std::int64_t>(graph.nodes - count, 0, std::ssize(merges)));
  DisjointSets sets(graph.nodes);
  for (const TreeLink& merge : merges.first(first)) sets.join(merge.i, merge.j);
  Groups groups = group_by(graph, affinity, sets.labels(), bridges);
  for (const TreeLink& merge : merges.subspan(first))
    groups.merges.push_back({groups.of[merge.i], groups.of[merge.j], merge.strength});
  return groups;
}

std::vector<double> group_affinity(const Groups& groups, const Graph& graph,
                                   std::span<const double> affinity) {
  const Graph& small = groups.graph;
  std::vector<double> sum(small.edges.size(), 0.0);
  for (std::size_t e = 0; e < affinity.size(); ++e) {
    const std::int32_t a = groups.of[graph.edges[e].i], b = groups.of[graph.edges[e].j];
    if (a == b) continue;
    const auto first = small.neighbor.begin() + small.offset[a];
    const auto last = small.neighbor.begin() + small.offset[a + 1];
    const auto at = std::lower_bound(first, last, b) - small.neighbor.begin();
    sum[small.edge_of[at]] += affinity[e];
  }
  return sum;
}

std::vector<std::int64_t> group_sizes(const Groups& groups) {
  std::vector<std::int64_t> size(static_cast<std::size_t>(groups.graph.nodes), 0);
  for (const std::int32_t group : groups.of) ++size[group];
  return size;
}

std::vector<double> group_volumes(const Groups& groups, const Graph& graph,
                                  std::span<const double> affinity) {
  std::vector<double> volume(static_cast<std::size_t>(groups.graph.nodes), 0.0);
  for (std::size_t e = 0; e < affinity.size(); ++e) {
    volume[groups.of[graph.edges[e].i]] += affinity[e];
    volume[groups.of[graph.edges[e].j]] += affinity[e];
  }
  return volume;
}

std::vector<std::int32_t> labels_of_nodes(const Groups& groups,
                                          std::span<const std::int32_t> labels) {
  std::vector<std::int32_t> result(groups.of.size());
  for (std::size_t v = 0; v < result.size(); ++v) result[v] = labels[groups.of[v]];
  relabel_by_appearance(result, std::ssize(labels));
  return result;
}

}  // namespace gnac::detail
