#include "readout/boundaries.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

namespace gnac::detail {
namespace {

constexpr double kLeast = 1e-3;  // a single edge must not decide a likelihood

struct Sum {
  double alpha = 0;
  std::int64_t edges = 0;

  void add(double a) {
    alpha += a;
    ++edges;
  }
  /// A cluster without an edge inside has nothing that conducts badly.
  double mean() const { return edges > 0 ? alpha / static_cast<double>(edges) : 1.0; }
};

double log_odds_of_cut(double alpha) {
  const double a = std::clamp(alpha, kLeast, 1 - kLeast);
  return std::log((1 - a) / a);
}

}  // namespace

Boundaries boundaries(const Graph& graph, std::span<const float> conductance,
                      std::span<const std::int32_t> labels, int clusters) {
  std::vector<Sum> inside(static_cast<std::size_t>(clusters));
  std::unordered_map<std::int64_t, Sum> between;
  Sum cut;
  double likelihood = 0;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const std::int32_t p = labels[graph.edges[e].i], q = labels[graph.edges[e].j];
    const auto alpha = static_cast<double>(conductance[e]);
    if (p == q) {
      inside[p].add(alpha);
      continue;
    }
    between[std::int64_t{std::min(p, q)} * clusters + std::max(p, q)].add(alpha);
    cut.add(alpha);
    likelihood += log_odds_of_cut(alpha);
  }
  Boundaries result;
  if (cut.edges > 0) result.mean = cut.mean();
  if (!graph.edges.empty())
    result.likelihood = likelihood / static_cast<double>(graph.edges.size());
  for (const auto& [pair, sum] : between) {
    if (sum.edges < kLeastBoundary) continue;
    const double least = std::min(inside[pair / clusters].mean(), inside[pair % clusters].mean());
    result.largest = std::max(result.largest, sum.mean());
    result.contrast = std::min(result.contrast, least - sum.mean());
  }
  return result;
}

}  // namespace gnac::detail
