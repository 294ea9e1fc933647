#include "model/distinct_cells.h"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

#include "graph/adjacency.h"

namespace gnac::detail {
namespace {

/// The number of values that each of `nodes` has in an array, which may be empty.
template <class T>
std::int64_t width_of(const std::vector<T>& values, std::int64_t nodes) {
  return static_cast<std::int64_t>(values.size()) / std::max<std::int64_t>(nodes, 1);
}

template <class T>
void spread(std::vector<T>& values, std::span<const std::int32_t> cell_of, std::int64_t cells) {
  values = per_row(values, cell_of, width_of(values, cells));
}

/// values[e] = old values[from[e]].
template <class T>
void gather(std::vector<T>& values, std::span<const std::int32_t> from) {
  if (values.empty()) return;
  std::vector<T> moved;
  moved.reserve(from.size());
  for (const std::int32_t e : from) moved.push_back(values[e]);
  values = std::move(moved);
}

void gather_edges(Model& model, std::span<const std::int32_t> from) {
  gather(model.graph.distance, from);
  gather(model.graph.weight, from);
  gather(model.graph.geometry, from);
  gather(model.evolution.conductance, from);
  gather(model.partition.affinity, from);
}

/// The first row of each cell.
std::vector<std::int32_t> first_rows(std::span<const std::int32_t> cell_of) {
  std::vector<std::int32_t> first;
  for (std::size_t r = 0; r < cell_of.size(); ++r)
    if (cell_of[r] == std::ssize(first)) first.push_back(static_cast<std::int32_t>(r));
  return first;
}

/// The edge between two cells that are neighbours.
std::int32_t edge_between(const Graph& graph, std::int32_t a, std::int32_t b) {
  const auto begin = graph.neighbor.begin() + graph.offset[a];
  const auto at = std::lower_bound(begin, graph.neighbor.begin() + graph.offset[a + 1], b);
  return graph.edge_of[at - graph.neighbor.begin()];
}

}  // namespace

std::vector<std::int32_t> first_equal_rows(PointsView points) {
  const auto hash = [&](std::int32_t i) {
    std::size_t sum = 0;
    for (const double x : points.row(i)) sum = sum * 1'000'003 + std::hash<double>()(x);
    return sum;
  };
  const auto equal = [&](std::int32_t a, std::int32_t b) {
    return std::ranges::equal(points.row(a), points.row(b));
  };
  std::unordered_set<std::int32_t, decltype(hash), decltype(equal)> seen(
      static_cast<std::size_t>(points.n), hash, equal);
  std::vector<std::int32_t> first;
  first.reserve(static_cast<std::size_t>(points.n));
  for (std::int64_t i = 0; i < points.n; ++i)
    first.push_back(*seen.insert(static_cast<std::int32_t>(i)).first);
  return first;
}

std::int64_t count_distinct(PointsView points) {
  const std::vector<std::int32_t> first = first_equal_rows(points);
  std::int64_t count = 0;
  for (std::size_t r = 0; r < first.size(); ++r)
    if (first[r] == static_cast<std::int32_t>(r)) ++count;
  return count;
}

std::vector<std::int32_t> cells_of_rows(PointsView points, std::int64_t fewest) {
  std::vector<std::int32_t> cell = first_equal_rows(points);
  std::int32_t cells = 0;
  for (std::size_t r = 0; r < cell.size(); ++r)
    cell[r] = cell[r] == static_cast<std::int32_t>(r) ? cells++ : cell[cell[r]];
  if (cells == points.n || cells < fewest) cell.clear();
  return cell;
}

void keep_first_rows(Points& points, std::span<const std::int32_t> cell_of) {
  const std::vector<std::int32_t> first = first_rows(cell_of);
  for (std::size_t c = 0; c < first.size(); ++c)
    std::copy_n(points.values.begin() + first[c] * points.d, points.d,
                points.values.begin() + static_cast<std::int64_t>(c) * points.d);
  points.n = std::ssize(first);
  points.values.resize(static_cast<std::size_t>(points.n * points.d));
}

void add_copies(Model& model, std::span<const std::int32_t> cell_of) {
  Graph& graph = model.graph;
  const std::int64_t cells = graph.nodes, rows = std::ssize(cell_of);
  const std::vector<std::int32_t> first = first_rows(cell_of);
  std::vector<std::pair<Edge, std::int32_t>> edges;  // and the edge between their cells
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [i, j] = graph.edges[e];
    edges.push_back({{first[i], first[j]}, static_cast<std::int32_t>(e)});
  }
  NeighborLists lists;
  if (!graph.lists.index.empty()) {
    lists.offset.push_back(0);
    for (std::int32_t r = 0; r < rows; ++r) {
      const std::int32_t cell = cell_of[r];
      const auto distances = graph.lists.distances(cell);
      lists.distance.insert(lists.distance.end(), distances.begin(), distances.end());
      for (const std::int32_t neighbor : graph.lists.indices(cell)) {
        lists.index.push_back(first[neighbor]);
        if (r == first[cell]) continue;
        edges.push_back({{std::min(r, first[neighbor]), std::max(r, first[neighbor])},
                         edge_between(graph, cell, neighbor)});
      }
      lists.offset.push_back(std::ssize(lists.index));
    }
  }
  graph.lists = std::move(lists);
  std::ranges::sort(edges);
  std::vector<std::int32_t> from;
  graph.edges.clear();
  for (const auto& [edge, cell_edge] : edges) {
    graph.edges.push_back(edge);
    from.push_back(cell_edge);
  }
  gather_edges(model, from);
  spread(graph.component, cell_of, cells);
  spread(model.points.values, cell_of, cells);
  spread(model.evolution.states, cell_of, cells);
  spread(model.partition.labels, cell_of, cells);
  model.points.n = graph.nodes = rows;
  if (!graph.neighbor.empty()) fill_adjacency(graph);
}

