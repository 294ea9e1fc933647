#include "readout/outliers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gnac {
namespace {

constexpr std::int64_t kNear = 5;  // edges that are looked at
constexpr double kConductance = -2.59;
constexpr double kWithin = 0.44;
constexpr double kOverall = 1.29;
constexpr double kOffset =
    -2.79 + 1.11;  // the threshold, 0.5, is exceeded by 1 % where no noise is
constexpr double kLeastSpread = 0.1;

struct Spread {
  double median = 0;
  double quartiles = 0;  // the distance between them
};

Spread spread_of(std::vector<double>& values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {  // linear between the two nearest
    const double position = share * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(position);
    const auto high = std::min(low + 1, values.size() - 1);
    const double part = position - static_cast<double>(low);
    return values[low] + part * (values[high] - values[low]);
  };
  return {at(0.5), at(0.75) - at(0.25)};
}

}  // namespace

std::vector<double> outlier_scores(const Graph& graph, std::span<const float> conductance,
                                   std::span<const std::int32_t> labels, int clusters, Team& team) {
  // Duplicates have distance 0: no reach is taken below a millionth of the graph's typical edge.
  std::vector<double> sorted(graph.distance.begin(), graph.distance.end());
  const double typical = spread_of(sorted).median;
  const double least = std::max(1e-6 * typical, 1e-300);
  std::vector<double> reach(graph.nodes, 0.0), alpha(graph.nodes, 0.0);
  team.for_blocks(graph.nodes, 1024, [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<double, std::int32_t>> near;
    for (auto v = begin; v < end; ++v) {
      near.clear();
      for (auto e = graph.offset[v]; e < graph.offset[v + 1]; ++e) {
        near.emplace_back(graph.distance[graph.edge_of[e]], graph.edge_of[e]);
      }
      const auto count = std::min(kNear, std::ssize(near));
      if (count == 0) continue;
      std::partial_sort(near.begin(), near.begin() + count, near.end());
      for (std::int64_t k = 0; k < count; ++k) alpha[v] += conductance[near[k].second];
      alpha[v] /= static_cast<double>(count);
      reach[v] = std::log(std::max(near[count - 1].first, least));
    }
  });
  std::vector<std::vector<double>> of_cluster(clusters);
  std::vector<double> of_all;
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    if (graph.degree(v) == 0) continue;
    of_cluster[labels[v]].push_back(reach[v]);
    of_all.push_back(reach[v]);
  }
  const Spread all = spread_of(of_all);
  std::vector<Spread> cluster;
  for (auto& values : of_cluster) cluster.push_back(spread_of(values));
  std::vector<double> score(graph.nodes, 1.0);
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    if (graph.degree(v) == 0) continue;
    const Spread& own = cluster[labels[v]];
    const double within = (reach[v] - own.median) / (own.quartiles + kLeastSpread);
    const double overall = (reach[v] - all.median) / (all.quartiles + kLeastSpread);
    const double sum = kConductance * alpha[v] + kWithin * within + kOverall * overall + kOffset;
    score[v] = 1 / (1 + std::exp(-sum));
  }
  return score;
}

}  // namespace gnac
