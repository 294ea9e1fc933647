#include "model/row_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "graph/adjacency.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kRowBlock = 4096;

/// The column's mean, the same for any order of the rows: values are summed as integers of 2^-52 of
/// the largest magnitude.
double exact_mean(PointsView points, std::int64_t column) {
  double largest = 0;
  for (std::int64_t i = 0; i < points.n; ++i)
    largest = std::max(largest, std::abs(points(i, column)));
  if (!(largest > 0)) return 0;
  constexpr int kDigits = 52;
  const int unit = std::ilogb(largest) - kDigits;
  __extension__ __int128 sum = 0;
  for (std::int64_t i = 0; i < points.n; ++i)
    sum += std::llround(std::scalbn(points(i, column), -unit));
  return std::scalbn(static_cast<double>(sum) / static_cast<double>(points.n), unit);
}

/// values[order[r]] = values[r], `width` values each; nothing if there are none.
template <class T>
void scatter(std::vector<T>& values, const std::vector<std::int32_t>& order,
             std::int64_t width = 1) {
  if (values.empty()) return;
  std::vector<T> moved(values.size());
  for (std::size_t r = 0; r < order.size(); ++r)
    std::copy_n(values.begin() + static_cast<std::int64_t>(r) * width, width,
                moved.begin() + order[r] * width);
  values = std::move(moved);
}

/// values[e] = old values[from[e]].
template <class T>
void gather(std::vector<T>& values, const std::vector<std::int32_t>& from) {
  if (values.empty()) return;
  std::vector<T> moved(values.size());
  for (std::size_t e = 0; e < from.size(); ++e) moved[e] = values[from[e]];
  values = std::move(moved);
}

/// Renames the ends of the edges and sorts them. Returns the old place of each.
std::vector<std::int32_t> rename_edges(Graph& graph, const std::vector<std::int32_t>& order,
                                       Team& team) {
  std::vector<std::int64_t> first(static_cast<std::size_t>(graph.nodes) + 1, 0);
  for (Edge& edge : graph.edges) {
    edge = {order[edge.i], order[edge.j]};
    if (edge.i > edge.j) std::swap(edge.i, edge.j);
    ++first[edge.i + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::int32_t> from(graph.edges.size());
  std::vector<std::int64_t> next(first.begin(), first.end() - 1);
  for (std::size_t e = 0; e < graph.edges.size(); ++e)
    from[next[graph.edges[e].i]++] = static_cast<std::int32_t>(e);
  team.for_blocks(graph.nodes, kRowBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto v = begin; v < end; ++v)
      std::sort(
          from.begin() + first[v], from.begin() + first[v + 1],
          [&](std::int32_t a, std::int32_t b) { return graph.edges[a].j < graph.edges[b].j; });
  });
  gather(graph.edges, from);
  return from;
}

/// Neighbours at equal distances are in the order of their new names.
void rename_lists(NeighborLists& lists, const std::vector<std::int32_t>& order, Team& team) {
  if (lists.index.empty()) return;
  NeighborLists renamed;
  const std::int64_t n = lists.nodes();
  renamed.offset.assign(static_cast<std::size_t>(n) + 1, 0);
  for (std::int64_t r = 0; r < n; ++r) renamed.offset[order[r] + 1] = lists.size(r);
  std::partial_sum(renamed.offset.begin(), renamed.offset.end(), renamed.offset.begin());
  renamed.index.resize(lists.index.size());
  renamed.distance.resize(lists.distance.size());
  team.for_blocks(n, kRowBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto r = begin; r < end; ++r) {
      const auto indices = lists.indices(r);
      const std::int64_t to = renamed.offset[order[r]];
      for (std::size_t p = 0; p < indices.size(); ++p)
        renamed.index[to + static_cast<std::int64_t>(p)] = order[indices[p]];
      if (lists.distance.empty()) continue;
      const auto distances = lists.distances(r);
      std::copy(distances.begin(), distances.end(), renamed.distance.begin() + to);
      for (std::size_t p = 0; p < distances.size();) {
        std::size_t equal = p + 1;
        while (equal < distances.size() && distances[equal] == distances[p]) ++equal;
        std::sort(renamed.index.begin() + to + static_cast<std::int64_t>(p),
                  renamed.index.begin() + to + static_cast<std::int64_t>(equal));
        p = equal;
      }
    }
  });
  lists = std::move(renamed);
}

}  // namespace

