#include "readout/cluster_count.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "readout/boundaries.h"
#include "readout/cut_agreement.h"
#include "readout/fitted.h"
#include "readout/cut_views.h"

namespace gnac::detail {
namespace {

constexpr double kFloor = 1e-4;  // of the largest eigenvalue: smaller ones count as equal

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

/// Nodes of the smallest cluster, relative to n/K.
double least_share(std::span<const std::int32_t> labels, int clusters) {
  std::vector<std::int64_t> size(static_cast<std::size_t>(clusters), 0);
  for (const std::int32_t l : labels) ++size[l];
  return static_cast<double>(*std::min_element(size.begin(), size.end())) * clusters /
         static_cast<double>(labels.size());
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
  return fitted::kAgreement * e.agreement + fitted::kNested * e.nested +
         fitted::kBoundary * e.boundary + fitted::kCut * e.cut_alpha +
         fitted::kContrast * e.contrast + fitted::kExcessGap * e.excess_gap +
         fitted::kLevel * e.level + fitted::kLikelihood * (e.likelihood - best_likelihood) +
         fitted::kLogClusters * std::log(static_cast<double>(e.clusters)) +
         fitted::kLeast * e.least;
}

/// Scores two clusters and more as if there were several.
void score_several(std::span<CountEvidence> all) {
  double best_likelihood = 0;  // of one cluster
  for (const CountEvidence& e : all) best_likelihood = std::max(best_likelihood, e.likelihood);
  for (CountEvidence& e : all.subspan(1)) {
    e.score = logistic(fitted::kScale * evidence_sum(e, best_likelihood) + fitted::kShift);
  }
}

/// How likely there is one cluster only, by the best cut into more. A clear gap between eigenvalues
/// is enough by itself: the more points there are, the more the edges between clusters conduct.
double single_probability(const CountEvidence& best) {
  constexpr double kLeastGap = -1, kMostGap = 3;  // what lies beyond says no more
  const double gap = std::clamp(best.agreement * best.excess_gap, kLeastGap, kMostGap);
  const double several = fitted::kSeveralCut * best.cut_alpha + fitted::kSeveralGap * gap +
                         fitted::kSeveralSurvival * best.survival +
                         fitted::kSeveralContrast * best.contrast +
                         fitted::kSeveralSteadiness * best.steadiness + fitted::kSeveralOffset;
  constexpr double kGapWidth = 0.2;
  return logistic(-std::max(several, (gap - fitted::kSeveralGapAlone) / kGapWidth));
}

/// One cluster is ahead of the others exactly where it is the likelier answer.
void weigh_single(std::span<CountEvidence> all, const CountEvidence& best) {
  const double single = single_probability(best), several = best.score;
  for (CountEvidence& e : all.subspan(1)) e.score *= 1 - single;
  all.front().score = single >= 0.5 ? single : single * several;
}

/// The evidence of one reading.
std::vector<CountEvidence> evidence_of(const Reading& reading, const Graph& graph, int most,
                                       Team& team) {
  assert(reading.fewest == 1 && most <= reading.most);
  std::vector<CountEvidence> all(1);
  std::vector<std::int32_t> labels;  // the spectral readout of k clusters
  if (most > 1) labels = cut_by(ReadoutChoice::spectral, reading, graph, 2, team);
  for (int k = 2; k <= most; ++k) {
    CountEvidence e{.clusters = k};
    e.agreement = rand_agreement(labels, cut_by(ReadoutChoice::tree, reading, graph, k, team));
    const Boundaries found = boundaries(graph, reading.conductance, labels, k);
    e.cut_alpha = found.mean;
    e.boundary = found.largest;
    e.contrast = found.contrast;
    e.likelihood = found.likelihood;
    e.least = least_share(labels, k);
    if (k < reading.most) {
      auto next = cut_by(ReadoutChoice::spectral, reading, graph, k + 1, team);
      e.nested = rand_agreement(labels, next);
      labels = std::move(next);
    }
    all.push_back(e);
  }
  weigh_eigenvalues(all, eigenvalues(reading));
  return all;
}

/// Moves the evidence half the way to the mean of the excerpts' where they reach so far.
void add_excerpts(std::span<CountEvidence> all,
                  std::span<const std::vector<CountEvidence>> excerpts) {
  for (std::size_t k = 1; k < all.size(); ++k) {
    const auto reaches = [&](const auto& excerpt) { return k < excerpt.size(); };
    const auto count = std::count_if(excerpts.begin(), excerpts.end(), reaches);
    if (count == 0) continue;
    for (const auto field :
         {&CountEvidence::agreement, &CountEvidence::nested, &CountEvidence::boundary,
          &CountEvidence::cut_alpha, &CountEvidence::contrast, &CountEvidence::level,
          &CountEvidence::excess_gap, &CountEvidence::likelihood, &CountEvidence::least}) {
      double sum = 0;
      for (const auto& excerpt : excerpts) sum += reaches(excerpt) ? excerpt[k].*field : 0;
      all[k].*field = 0.5 * (all[k].*field + sum / static_cast<double>(count));
    }
  }
}

}  // namespace

int reading_for(int most, std::int64_t nodes) {
  return static_cast<int>(std::min<std::int64_t>(std::max(most + 1LL, kEigenvalues + 0LL), nodes));
}

std::vector<CountEvidence> gather_evidence(const Reading& reading, const Graph& graph, int most,
                                           std::span<const Excerpt> excerpts, Team& team) {
  std::vector<CountEvidence> all = evidence_of(reading, graph, most, team);
  std::vector<std::vector<CountEvidence>> others;
  for (const Excerpt& excerpt : excerpts) {
    const auto farthest = static_cast<int>(std::min<std::int64_t>(most, excerpt.graph.nodes - 1));
    others.push_back(evidence_of(excerpt.reading, excerpt.graph, farthest, team));
  }
  add_excerpts(all, others);
  return all;
}

double steadiness(const CountEvidence& evidence, std::span<const std::int32_t> labels,
                  std::span<const Excerpt> excerpts, Team& team) {
  if (excerpts.empty()) return evidence.agreement;
  double sum = 0;
  for (const Excerpt& excerpt : excerpts) {
    if (evidence.clusters >= excerpt.graph.nodes) continue;  // so many are never found again
    std::vector<std::int32_t> seen;
    for (const std::int32_t row : excerpt.rows) seen.push_back(labels[row]);
    sum += rand_agreement(seen, cut_by(ReadoutChoice::spectral, excerpt.reading, excerpt.graph,
                                       evidence.clusters, team));
  }
  return sum / static_cast<double>(excerpts.size());
}

std::vector<CountEvidence> rank_clusters(const Reading& reading, const Graph& graph, int most,
                                         const Variations& variations,
                                         std::span<const Excerpt> excerpts, Team& team) {
  std::vector<CountEvidence> all = gather_evidence(reading, graph, most, excerpts, team);
  if (all.size() == 1) {
    all.front().score = 1;
    return all;
  }
  score_several(all);
  CountEvidence& best = all[1 + best_count(std::span(all).subspan(1))];
  const auto cuts = conductance_cuts(reading, graph, best.clusters, team);
  best.survival = survival(cuts, variations, reading, graph, best.clusters).fit;
  best.steadiness = steadiness(best, cuts.front().labels, excerpts, team);
  weigh_single(all, CountEvidence(best));
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
