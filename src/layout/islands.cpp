#include "layout/islands.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "support/disjoint_sets.h"

namespace gnac::detail {
namespace {

constexpr float kInside = 0.5F;
constexpr std::int64_t kSmall = 200;        // an island of less than this part of the points
constexpr std::size_t kMostIslands = 2000;  // compared pair by pair
constexpr double kApart = 1.25;             // times the radii of two islands
constexpr double kWithin = 0.95;            // of an island's points lie within its radius

struct Disc {
  std::array<double, 3> centre = {};
  double points = 0;
  double radius = 0;
  std::vector<double> away;  ///< distances of its points from the centre
};

double distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace

std::vector<std::int32_t> islands(const Graph& graph, std::span<const float> conductance) {
  DisjointSets sets(graph.nodes);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (conductance.empty() || conductance[e] >= kInside)
      sets.join(graph.edges[e].i, graph.edges[e].j);
  }
  const auto nodes = static_cast<std::size_t>(graph.nodes);
  std::vector<std::int32_t> root(nodes);
  std::vector<std::int64_t> size(nodes, 0);
  for (std::int32_t i = 0; i < graph.nodes; ++i) {
    root[i] = sets.find(i);
    ++size[root[i]];
  }
  // Per root of a small island: its best edge to another one.
  std::vector<std::int64_t> best(nodes, -1);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [i, j] = graph.edges[e];
    if (root[i] == root[j]) continue;
    for (const std::int32_t r : {root[i], root[j]}) {
      const bool small = size[r] * kSmall < graph.nodes;
      if (small && (best[r] < 0 || conductance[e] > conductance[best[r]]))
        best[r] = static_cast<std::int64_t>(e);
    }
  }
  for (const std::int64_t e : best) {
    if (e >= 0) sets.join(graph.edges[e].i, graph.edges[e].j);
  }
  return sets.labels();
}

void close_gaps(std::span<const std::int32_t> island, int dims, std::vector<float>& place) {
  if (island.empty()) return;
  std::vector<Disc> discs(static_cast<std::size_t>(*std::ranges::max_element(island)) + 1);
  if (discs.size() < 2 || discs.size() > kMostIslands) return;
  const auto at = [&](std::size_t i) {
    std::array<double, 3> out{};
    for (int c = 0; c < dims; ++c) out[c] = place[i * static_cast<std::size_t>(dims) + c];
    return out;
  };
  for (std::size_t i = 0; i < island.size(); ++i) {
    Disc& disc = discs[island[i]];
    const auto here = at(i);
    disc.points += 1;
    for (int c = 0; c < 3; ++c) disc.centre[c] += here[c];
  }
  for (Disc& disc : discs) {
    for (double& value : disc.centre) value /= disc.points;
  }
  for (std::size_t i = 0; i < island.size(); ++i) {
    Disc& disc = discs[island[i]];
    disc.away.push_back(distance(at(i), disc.centre));
  }
  for (Disc& disc : discs) {
    const auto last = std::ceil(kWithin * disc.points) - 1;
    const auto radius = disc.away.begin() + static_cast<std::ptrdiff_t>(last);
    std::nth_element(disc.away.begin(), radius, disc.away.end());
    disc.radius = *radius;
  }
  double factor = 0;
  for (std::size_t a = 0; a < discs.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double apart = distance(discs[a].centre, discs[b].centre);
      const double needed = kApart * (discs[a].radius + discs[b].radius);
      factor = std::max(factor, apart > 0 ? needed / apart : 1);
    }
  }
  if (factor >= 1) return;
  for (std::size_t i = 0; i < island.size(); ++i) {
    for (int c = 0; c < dims; ++c) {
      const double by = (factor - 1) * discs[island[i]].centre[c];
      place[i * static_cast<std::size_t>(dims) + c] += static_cast<float>(by);
    }
  }
}

}  // namespace gnac::detail
