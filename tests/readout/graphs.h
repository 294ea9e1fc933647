#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gnac/graph.h"
#include "graph/components.h"
#include "readout/laplacian.h"
#include "support/random.h"

// Small graphs with known answers, and dense twins of what the readout computes.
namespace gnac::detail::testing_graphs {

struct WeightedEdge {
  std::int32_t i = 0;
  std::int32_t j = 0;
  double affinity = 1;
};

struct WeightedGraph {
  Graph graph;
  std::vector<double> affinity;
};

/// Edges in any order, each named once.
inline WeightedGraph make_graph(std::int64_t nodes, std::vector<WeightedEdge> edges) {
  for (auto& e : edges) {
    if (e.i > e.j) std::swap(e.i, e.j);
  }
  std::sort(edges.begin(), edges.end(), [](const WeightedEdge& a, const WeightedEdge& b) {
    return std::pair(a.i, a.j) < std::pair(b.i, b.j);
  });
  WeightedGraph g;
  g.graph.nodes = nodes;
  std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> of(nodes);
  for (const auto& [i, j, affinity] : edges) {
    const auto e = static_cast<std::int32_t>(g.graph.edges.size());
    g.graph.edges.push_back({i, j});
    g.affinity.push_back(affinity);
    of[i].emplace_back(j, e);
    of[j].emplace_back(i, e);
  }
  g.graph.offset.assign(1, 0);
  for (auto& list : of) {
    std::sort(list.begin(), list.end());
    for (const auto& [v, e] : list) {
      g.graph.neighbor.push_back(v);
      g.graph.edge_of.push_back(e);
    }
    g.graph.offset.push_back(std::ssize(g.graph.neighbor));
  }
  auto components = connected_components(g.graph.offset, g.graph.neighbor);
  g.graph.component = std::move(components.of);
  g.graph.components = components.count;
  return g;
}

inline WeightedGraph ring(std::int32_t n) {
  std::vector<WeightedEdge> edges;
  for (std::int32_t i = 0; i < n; ++i) edges.push_back({i, (i + 1) % n});
  return make_graph(n, edges);
}

inline WeightedGraph path(std::int32_t n) {
  std::vector<WeightedEdge> edges;
  for (std::int32_t i = 0; i + 1 < n; ++i) edges.push_back({i, i + 1});
  return make_graph(n, edges);
}

inline WeightedGraph star(std::int32_t n) {
  std::vector<WeightedEdge> edges;
  for (std::int32_t i = 1; i < n; ++i) edges.push_back({0, i});
  return make_graph(n, edges);
}

inline WeightedGraph complete(std::int32_t n) {
  std::vector<WeightedEdge> edges;
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = i + 1; j < n; ++j) edges.push_back({i, j});
  }
  return make_graph(n, edges);
}

inline WeightedGraph hypercube(int dimension) {
  std::vector<WeightedEdge> edges;
  for (std::int32_t i = 0; i < 1 << dimension; ++i) {
    for (int b = 0; b < dimension; ++b) {
      if ((i >> b & 1) == 0) edges.push_back({i, i | 1 << b});
    }
  }
  return make_graph(std::int64_t{1} << dimension, edges);
}

inline WeightedGraph torus(std::int32_t a, std::int32_t b) {
  std::vector<WeightedEdge> edges;
  for (std::int32_t x = 0; x < a; ++x) {
    for (std::int32_t y = 0; y < b; ++y) {
      edges.push_back({x * b + y, (x + 1) % a * b + y});
      edges.push_back({x * b + y, x * b + (y + 1) % b});
    }
  }
  return make_graph(std::int64_t{a} * b, edges);
}

/// Cliques of `size` nodes, one after another, joined end to end by edges of affinity `link`.
inline WeightedGraph clique_chain(std::int32_t cliques, std::int32_t size, double link) {
  std::vector<WeightedEdge> edges;
  for (std::int32_t c = 0; c < cliques; ++c) {
    for (std::int32_t i = 0; i < size; ++i) {
      for (std::int32_t j = i + 1; j < size; ++j) edges.push_back({c * size + i, c * size + j});
    }
    if (c > 0) edges.push_back({c * size - 1, c * size, link});
  }
  return make_graph(std::int64_t{cliques} * size, edges);
}

/// A connected random graph: a random tree and `extra` further edges, affinities 10^-u with u
/// uniform on [0, decades].
inline WeightedGraph random_graph(std::int32_t n, std::int32_t extra, double decades,
                                  std::uint64_t seed) {
  Draws draws(seed, Stream::study);
  const auto affinity = [&] { return std::pow(10.0, -decades * draws.uniform()); };
  std::vector<WeightedEdge> edges;
  std::vector<std::pair<std::int32_t, std::int32_t>> taken;
  for (std::int32_t i = 1; i < n; ++i) {
    const auto j = static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(i)));
    taken.emplace_back(j, i);
  }
  for (std::int32_t e = 0; e < extra; ++e) {
    const auto i = static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(n)));
    const auto j = static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(n)));
    if (i != j) taken.emplace_back(std::min(i, j), std::max(i, j));
  }
  std::sort(taken.begin(), taken.end());
  taken.erase(std::unique(taken.begin(), taken.end()), taken.end());
  for (const auto& [i, j] : taken) edges.push_back({i, j, affinity()});
  return make_graph(n, edges);
}

/// Groups of `size` nodes, nodes i with equal i % groups; each node draws `inside` partners in its
/// own group and every tenth one anywhere. Within a group such a graph has no bottleneck.
inline WeightedGraph planted_graph(std::int32_t groups, std::int32_t size, int inside,
                                   std::uint64_t seed) {
  Draws draws(seed, Stream::study);
  const std::int32_t n = groups * size;
  std::vector<std::pair<std::int32_t, std::int32_t>> taken;
  for (std::int32_t i = 0; i < n; ++i) {
    for (int e = 0; e < inside; ++e) {
      const auto k = static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(size)));
      taken.emplace_back(i, k * groups + i % groups);
    }
    if (i / groups % 10 != 0) continue;
    taken.emplace_back(i, static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(n))));
  }
  for (auto& [i, j] : taken) {
    if (i > j) std::swap(i, j);
  }
  std::sort(taken.begin(), taken.end());
  taken.erase(std::unique(taken.begin(), taken.end()), taken.end());
  std::vector<WeightedEdge> edges;
  for (const auto& [i, j] : taken) {
    if (i != j) edges.push_back({i, j, 0.5 + 0.5 * draws.uniform()});
  }
  return make_graph(n, edges);
}

/// The Laplacian of the component of node 0.
inline Laplacian laplacian_of(const WeightedGraph& g, Team& team) {
  std::vector<std::int32_t> row_of(g.graph.nodes, -1);
  return component_laplacian(g.graph, g.affinity, 0, row_of, team);
}

/// I - D^-1/2 A D^-1/2 of the whole graph, by the definition.
inline Eigen::MatrixXd dense_laplacian(const WeightedGraph& g) {
  const auto n = g.graph.nodes;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t e = 0; e < g.affinity.size(); ++e) {
    a(g.graph.edges[e].i, g.graph.edges[e].j) = g.affinity[e];
    a(g.graph.edges[e].j, g.graph.edges[e].i) = g.affinity[e];
  }
  const Eigen::VectorXd scale = a.rowwise().sum().cwiseSqrt().cwiseInverse();
  return Eigen::MatrixXd::Identity(n, n) - scale.asDiagonal() * a * scale.asDiagonal();
}

}  // namespace gnac::detail::testing_graphs
