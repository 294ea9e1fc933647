// The fast parts of the layout against their definition in twins/layout_energy.h.
#include "twins/layout_energy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "gnac/graph.h"
#include "graph/samples.h"
#include "layout/coarsen.h"
#include "layout/descend.h"
#include "layout/push_tree.h"
#include "layout/start.h"
#include "support/simd_target.h"

namespace gnac::detail {
namespace {

using testing::gaussian_points;

WeightedGraph sample_graph(std::int64_t n) {
  return weighted_graph(build_graph(gaussian_points(n, 3)), {}, {});
}

std::vector<float> sample_places(std::int64_t n, int dims) {
  const Points points = gaussian_points(n, dims, 8);
  std::vector<float> place;
  for (const double value : points.values) place.push_back(static_cast<float>(4 * value));
  return place;
}

TEST(LayoutEnergy, HasTheDerivativeThatItsDifferencesHave) {
  const WeightedGraph graph = sample_graph(40);
  const std::vector<float> start = sample_places(40, 2);
  std::vector<double> place(start.begin(), start.end());
  const auto gradient = layout_gradient(graph, place, 2, 1.5);
  constexpr double kStep = 1e-5;
  for (const std::size_t at : {0, 7, 41, 79}) {
    const double before = place[at];
    place[at] = before + kStep;
    const double above = layout_energy(graph, place, 2, 1.5);
    place[at] = before - kStep;
    const double below = layout_energy(graph, place, 2, 1.5);
    place[at] = before;
    EXPECT_NEAR(gradient[at], (above - below) / (2 * kStep), 1e-7) << at;
  }
}

TEST(PushTree, PushesAsAllPairsDo) {
  Team team(2);
  constexpr std::int64_t kNodes = 700;
  for (const int dims : {2, 3}) {
    std::vector<float> mass(kNodes);
    for (std::int64_t i = 0; i < kNodes; ++i) mass[i] = static_cast<float>(1 + i % 3);
    const std::vector<float> place = sample_places(kNodes, dims);
    std::vector<double> exact(place.size(), 0);
    double all = 0;
    double length = 0;
    for (std::int64_t i = 0; i < kNodes; ++i) {
      for (std::int64_t j = 0; j < kNodes; ++j) {
        if (i == j) continue;
        double square = 1;
        for (int c = 0; c < dims; ++c) {
          const double d = static_cast<double>(place[i * dims + c]) - place[j * dims + c];
          square += d * d;
        }
        all += static_cast<double>(mass[i] * mass[j]) / square;
        for (int c = 0; c < dims; ++c) {
          const double d = static_cast<double>(place[i * dims + c]) - place[j * dims + c];
          exact[i * dims + c] += static_cast<double>(mass[j]) * d / (square * square);
        }
      }
    }
    for (const double value : exact) length += value * value;
    for (const auto& [open, most] :
         {std::pair{0.0, 1e-5}, std::pair{kOpenFew, 0.01}, std::pair{kOpen, 0.03}}) {
      PushTree tree(mass, dims);
      std::vector<float> push(place.size());
      tree.build(place, team);
      EXPECT_NEAR(tree.push(open, push, team) / all, 1.0, most) << dims << " " << open;
      double off = 0;
      for (std::size_t at = 0; at < push.size(); ++at)
        off += (push[at] - exact[at]) * (push[at] - exact[at]);
      EXPECT_LT(std::sqrt(off / length), most) << dims << " " << open;
    }
  }
}

TEST(PushTree, GivesTheSameBytesOnEveryInstructionSet) {
  Team team(1);
  const std::vector<float> place = sample_places(300, 2);
  const std::vector<float> mass(300, 1.0F);
  std::vector<float> first;
  for (const std::string& target : simd_targets()) {
    const SimdTargetScope scope(target);
    PushTree tree(mass, 2);
    std::vector<float> push(place.size());
    tree.build(place, team);
    tree.push(kOpen, push, team);
    if (first.empty()) first = push;
    EXPECT_EQ(push, first) << target;
  }
}

TEST(Descent, LowersTheEnergyToARestingPlace) {
  Team team(2);
  const WeightedGraph graph = sample_graph(300);
  std::vector<float> place = first_places(graph, 2);
  const auto energy = [&] {
    return layout_energy(graph, std::vector<double>(place.begin(), place.end()), 2, 1);
  };
  const double start = energy();
  descend(
      graph, place, 2, 1, 300, [] {}, team);
  const double after = energy();
  EXPECT_LT(after, start - 0.5);
  descend(
      graph, place, 2, 1, 300, [] {}, team);
  EXPECT_NEAR(energy(), after, 0.1);
}

TEST(WeightedGraph, IsSymmetricAndSumsToOne) {
  const Graph graph = build_graph(gaussian_points(200, 3));
  std::vector<float> conductance(graph.edges.size(), 1.0F);
  conductance[0] = 0;
  const WeightedGraph open = weighted_graph(graph, {}, {});
  const WeightedGraph one_closed = weighted_graph(graph, conductance, {});
  EXPECT_NEAR(std::accumulate(open.weight.begin(), open.weight.end(), 0.0), 1.0, 1e-5);
  const auto weight = [](const WeightedGraph& in, std::int64_t i, std::int32_t j) {
    for (std::int64_t e = in.offset[i]; e < in.offset[i + 1]; ++e) {
      if (in.to[e] == j) return in.weight[e];
    }
    return 0.0F;
  };
  for (const Edge& edge : graph.edges)
    EXPECT_EQ(weight(open, edge.i, edge.j), weight(open, edge.j, edge.i));
  const Edge closed = graph.edges[0];
  EXPECT_NEAR(weight(one_closed, closed.i, closed.j) / weight(open, closed.i, closed.j),
              kClosedPull, 0.01);
}

TEST(Coarsen, KeepsMassAndWeightAndAtMostHalfOfTheNodes) {
  const WeightedGraph graph = sample_graph(500);
  const CoarseGraph coarse = coarsen(graph);
  EXPECT_LE(coarse.graph.nodes(), 250);
  EXPECT_GE(coarse.graph.nodes(), 60);
  const auto& mass = coarse.graph.mass;
  EXPECT_EQ(std::accumulate(mass.begin(), mass.end(), 0.0F), 500.0F);
  const auto& weight = coarse.graph.weight;
  EXPECT_NEAR(std::accumulate(weight.begin(), weight.end(), 0.0), 1.0, 1e-5);
  for (std::int64_t g = 0; g < coarse.graph.nodes(); ++g) {
    for (std::int64_t e = coarse.graph.offset[g]; e < coarse.graph.offset[g + 1]; ++e)
      EXPECT_NE(coarse.graph.to[e], g);
  }
}

}  // namespace
}  // namespace gnac::detail
