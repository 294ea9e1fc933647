#include "readout/cluster_count.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>

namespace gnac::detail {
namespace {

constexpr std::int64_t kLeastEdges = 5;  // a boundary of fewer says little

// Weights fitted by bench/fit_cluster_count.py: they maximise the expected adjusted Rand index of a
// softmax choice on synthetic problems.
constexpr double kAgreement = 7.81;
constexpr double kBoundary = -12.16;
constexpr double kCut = -8.44;
constexpr double kGap = 1.62;
constexpr double kSmallest = 5.07;
constexpr double kLikelihood = 13.5;
constexpr double kSize = -3.16;
constexpr double kOneSize = -4.28;
// Fitted: 5.70. Lowered to what still finds 97 % of single clusters (bench/one_cluster.py): it
// costs 0.004 of the index on synthetic problems, and clusters that touch are split more often.
constexpr double kOne = 2.2;
constexpr double kOneCut = 7.24;
// And from the sum to the index that is to be expected.
constexpr double kScale = 0.126;
constexpr double kShift = 0.081;

/// Eigenvalues shrink as clusters grow; this makes up for it.
double log_size(double nodes) {
  return std::log(nodes / 100);
}

double evidence_sum(const CountEvidence& e, double nodes, double best_likelihood) {
  const double gap = std::log(e.next_eigenvalue + 1e-6) - std::log(e.eigenvalue + 1e-3);
  return kAgreement * e.agreement + kBoundary * e.boundary + kCut * e.cut_alpha + kGap * gap +
         kSmallest * std::min(e.smallest, 0.5) + kLikelihood * (e.likelihood - best_likelihood) +
         kSize * log_size(nodes / e.clusters);
}

double mean_likelihood(const Graph& graph, std::span<const float> conductance,
                       std::span<const std::int32_t> labels) {
  constexpr double kLeast = 1e-3;  // a single edge must not decide
  double sum = 0;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const double alpha = std::clamp(static_cast<double>(conductance[e]), kLeast, 1 - kLeast);
    const bool inside = labels[graph.edges[e].i] == labels[graph.edges[e].j];
    sum += std::log(inside ? alpha : 1 - alpha);
  }
  return graph.edges.empty() ? 0 : sum / static_cast<double>(graph.edges.size());
}

struct Boundaries {
  double mean = 1;     // α over all edges between clusters
  double largest = 0;  // of the means between two clusters
};

Boundaries boundaries(const Graph& graph, std::span<const float> conductance,
                      std::span<const std::int32_t> labels) {
  struct Sum {
    double alpha = 0;
    std::int64_t edges = 0;
  };
  std::map<std::pair<std::int32_t, std::int32_t>, Sum> between;
  Sum all;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const std::int32_t p = labels[graph.edges[e].i], q = labels[graph.edges[e].j];
    if (p == q) continue;
    Sum& sum = between[std::minmax(p, q)];
    sum.alpha += static_cast<double>(conductance[e]);
    all.alpha += static_cast<double>(conductance[e]);
    ++sum.edges;
    ++all.edges;
  }
  Boundaries result;
  result.mean = all.edges > 0 ? all.alpha / static_cast<double>(all.edges) : 0.0;
  for (const auto& [pair, sum] : between) {
    if (sum.edges < kLeastEdges) continue;
    result.largest = std::max(result.largest, sum.alpha / static_cast<double>(sum.edges));
  }
  return result;
}

CountEvidence evidence_for(const Reading& reading, const Graph& graph, int clusters, Team& team) {
  CountEvidence found;
  found.clusters = clusters;
  if (clusters == 1) {
    const std::vector<std::int32_t> together(graph.nodes, 0);
    found.likelihood = mean_likelihood(graph, reading.conductance, together);
    return found;
  }
  const auto all = candidates(reading, graph, clusters, team);
  const Candidate& chosen = all.front();
  found.readout = chosen.readout;
  found.agreement = 0;
  for (const auto& c : all) found.agreement += c.agreement / kReadouts;
  found.worst_cut = chosen.worst_cut;
  const auto [mean, largest] = boundaries(graph, reading.conductance, chosen.labels);
  found.likelihood = mean_likelihood(graph, reading.conductance, chosen.labels);
  found.cut_alpha = mean;
  found.boundary = largest;
  std::vector<std::int64_t> size(clusters, 0);
  for (const std::int32_t l : chosen.labels) ++size[l];
  found.smallest = static_cast<double>(*std::min_element(size.begin(), size.end())) * clusters /
                   static_cast<double>(graph.nodes);
  return found;
}

}  // namespace

std::vector<CountEvidence> rank_clusters(const Reading& reading, const Graph& graph, Team& team) {
  assert(reading.fewest == 1);
  std::vector<double> values;
  for (const auto& part : reading.spectrum.components) {
    values.insert(values.end(), part.values.begin(), part.values.end());
  }
  std::sort(values.begin(), values.end());
  std::vector<CountEvidence> all;
  for (int k = 1; k <= reading.most; ++k) {
    all.push_back(evidence_for(reading, graph, k, team));
    if (k <= std::ssize(values)) all.back().eigenvalue = values[k - 1];
  }
  for (std::size_t k = 0; k + 1 < all.size(); ++k) all[k].next_eigenvalue = all[k + 1].eigenvalue;
  if (all.size() > 1) all.pop_back();
  const auto nodes = static_cast<double>(graph.nodes);
  double best_cut = 1;
  double best_likelihood = all.front().likelihood;
  for (const auto& e : all) {
    best_cut = std::min(best_cut, e.cut_alpha);
    best_likelihood = std::max(best_likelihood, e.likelihood);
  }
  for (CountEvidence& e : all) {
    const double sum = e.clusters == 1 ? kOne + kOneCut * best_cut + kOneSize * log_size(nodes)
                                       : evidence_sum(e, nodes, best_likelihood);
    e.score = 1 / (1 + std::exp(-(kScale * sum + kShift)));
  }
  return all;
}

std::size_t best_count(std::span<const CountEvidence> evidence) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < evidence.size(); ++k) {
    if (evidence[k].score >= evidence[best].score) best = k;
  }
  return best;
}

}  // namespace gnac::detail
