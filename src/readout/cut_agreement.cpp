#include "readout/cut_agreement.h"

#include <algorithm>

#include "support/rand_index.h"

namespace gnac::detail {
namespace {

double pairs_in(std::span<const std::int64_t> counts) {
  double sum = 0;
  for (const std::int64_t c : counts) sum += pairs_of(static_cast<double>(c));
  return sum;
}

}  // namespace

double rand_agreement(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
  const auto clusters = [](std::span<const std::int32_t> labels) {
    return labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end()) + 1;
  };
  const std::int64_t ka = clusters(a), kb = clusters(b);
  std::vector<std::int64_t> of_a(ka, 0), of_b(kb, 0), both;
  for (const std::int32_t l : a) ++of_a[l];
  for (const std::int32_t l : b) ++of_b[l];
  if (ka * kb <= 4 * std::ssize(a)) {
    both.assign(ka * kb, 0);
    for (std::size_t i = 0; i < a.size(); ++i) ++both[a[i] * kb + b[i]];
  } else {  // many clusters: count runs of equal pairs
    std::vector<std::int64_t> pair(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) pair[i] = a[i] * kb + b[i];
    std::sort(pair.begin(), pair.end());
    for (std::size_t i = 0; i < pair.size(); ++i) {
      if (i == 0 || pair[i] != pair[i - 1]) both.push_back(0);
      ++both.back();
    }
  }
  return adjusted_rand_of_pairs(pairs_in(both), pairs_in(of_a), pairs_in(of_b),
                                pairs_of(static_cast<double>(a.size())));
}

std::vector<double> best_overlaps(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
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

std::vector<double> cut_shares(const Graph& graph, std::span<const float> weight,
                               std::span<const std::int32_t> labels, int clusters) {
  std::vector<double> cut(clusters, 0.0), volume(clusters, 0.0);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const std::int32_t p = labels[graph.edges[e].i], q = labels[graph.edges[e].j];
    const auto w = static_cast<double>(weight[e]);
    volume[p] += w;
    volume[q] += w;
    if (p == q) continue;
    cut[p] += w;
    cut[q] += w;
  }
  for (int k = 0; k < clusters; ++k) cut[k] = volume[k] > 0 ? cut[k] / volume[k] : 0.0;
  return cut;
}

}  // namespace gnac::detail
