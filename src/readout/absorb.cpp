#include "readout/absorb.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "readout/spanning.h"
#include "support/disjoint_sets.h"
#include "support/spread.h"

namespace gnac::detail {
namespace {

std::vector<std::int64_t> component_sizes(const Graph& graph) {
  std::vector<std::int64_t> size(graph.components, 0);
  for (const std::int32_t c : graph.component) ++size[c];
  return size;
}

std::vector<Bridge> bridges_by_size(const Graph& graph) {
  const auto size = component_sizes(graph);
  std::vector<std::int32_t> first(graph.components, -1);
  for (std::int64_t v = graph.nodes; v-- > 0;) {
    first[graph.component[v]] = static_cast<std::int32_t>(v);
  }
  const auto largest =
      static_cast<std::int32_t>(std::max_element(size.begin(), size.end()) - size.begin());
  std::vector<Bridge> result;
  for (std::int32_t c = 0; c < graph.components; ++c) {
    if (c == largest) continue;
    const auto [i, j] = std::minmax(first[c], first[largest]);
    result.push_back({i, j, static_cast<double>(size[c])});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Bridge& a, const Bridge& b) { return a.gap < b.gap; });
  return result;
}

/// In many columns the search for closest points compares every point with nearly all others.
bool are_too_many(PointsView points) {
  constexpr std::int64_t kFewColumns = 16, kFewPoints = 10'000;
  return points.d > kFewColumns && points.n > kFewPoints;
}

/// Some of the points, evenly from every component.
std::vector<std::int32_t> some_of_each(const Graph& graph) {
  constexpr double kTaken = 5'000;
  const double share = kTaken / static_cast<double>(graph.nodes);
  std::vector<std::int64_t> seen(static_cast<std::size_t>(graph.components), 0);
  std::vector<std::int32_t> taken;
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    if (golden_place(seen[graph.component[v]]++) < share)  // always the first of a component
      taken.push_back(static_cast<std::int32_t>(v));
  }
  return taken;
}

std::vector<SpanningLink> closest_components(const Graph& graph, PointsView points, Team& team) {
  if (!are_too_many(points)) return spanning_links(points, graph.component, graph.components, team);
  const std::vector<std::int32_t> row = some_of_each(graph);
  Points some{{}, std::ssize(row), points.d};
  std::vector<std::int32_t> component;
  for (const std::int32_t v : row) {
    some.values.insert(some.values.end(), points.row(v).begin(), points.row(v).end());
    component.push_back(graph.component[v]);
  }
  auto links = spanning_links(some, component, graph.components, team);
  for (SpanningLink& link : links) link = {link.squared, row[link.i], row[link.j]};
  return links;
}

}  // namespace

std::vector<Bridge> bridges(const Graph& graph, PointsView points, Team& team) {
  if (graph.components <= 1) return {};
  if (points.d == 0) return bridges_by_size(graph);
  std::vector<Bridge> result;
  for (const SpanningLink& link : closest_components(graph, points, team))
    result.push_back({link.i, link.j, std::sqrt(link.squared)});
  return result;
}

Absorption absorb_small(const Graph& graph, const std::vector<Bridge>& bridges, int clusters) {
  const auto size = component_sizes(graph);
  const double least =
      kSmallComponent * static_cast<double>(graph.nodes) / static_cast<double>(clusters);
  Absorption result;
  result.kept.resize(graph.components);
  std::int64_t nodes = 0;
  for (std::int32_t c = 0; c < graph.components; ++c) {
    if (static_cast<double>(size[c]) < least) continue;
    result.kept[c] = 1;
    ++result.count;
    nodes += size[c];
  }
  if (nodes < clusters) {
    std::fill(result.kept.begin(), result.kept.end(), 1);
    result.count = graph.components;
  }
  if (result.count == graph.components) return result;

  // Narrowest first, but never join two kept components: the result is a forest with one of them in
  // each tree.
  DisjointSets sets(graph.components);
  std::vector<char> holds_kept = result.kept;  // per representative
  std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> of(graph.components);
  for (std::size_t b = 0; b < bridges.size(); ++b) {
    const std::int32_t p = graph.component[bridges[b].i], q = graph.component[bridges[b].j];
    const bool in_p = holds_kept[sets.find(p)] != 0, in_q = holds_kept[sets.find(q)] != 0;
    if (in_p && in_q) continue;
    sets.join(p, q);
    holds_kept[sets.find(p)] = static_cast<char>(in_p || in_q);
    of[p].emplace_back(q, static_cast<std::int32_t>(b));
    of[q].emplace_back(p, static_cast<std::int32_t>(b));
  }
  std::vector<std::int32_t> reached;
  std::vector<char> seen = result.kept;
  for (std::int32_t c = 0; c < graph.components; ++c) {
    if (result.kept[c] != 0) reached.push_back(c);
  }
  for (std::size_t k = 0; k < reached.size(); ++k) {
    for (const auto& [next, bridge] : of[reached[k]]) {
      if (seen[next] != 0) continue;
      seen[next] = 1;
      reached.push_back(next);
      result.bridges.push_back(bridge);
    }
  }
  return result;
}

void label_absorbed(const Graph& graph, const std::vector<Bridge>& bridges,
                    const Absorption& absorption, std::vector<std::int32_t>& labels) {
  if (absorption.bridges.empty()) return;
  std::vector<std::int32_t> label_of(graph.components, -1);
  for (const std::int32_t b : absorption.bridges) {
    const auto label_at = [&](std::int32_t v) {
      const std::int32_t whole = label_of[graph.component[v]];
      return whole >= 0 ? whole : labels[v];
    };
    const std::int32_t at_i = label_at(bridges[b].i), at_j = label_at(bridges[b].j);
    const std::int32_t dark = at_i < 0 ? bridges[b].i : bridges[b].j;
    label_of[graph.component[dark]] = std::max(at_i, at_j);
  }
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    const std::int32_t whole = label_of[graph.component[v]];
    if (whole >= 0) labels[v] = whole;
  }
}

}  // namespace gnac::detail
