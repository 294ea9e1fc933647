#include "readout/confidence.h"

#include <algorithm>
#include <cmath>

#include "readout/agreement.h"

namespace gnac::detail {
namespace {

// Fitted by bench/fit_cluster_count.py.
constexpr double kAgreement = 5.17;
constexpr double kCut = -0.93;
constexpr double kOffset = -2.67;

/// The largest Jaccard index of each of a's clusters with one of b's.
std::vector<double> overlap(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                            int clusters) {
  std::vector<std::int64_t> of_a(clusters, 0), of_b(clusters, 0), pair(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ++of_a[a[i]];
    ++of_b[b[i]];
    pair[i] = static_cast<std::int64_t>(a[i]) * clusters + b[i];
  }
  std::sort(pair.begin(), pair.end());
  std::vector<double> best(clusters, 0.0);
  for (auto first = pair.begin(); first != pair.end();) {
    const auto last = std::upper_bound(first, pair.end(), *first);
    const auto p = *first / clusters, q = *first % clusters;
    const auto both = static_cast<double>(last - first);
    const double either = static_cast<double>(of_a[p] + of_b[q]) - both;
    best[p] = std::max(best[p], both / either);
    first = last;
  }
  return best;
}

}  // namespace

Confidence confidence(std::span<const Candidate> candidates, const Reading& reading,
                      const Graph& graph, int clusters) {
  const Candidate& chosen = candidates.front();
  const std::span<const float> alpha(reading.conductance);
  if (clusters == 1) return {};
  double agreement = 0;
  for (const auto& c : candidates) {
    agreement += c.agreement / static_cast<double>(candidates.size());
  }
  double cut = 0;
  std::int64_t edges = 0;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (chosen.labels[graph.edges[e].i] == chosen.labels[graph.edges[e].j]) continue;
    cut += static_cast<double>(alpha[e]);
    ++edges;
  }
  if (edges > 0) cut /= static_cast<double>(edges);
  Confidence result;
  result.fit = 1 / (1 + std::exp(-(kAgreement * agreement + kCut * cut + kOffset)));
  result.clusters.assign(clusters, 0.0);
  for (const auto& other : candidates.subspan(1)) {
    const auto share = overlap(chosen.labels, other.labels, clusters);
    for (int k = 0; k < clusters; ++k) {
      result.clusters[k] += share[k] / static_cast<double>(candidates.size() - 1);
    }
  }
  const auto lost = cut_shares(graph, alpha, chosen.labels, clusters);
  for (int k = 0; k < clusters; ++k) result.clusters[k] *= 1 - lost[k];
  return result;
}

}  // namespace gnac::detail