std::vector<std::int32_t> row_order(PointsView points, Team& team) {
  std::vector<double> mean(static_cast<std::size_t>(points.d));
  team.for_each(points.d, [&](std::int64_t c) { mean[c] = exact_mean(points, c); });
  std::vector<double> square(static_cast<std::size_t>(points.n));
  team.for_blocks(points.n, kRowBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      double sum = 0;
      for (std::int64_t c = 0; c < points.d; ++c) {
        const double away = points(i, c) - mean[c];
        sum += away * away;
      }
      square[i] = sum;
    }
  });
  std::vector<std::int32_t> order(static_cast<std::size_t>(points.n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    if (square[a] != square[b]) return square[a] < square[b];
    const auto x = points.row(a), y = points.row(b);
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  });
  return order;
}

void put_in_order(Points& points, const std::vector<std::int32_t>& order) {
  const auto row = [&](std::int64_t r) { return points.values.begin() + r * points.d; };
  std::vector<char> done(order.size(), 0);
  std::vector<double> first(static_cast<std::size_t>(points.d));
  for (std::int64_t start = 0; start < points.n; ++start) {  // along each cycle of the order
    if (done[start] != 0 || order[start] == start) continue;
    std::copy_n(row(start), points.d, first.begin());
    std::int64_t r = start;
    for (; order[r] != start; r = order[r]) {
      std::copy_n(row(order[r]), points.d, row(r));
      done[r] = 1;
    }
    std::ranges::copy(first, row(r));
    done[r] = 1;
  }
}

Points rows_in_order(PointsView points, const std::vector<std::int32_t>& order, Team& team) {
  Points sorted{std::vector<double>(static_cast<std::size_t>(points.n * points.d)), points.n,
                points.d};
  team.for_blocks(points.n, kRowBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto r = begin; r < end; ++r)
      std::ranges::copy(points.row(order[r]), sorted.values.begin() + r * points.d);
  });
  return sorted;
}

void restore_rows(Model& model, const std::vector<std::int32_t>& order, Team& team) {
  scatter(model.points.values, order, model.points.d);
  Graph& graph = model.graph;
  const std::vector<std::int32_t> from = rename_edges(graph, order, team);
  gather(graph.distance, from);
  gather(graph.weight, from);
  gather(graph.geometry, from);
  gather(model.evolution.conductance, from);
  gather(model.evolution.edge_distance, from);
  gather(model.partition.affinity, from);
  rename_lists(graph.lists, order, team);
  if (!graph.neighbor.empty()) fill_adjacency(graph);
  if (!model.evolution.states.empty())
    scatter(model.evolution.states, order,
            static_cast<std::int64_t>(model.evolution.states.size()) / graph.nodes);
  scatter(model.partition.labels, order);
  const auto old = relabel_by_appearance(model.partition.labels, model.clusters);
  if (std::ssize(model.confidence.clusters) == model.clusters) {
    std::vector<double> clusters;
    for (const std::int32_t label : old) clusters.push_back(model.confidence.clusters[label]);
    model.confidence.clusters = std::move(clusters);
  }
}

void sort_rows(Model& model, const std::vector<std::int32_t>& order, Team& team) {
  std::vector<std::int32_t> rank(order.size());
  for (std::size_t r = 0; r < order.size(); ++r) rank[order[r]] = static_cast<std::int32_t>(r);
  restore_rows(model, rank, team);
}

}  // namespace gnac::detail
