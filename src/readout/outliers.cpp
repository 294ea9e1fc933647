#include "readout/outliers.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "readout/fitted.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kBlock = 1024;
constexpr double kReachWeight = 1;  // relative to the local outlier factor
constexpr double kConductanceWeight = 2;
constexpr double kLeastSpread = 0.2;
constexpr double kSlope = 1.8;
constexpr double kNothing =
    1e-12;  // added to distances, so that equal points are not infinitely dense

/// Takes a copy, which it reorders.
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// Inverse of the mean distance at which a node's neighbours reach it.
std::vector<double> reach_densities(const NeighbourLists& lists, Team& team) {
  std::vector<double> density(static_cast<std::size_t>(lists.nodes()), 0.0);
  team.for_blocks(lists.nodes(), kBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto v = begin; v < end; ++v) {
      const auto index = lists.indices(v);
      const auto distance = lists.distances(v);
      double sum = 0;
      for (std::size_t e = 0; e < index.size(); ++e) {
        // In a caller's own graph, j may not have i in its list.
        const double farthest = lists.size(index[e]) > 0 ? lists.distances(index[e]).back() : 0.0;
        sum += std::max(distance[e], farthest);
      }
      if (!index.empty()) density[v] = static_cast<double>(index.size()) / (sum + kNothing);
    }
  });
  return density;
}

/// A node without neighbours keeps its own value.
std::vector<double> mean_over_neighbours(const NeighbourLists& lists,
                                         std::span<const double> values, Team& team) {
  std::vector<double> mean(values.begin(), values.end());
  team.for_blocks(lists.nodes(), kBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto v = begin; v < end; ++v) {
      const auto index = lists.indices(v);
      if (index.empty()) continue;
      double sum = 0;
      for (const std::int32_t u : index) sum += values[u];
      mean[v] = sum / static_cast<double>(index.size());
    }
  });
  return mean;
}

/// The mean conductance of a node's edges; 0 without any, and for all nodes if there is no
/// conductance.
double mean_at(const Graph& graph, std::span<const float> conductance, std::int64_t v) {
  if (conductance.empty() || graph.degree(v) == 0) return 0;
  double sum = 0;
  for (auto e = graph.offset[v]; e < graph.offset[v + 1]; ++e)
    sum += static_cast<double>(conductance[graph.edge_of[e]]);
  return sum / static_cast<double>(graph.degree(v));
}

}  // namespace

std::vector<double> outlier_scores(const Graph& graph, std::span<const float> conductance,
                                   Team& team) {
  const NeighbourLists& lists = graph.lists;
  const std::vector<double> density = reach_densities(lists, team);
  const std::vector<double> wider =
      mean_over_neighbours(lists, mean_over_neighbours(lists, density, team), team);
  const auto reach = [&](std::int64_t v) { return lists.distances(v).back() + kNothing; };
  std::vector<double> reaches;
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    if (lists.size(v) > 0) reaches.push_back(reach(v));
  }
  const double usual_reach = quantile(std::move(reaches), 0.5);

  std::vector<double> sum(static_cast<std::size_t>(graph.nodes), 0.0);
  team.for_blocks(graph.nodes, kBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto v = begin; v < end; ++v) {
      if (lists.size(v) == 0) continue;
      const double sparser = wider[v] > 0 ? std::log(wider[v] / density[v]) : 0;
      const double farther = std::max(0.0, std::log(reach(v) / usual_reach));
      sum[v] =
          sparser + kReachWeight * farther - kConductanceWeight * mean_at(graph, conductance, v);
    }
  });
  const double median = quantile(sum, 0.5);
  // On a grid the quartiles are almost equal, but its border points are not outliers.
  const double spread = std::max(quantile(sum, 0.75) - quantile(sum, 0.25), kLeastSpread);
  std::vector<double> score(sum.size());
  for (std::size_t v = 0; v < sum.size(); ++v) {
    const double above = (sum[v] - median) / spread;
    score[v] = lists.size(static_cast<std::int64_t>(v)) == 0
                   ? 1.0
                   : 1 / (1 + std::exp(-kSlope * (above - fitted::kUsualOutlier)));
  }
  return score;
}

}  // namespace gnac::detail