std::optional<DistinctCells> distinct_cells(const Model& model) {
  if (model.own_graph || model.points.values.empty() || model.graph.lists.index.empty())
    return std::nullopt;
  std::vector<std::int32_t> cell_of = cells_of_rows(model.points, 1);
  if (cell_of.empty()) return std::nullopt;
  const std::vector<std::int32_t> first = first_rows(cell_of);
  const auto is_copy = [&](std::int32_t row) { return first[cell_of[row]] != row; };
  if (std::ranges::any_of(model.graph.lists.index, is_copy)) return std::nullopt;

  Model cells = model;
  Graph& graph = cells.graph;
  std::vector<std::int32_t> from;
  graph.edges.clear();
  for (std::size_t e = 0; e < model.graph.edges.size(); ++e) {
    const auto [i, j] = model.graph.edges[e];
    if (is_copy(i) || is_copy(j)) continue;
    graph.edges.push_back({cell_of[i], cell_of[j]});
    from.push_back(static_cast<std::int32_t>(e));
  }
  gather_edges(cells, from);
  const std::int64_t rows = model.graph.nodes;
  const auto keep = [&](auto& values) { values = per_row(values, first, width_of(values, rows)); };
  keep(cells.points.values);
  keep(graph.component);
  keep(cells.evolution.states);
  keep(cells.partition.labels);
  cells.points.n = graph.nodes = std::ssize(first);
  NeighborLists lists;
  lists.offset.push_back(0);
  for (const std::int32_t row : first) {
    for (const std::int32_t neighbor : model.graph.lists.indices(row))
      lists.index.push_back(cell_of[neighbor]);
    const auto distances = model.graph.lists.distances(row);
    lists.distance.insert(lists.distance.end(), distances.begin(), distances.end());
    lists.offset.push_back(std::ssize(lists.index));
  }
  graph.lists = std::move(lists);
  fill_adjacency(graph);
  return DistinctCells{std::move(cells), std::move(cell_of)};
}

}  // namespace gnac::detail
