#include "readout/cluster_count.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>

#include "readout/agreement.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kLeastEdges = 5;  // a boundary with fewer edges says little
constexpr double kFloor = 1e-4;          // of the largest eigenvalue: smaller ones count as equal

// Fitted by bench/fit_cluster_count.py: the weights maximise the expected adjusted Rand index of a
// softmax choice among two or more clusters on synthetic problems.
constexpr double kAgreement = 6.86;
constexpr double kNested = 9.62;
constexpr double kBoundary = -11.52;
constexpr double kCut = -6.41;
constexpr double kExcessGap = 2.04;
constexpr double kLevel = 1.88;
constexpr double kLikelihood = 6.28;
constexpr double kLogClusters = -3.22;
// From that sum to the expected index.
constexpr double kScale = 0.126;
constexpr double kShift = 1.286;
// Beyond either limit there is more than one cluster: if there is really just one, its best cut
// rarely crosses edges that conduct so little, and its gap is rarely so large. The widths make this
// a probability.
constexpr double kOneCut = 0.38;
constexpr double kOneCutWidth = 0.1;
constexpr double kOneGap = 0.75;
constexpr double kOneGapWidth = 0.2;

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
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
  double mean = 0;     // α over all edges between clusters
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
  if (all.edges > 0) result.mean = all.alpha / static_cast<double>(all.edges);
  for (const auto& [pair, sum] : between) {
    if (sum.edges < kLeastEdges) continue;
    result.largest = std::max(result.largest, sum.alpha / static_cast<double>(sum.edges));
  }
  return result;
}

/// The smallest eigenvalues that the reading solved for, ascending.
std::vector<double> eigenvalues(const Reading& reading) {
  std::vector<double> values;
  for (const auto& part : reading.spectrum.components) {
    values.insert(values.end(), part.values.begin(), part.values.end());
  }
  std::sort(values.begin(), values.end());
  if (values.size() > kEigenvalues) values.resize(kEigenvalues);
  return values;
}

/// How fast eigenvalues grow: λ_k is about (k - 1)^s inside a cluster, s = 2 on a curve and 1 on a
/// surface (Weyl's law). Measured on the upper half of them, where clusters no longer matter.
double growth(std::span<const double> values) {
  constexpr std::size_t kFewest = 7;
  constexpr double kMost = 3;
  if (values.size() < kFewest) return 1;
  const std::size_t middle = (values.size() - 1) / 2;
  const double up = std::log((values.back() + 1e-12) / (values[middle] + 1e-12));
  const double steps = static_cast<double>(values.size() - 1) / static_cast<double>(middle);
  return std::clamp(up / std::log(steps), 0.0, kMost);
}

void weigh_eigenvalues(std::span<CountEvidence> all, std::span<const double> values) {
  constexpr double kLeast = -3, kMost = 5;  // clamped: extremes carry no more evidence
  if (values.empty()) return;
  const double s = growth(values), largest = values.back() + 1e-12, floor = kFloor * largest;
  for (CountEvidence& e : all) {
    const auto k = static_cast<std::size_t>(e.clusters);
    if (k < 2 || k > values.size()) continue;
    const double own = values[k - 1] + floor;
    e.level = std::log(own / largest);
    if (k == values.size()) continue;
    const double expected = s * std::log(static_cast<double>(k) / static_cast<double>(k - 1));
    e.excess_gap = std::clamp(std::log((values[k] + floor) / own) - expected, kLeast, kMost);
  }
}

double evidence_sum(const CountEvidence& e, double best_likelihood) {
  return kAgreement * e.agreement + kNested * e.nested + kBoundary * e.boundary +
         kCut * e.cut_alpha + kExcessGap * e.excess_gap + kLevel * e.level +
         kLikelihood * (e.likelihood - best_likelihood) +
         kLogClusters * std::log(static_cast<double>(e.clusters));
}

/// The probability that there is only one cluster, judged by the best cut into more.
double single_probability(const CountEvidence& best) {
  const double by_cut = (best.cut_alpha - kOneCut) / kOneCutWidth;
  const double by_gap = (kOneGap - best.agreement * best.excess_gap) / kOneGapWidth;
  return logistic(std::min(by_cut, by_gap));
}

void score(std::span<CountEvidence> all) {
  double best_likelihood = all.front().likelihood;
  for (const CountEvidence& e : all) best_likelihood = std::max(best_likelihood, e.likelihood);
  if (all.size() == 1) {
    all.front().score = 1;
    return;
  }
  for (CountEvidence& e : all.subspan(1)) {
    e.score = logistic(kScale * evidence_sum(e, best_likelihood) + kShift);
  }
  const CountEvidence best = all[1 + best_count(all.subspan(1))];
  const double single = single_probability(best);
  for (CountEvidence& e : all.subspan(1)) e.score *= 1 - single;
  // One cluster wins exactly if it is the likelier answer.
  all.front().score = single >= 0.5 ? single : single * best.score;
}

}  // namespace

int reading_for(int most, std::int64_t nodes) {
  return static_cast<int>(std::min<std::int64_t>(std::max(most + 1LL, kEigenvalues + 0LL), nodes));
}

std::vector<CountEvidence> rank_clusters(const Reading& reading, const Graph& graph, int most,
                                         Team& team) {
  assert(reading.fewest == 1 && most <= reading.most);
  std::vector<CountEvidence> all(1);
  const std::vector<std::int32_t> together(graph.nodes, 0);
  all.front().likelihood = mean_likelihood(graph, reading.conductance, together);
  std::vector<std::int32_t> labels;  // the spectral readout of k clusters
  if (most > 1) labels = cut_by(ReadoutKind::spectral, reading, graph, 2, team);
  for (int k = 2; k <= most; ++k) {
    CountEvidence e{.clusters = k};
    e.agreement = rand_agreement(labels, cut_by(ReadoutKind::tree, reading, graph, k, team));
    const auto [mean, largest] = boundaries(graph, reading.conductance, labels);
    e.cut_alpha = mean;
    e.boundary = largest;
    e.likelihood = mean_likelihood(graph, reading.conductance, labels);
    if (k < reading.most) {
      auto next = cut_by(ReadoutKind::spectral, reading, graph, k + 1, team);
      e.nested = rand_agreement(labels, next);
      labels = std::move(next);
    }
    all.push_back(e);
  }
  weigh_eigenvalues(all, eigenvalues(reading));
  score(all);
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
