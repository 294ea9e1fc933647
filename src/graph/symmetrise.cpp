#include "graph/symmetrise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "gnac/error.h"
#include "graph/adjacency.h"
#include "graph/edge_geometry.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kNodeBlock = 1024;  // nodes per item of work

// Median as in NumPy: for an even count, the mean of the middle two. Reorders its argument.
double median(std::span<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

// A relation in CSR form whose lists ascend by index.
struct ByIndex {
  std::vector<std::int64_t> offset;
  std::vector<std::int32_t> index;
  std::vector<double> distance;

  std::span<const std::int32_t> list(std::int64_t i) const {
    return {index.data() + offset[i], index.data() + offset[i + 1]};
  }
};

ByIndex sorted_by_index(const NeighborLists& lists, Team& team) {
  ByIndex out{lists.offset, lists.index, lists.distance};
  team.for_blocks(lists.nodes(), kNodeBlock, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<std::int32_t, double>> list;
    for (std::int64_t i = begin; i < end; ++i) {
      list.clear();
      for (std::int64_t e = out.offset[i]; e < out.offset[i + 1]; ++e) {
        list.emplace_back(lists.index[e], lists.distance[e]);
      }
      std::sort(list.begin(), list.end());
      std::int64_t e = out.offset[i];
      for (const auto& [index, distance] : list) {
        out.index[e] = index;
        out.distance[e++] = distance;
      }
    }
  });
  return out;
}

// The reversed relation: its lists ascend by index because the sources are taken in order.
ByIndex reversed(const ByIndex& out) {
  const auto nodes = static_cast<std::int64_t>(out.offset.size()) - 1;
  ByIndex in{std::vector<std::int64_t>(nodes + 1), std::vector<std::int32_t>(out.index.size()),
             std::vector<double>(out.index.size())};
  for (const std::int32_t j : out.index) ++in.offset[j + 1];
  std::partial_sum(in.offset.begin(), in.offset.end(), in.offset.begin());
  std::vector<std::int64_t> next(in.offset.begin(), in.offset.end() - 1);
  for (std::int64_t i = 0; i < nodes; ++i) {
    for (std::int64_t e = out.offset[i]; e < out.offset[i + 1]; ++e) {
      const std::int64_t place = next[out.index[e]]++;
      in.index[place] = static_cast<std::int32_t>(i);
      in.distance[place] = out.distance[e];
    }
  }
  return in;
}

// Calls fn(j, distance, mutual) for the union of node i's two lists, ascending by j.
template <class Fn>
void for_union(const ByIndex& out, const ByIndex& in, std::int64_t i, Fn&& fn) {
  std::int64_t p = out.offset[i];
  std::int64_t q = in.offset[i];
  const std::int64_t p_end = out.offset[i + 1];
  const std::int64_t q_end = in.offset[i + 1];
  while (p < p_end || q < q_end) {
    if (q == q_end || (p < p_end && out.index[p] < in.index[q])) {
      fn(out.index[p], out.distance[p], false);
      ++p;
    } else if (p == p_end || in.index[q] < out.index[p]) {
      fn(in.index[q], in.distance[q], false);
      ++q;
    } else {
      fn(out.index[p], std::min(out.distance[p], in.distance[q]), true);
      ++p;
      ++q;
    }
  }
}

// Where each node's first undirected edge (i, j), i < j, begins.
std::vector<std::int64_t> count_edges(const ByIndex& out, const ByIndex& in, Team& team) {
  const auto nodes = static_cast<std::int64_t>(out.offset.size()) - 1;
  std::vector<std::int64_t> first_edge(nodes + 1);
  team.for_blocks(nodes, kNodeBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      for_union(out, in, i,
                [&](std::int32_t j, double, bool) { first_edge[i + 1] += j > i ? 1 : 0; });
    }
  });
  std::partial_sum(first_edge.begin(), first_edge.end(), first_edge.begin());
  if (2 * first_edge.back() > std::numeric_limits<std::int32_t>::max()) {
    throw Error(fmt::format("the graph has {} edges, above the limit of 2^30; use fewer neighbours",
                            first_edge.back()));
  }
  return first_edge;
}

// Edges with their distances and the two set features of their geometry.
void fill_edges(const ByIndex& out, const ByIndex& in, const std::vector<std::int64_t>& first_edge,
                Team& team, Graph& graph) {
  const std::int64_t edges = first_edge.back();
  graph.edges.resize(edges);
  graph.distance.resize(edges);
  graph.geometry.resize(edges);
  // Each block has a bit per node, so the number of blocks is limited.
  const std::int64_t block = std::max(kNodeBlock, graph.nodes / 256);
  team.for_blocks(graph.nodes, block, [&](std::int64_t begin, std::int64_t end) {
    Overlap overlap(graph.nodes);
    for (std::int64_t i = begin; i < end; ++i) {
      overlap.set(out.list(i));
      std::int64_t edge = first_edge[i];
      for_union(out, in, i, [&](std::int32_t j, double distance, bool mutual) {
        if (j < i) return;
        graph.edges[edge] = {static_cast<std::int32_t>(i), j};
        graph.distance[edge] = distance;
        graph.geometry[edge] = {0, overlap.with(out.list(j)), mutual_flag(mutual)};
        ++edge;
      });
    }
  });
}

double weight(double distance, double sigma) {
  if (sigma == 0) return distance == 0 ? 1 : 0;
  const double ratio = distance / sigma;
  return std::exp(-0.5 * ratio * ratio);
}

void add_scaled_attributes(const std::vector<double>& local, Team& team, Graph& graph) {
  const auto edges = static_cast<std::int64_t>(graph.edges.size());
  graph.weight.resize(edges);
  team.for_blocks(edges, 8 * kNodeBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t e = begin; e < end; ++e) {
      const double d = graph.distance[e];
      graph.weight[e] = static_cast<float>(weight(d, graph.sigma));
      graph.geometry[e][0] =
          normalised_distance(d, local[graph.edges[e].i], local[graph.edges[e].j]);
    }
  });
}

}  // namespace

double local_scale(const NeighborLists& lists, std::int64_t i) {
  const auto d = lists.distances(i);  // ascending
  if (d.empty()) return 0;
  return d.size() % 2 == 1 ? d[d.size() / 2] : (d[d.size() / 2 - 1] + d[d.size() / 2]) / 2;
}

std::vector<double> local_scales(const NeighborLists& lists, Team& team) {
  std::vector<double> scales(lists.nodes());
  team.for_blocks(lists.nodes(), kNodeBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) scales[i] = local_scale(lists, i);
  });
  return scales;
}

Graph symmetrise(NeighborLists lists, Team& team, const GraphScales* clean) {
  Graph graph;
  graph.nodes = lists.nodes();
  {
    const ByIndex out = sorted_by_index(lists, team);
    const ByIndex in = reversed(out);
    fill_edges(out, in, count_edges(out, in, team), team, graph);
  }
  fill_adjacency(graph);
  if (clean != nullptr) {
    graph.sigma = clean->sigma;
    add_scaled_attributes(clean->local, team, graph);
  } else {
    // Every undirected edge is in E_dir twice, which does not change the median.
    std::vector<double> copy = graph.distance;
    graph.sigma = median(copy);
    add_scaled_attributes(local_scales(lists, team), team, graph);
  }
  graph.lists = std::move(lists);
  return graph;
}

}  // namespace gnac::detail
