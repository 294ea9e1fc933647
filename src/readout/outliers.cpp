#include "readout/outliers.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "readout/fitted.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kOutlierBlock = 1024;
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

/// Inverse of the mean distance at which a node's neighbours, nodes of `fitted`, reach it.
std::vector<double> reach_densities(const NeighborLists& lists, const NeighborLists& fitted,
                                    Team& team) {
  std::vector<double> density(static_cast<std::size_t>(lists.nodes()), 0.0);
  team.for_blocks(lists.nodes(), kOutlierBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto v = begin; v < end; ++v) {
      const auto index = lists.indices(v);
      const auto distance = lists.distances(v);
      double sum = 0;
      for (std::size_t e = 0; e < index.size(); ++e) {
        // In a caller's own graph, j may not have i in its list.
        const double farthest = fitted.size(index[e]) > 0 ? fitted.distances(index[e]).back() : 0.0;
        sum += std::max(distance[e], farthest);
      }
      if (!index.empty()) density[v] = static_cast<double>(index.size()) / (sum + kNothing);
    }
  });
  return density;
}

/// The mean of the neighbours' `values`; a node without any keeps its own, `alone`.
std::vector<double> mean_over_neighbours(const NeighborLists& lists, std::span<const double> values,
                                         std::span<const double> alone, Team& team) {
  std::vector<double> mean(alone.begin(), alone.end());
  team.for_blocks(lists.nodes(), kOutlierBlock, [&](std::int64_t begin, std::int64_t end) {
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

/// The scale by which the scores of nodes are measured.
struct Gauge {
  std::vector<double> density;  ///< per fitted node
  std::vector<double> around;   ///< per fitted node: mean density of its neighbours
  double usual_reach = 0;
  double median = 0;  ///< of the sums of the fitted nodes
  double spread = 1;
};

double reach(const NeighborLists& lists, std::int64_t v) {
  return lists.distances(v).back() + kNothing;
}

/// The sum of the three terms for each node of `lists`; `open(v)` is the mean conductance of its
/// edges.
template <class Open>
std::vector<double> sums(const Gauge& gauge, const NeighborLists& lists,
                         std::span<const double> density, const Open& open, Team& team) {
  const std::vector<double> wider = mean_over_neighbours(lists, gauge.around, density, team);
  std::vector<double> sum(density.size(), 0.0);
  team.for_blocks(lists.nodes(), kOutlierBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto v = begin; v < end; ++v) {
      if (lists.size(v) == 0) continue;
      const double sparser = wider[v] > 0 ? std::log(wider[v] / density[v]) : 0;
      const double farther = std::max(0.0, std::log(reach(lists, v) / gauge.usual_reach));
      sum[v] = sparser + kReachWeight * farther - kConductanceWeight * open(v);
    }
  });
  return sum;
}

/// The gauge of a graph, and the sums of its nodes.
std::pair<Gauge, std::vector<double>> gauge_of(const Graph& graph,
                                               std::span<const float> conductance, Team& team) {
  const NeighborLists& lists = graph.lists;
  Gauge gauge;
  gauge.density = reach_densities(lists, lists, team);
  gauge.around = mean_over_neighbours(lists, gauge.density, gauge.density, team);
  std::vector<double> reaches;
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    if (lists.size(v) > 0) reaches.push_back(reach(lists, v));
  }
  gauge.usual_reach = quantile(std::move(reaches), 0.5);
  std::vector<double> sum = sums(
      gauge, lists, gauge.density, [&](std::int64_t v) { return mean_at(graph, conductance, v); },
      team);
  gauge.median = quantile(sum, 0.5);
  // On a grid the quartiles are almost equal, but its border points are not outliers.
  gauge.spread = std::max(quantile(sum, 0.75) - quantile(sum, 0.25), kLeastSpread);
  return {std::move(gauge), std::move(sum)};
}

std::vector<double> scores(const Gauge& gauge, const NeighborLists& lists,
                           std::span<const double> sum) {
  std::vector<double> score(sum.size());
  for (std::size_t v = 0; v < sum.size(); ++v) {
    const double above = (sum[v] - gauge.median) / gauge.spread;
    score[v] = lists.size(static_cast<std::int64_t>(v)) == 0
                   ? 1.0
                   : 1 / (1 + std::exp(-kSlope * (above - fitted::kUsualOutlier)));
  }
  return score;
}

}  // namespace

std::vector<double> outlier_scores(const Graph& graph, std::span<const float> conductance,
                                   Team& team) {
  const auto [gauge, sum] = gauge_of(graph, conductance, team);
  return scores(gauge, graph.lists, sum);
}

std::vector<double> new_outlier_scores(const Graph& graph, std::span<const float> conductance,
                                       const NeighborLists& ties,
                                       std::span<const float> new_conductance, Team& team) {
  const Gauge gauge = gauge_of(graph, conductance, team).first;
  const auto open = [&](std::int64_t v) {
    double total = 0;
    for (auto e = ties.offset[v]; e < ties.offset[v + 1]; ++e)
      total += static_cast<double>(new_conductance[e]);
    return total / static_cast<double>(ties.size(v));
  };
  const std::vector<double> density = reach_densities(ties, graph.lists, team);
  return scores(gauge, ties, sums(gauge, ties, density, open, team));
}

}  // namespace gnac::detail
