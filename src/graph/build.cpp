#include "graph/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "gnac/error.h"
#include "gnac/graph.h"
#include "graph/check.h"
#include "graph/knn.h"
#include "graph/symmetrise.h"
#include "support/largest_value.h"
#include "support/team.h"

namespace gnac::detail {
namespace {

void check_fits(const EdgeList& list, PointsView points) {
  if (list.nodes != points.n) {
    throw Error(
        fmt::format("the graph has {} nodes but there are {} points; they must match row "
                    "by row",
                    list.nodes, points.n));
  }
  if (list.from.empty() && list.to.empty()) {
    throw Error("the graph has no edges; give at least one, or let the neighbours be computed");
  }
  if (list.from.size() != list.to.size() ||
      (!list.distance.empty() && list.distance.size() != list.from.size())) {
    throw Error(
        fmt::format("the edge list has {} sources, {} targets and {} distances; each edge "
                    "needs one of each, or no distances at all",
                    list.from.size(), list.to.size(), list.distance.size()));
  }
}

void check_edges(const EdgeList& list) {
  const auto outside = [&](std::int32_t v) { return v < 0 || v >= list.nodes; };
  for (std::size_t e = 0; e < list.from.size(); ++e) {
    if (outside(list.from[e]) || outside(list.to[e])) {
      throw Error(fmt::format("edge {} joins nodes {} and {}, but nodes are numbered 0 to {}",
                              e + 1, list.from[e], list.to[e], list.nodes - 1));
    }
    if (list.distance.empty()) continue;
    const double d = list.distance[e];
    if (!(d >= 0 && d <= kLargestValue)) {
      throw Error(
          fmt::format("edge {} ({} to {}) has distance {}; distances must be from 0 "
                      "to 1e150",
                      e + 1, list.from[e], list.to[e], d));
    }
  }
}

struct Slot {
  std::int32_t from;
  std::int32_t to;
  double distance;
};

// Entries without self-loops, each pair once with its smallest distance, grouped by source and
// ascending by (distance, index) within.
std::vector<Slot> unique_slots(const EdgeList& list, PointsView points, Metric metric) {
  std::vector<Slot> slots;
  slots.reserve(list.from.size());
  for (std::size_t e = 0; e < list.from.size(); ++e) {
    const std::int32_t i = list.from[e];
    const std::int32_t j = list.to[e];
    if (i == j) continue;
    const double d = list.distance.empty()
                         ? distance_of(metric, separation(metric, points.row(i).data(),
                                                          points.row(j).data(), points.d))
                         : list.distance[e];
    slots.push_back({i, j, d});
  }
  const auto pair = [](const Slot& s) { return std::pair(s.from, s.to); };
  std::sort(slots.begin(), slots.end(), [&](const Slot& a, const Slot& b) {
    return std::pair(pair(a), a.distance) < std::pair(pair(b), b.distance);
  });
  slots.erase(std::unique(slots.begin(), slots.end(),
                          [&](const Slot& a, const Slot& b) { return pair(a) == pair(b); }),
              slots.end());
  std::sort(slots.begin(), slots.end(), [](const Slot& a, const Slot& b) {
    return std::tuple(a.from, a.distance, a.to) < std::tuple(b.from, b.distance, b.to);
  });
  return slots;
}

NeighborLists lists_of(const EdgeList& list, PointsView points, Metric metric) {
  const std::vector<Slot> slots = unique_slots(list, points, metric);
  if (slots.empty()) throw Error("the graph has only self-loops; give at least one other edge");
  NeighborLists lists;
  lists.offset.assign(list.nodes + 1, 0);
  for (const Slot& s : slots) {
    ++lists.offset[s.from + 1];
    lists.index.push_back(s.to);
    lists.distance.push_back(s.distance);
  }
  for (std::int64_t i = 0; i < list.nodes; ++i) lists.offset[i + 1] += lists.offset[i];
  return lists;
}

}  // namespace

Graph knn_graph(PointsView points, const Options& options, Team& team) {
  check_points(points);
  team.report({.stage = Stage::graph});
  const int k = neighbors_for(options, points.n);
  FoundNeighbours found =
      search_neighbours(points, k, options.neighbor_search, team, options.metric);
  Graph graph = symmetrise(std::move(found.lists), team);
  graph.search = found.search;
  graph.recall = found.recall;
  team.advance(1);
  return graph;
}

Graph edge_graph(const EdgeList& list, PointsView points, Metric metric, Team& team) {
  if (points.d > 0) check_points(points);
  check_fits(list, points);
  check_edges(list);
  if (points.d == 0 && list.distance.empty())
    throw Error("without coordinates the edges need distances; give one for each edge");
  team.report({.stage = Stage::graph});
  Graph graph = symmetrise(lists_of(list, points, metric), team);
  team.advance(1);
  return graph;
}

double graph_bytes(std::int64_t nodes, std::int64_t edges, double entries, std::int64_t columns) {
  const auto n = static_cast<double>(nodes);
  const double lists = 12 * entries + 8 * n;
  const double row = 12.0 * static_cast<double>(columns) + 16;  // in a tree, and in its filter
  // An approximate search has lists of its own, and sorts the points along directions.
  const double searching = 2 * lists + (row + 12) * n;
  // As found, sorted and reversed, besides the edges; then the edges with both directions.
  const double joining = 3 * lists + 28.0 * static_cast<double>(edges);
  return std::max({searching, joining, kept_graph_bytes(nodes, edges, entries) + 8 * n});
}

double kept_graph_bytes(std::int64_t nodes, std::int64_t edges, double entries) {
  return lean_graph_bytes(nodes, edges, true) + 16.0 * static_cast<double>(edges) + 12 * entries +
         8.0 * static_cast<double>(nodes);
}

double lean_graph_bytes(std::int64_t nodes, std::int64_t edges, bool adjacency) {
  return 12.0 * static_cast<double>(nodes) + (adjacency ? 32.0 : 16.0) * static_cast<double>(edges);
}

}  // namespace gnac::detail

namespace gnac {

using namespace detail;
namespace {

Points directions_of(PointsView points, Metric metric) {
  return apply_metric({{points.data, points.data + points.n * points.d}, points.n, points.d},
                      metric);
}

}  // namespace

Graph build_graph(PointsView points, const Options& options, const Observer& observer) {
  validate(options);
  Team team(options.threads, observer);
  if (!compares_directions(options.metric)) return knn_graph(points, options, team);
  return knn_graph(directions_of(points, options.metric), options, team);
}

Graph graph_from_edges(const EdgeList& list, PointsView points, const Options& options,
                       const Observer& observer) {
  validate(options);
  Team team(options.threads, observer);
  if (!compares_directions(options.metric)) return edge_graph(list, points, options.metric, team);
  return edge_graph(list, directions_of(points, options.metric), options.metric, team);
}

}  // namespace gnac
