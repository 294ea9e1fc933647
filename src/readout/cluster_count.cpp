#include "readout/cluster_count.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "graph/intrinsic_dimension.h"
#include "readout/boundaries.h"
#include "readout/cut_agreement.h"
#include "readout/cut_views.h"
#include "readout/fitted.h"
#include "readout/many_cuts.h"
#include "readout/reading.h"

namespace gnac::detail {
namespace {

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

/// The smallest eigenvalues that the reading solved for, ascending.
std::vector<double> eigenvalues(const Reading& reading) {
  std::vector<double> values;
  for (const auto& part : reading.spectrum.components)
    values.insert(values.end(), part.values.begin(), part.values.end());
  std::sort(values.begin(), values.end());
  values.resize(std::min(values.size(), static_cast<std::size_t>(reading.most)));
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

double excess_gap(std::span<const double> values, int clusters) {
  constexpr double kLeast = -3, kMost = 5;  // extremes carry no more evidence
  constexpr double kFloor = 1e-4;           // of the largest value: smaller ones count as equal
  const auto k = static_cast<std::size_t>(clusters);
  if (k >= values.size()) return 0;
  const double floor = kFloor * (values.back() + 1e-12);
  const double expected =
      growth(values) * std::log(static_cast<double>(k) / static_cast<double>(k - 1));
  const double gap = std::log((values[k] + floor) / (values[k - 1] + floor));
  return std::clamp(gap - expected, kLeast, kMost);
}

/// Per node, the logarithm of the mean distance along its edges.
std::vector<double> sparsity(const Graph& graph) {
  constexpr double kLeast = 1e-12;  // for points that coincide with all their neighbours
  std::vector<double> result(static_cast<std::size_t>(graph.nodes), 0.0);
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    double sum = 0;
    for (auto at = graph.offset[v]; at < graph.offset[v + 1]; ++at)
      sum += graph.distance[graph.edge_of[at]];
    const auto degree = std::max<std::int64_t>(graph.degree(v), 1);
    result[v] = std::log(sum / static_cast<double>(degree) + kLeast);
  }
  return result;
}

/// Mean sparsity at the ends of the edges that a partition cuts, above the mean over its clusters
/// of their median. Without cut edges the clusters are as far apart as can be.
double valley(const Graph& graph, std::span<const double> sparsity,
              std::span<const std::int32_t> labels, int clusters) {
  constexpr double kLeast = -0.1, kMost = 0.4;  // extremes carry no more evidence
  double sum = 0;
  std::int64_t ends = 0;
  for (const Edge& edge : graph.edges) {
    if (labels[edge.i] == labels[edge.j]) continue;
    sum += sparsity[edge.i] + sparsity[edge.j];
    ends += 2;
  }
  if (ends == 0) return kMost;
  std::vector<std::vector<double>> inside(static_cast<std::size_t>(clusters));
  for (std::size_t v = 0; v < labels.size(); ++v) inside[labels[v]].push_back(sparsity[v]);
  double medians = 0;
  for (auto& values : inside) {
    const auto half = values.begin() + std::ssize(values) / 2;
    std::nth_element(values.begin(), half, values.end());
    medians += *half;
  }
  return std::clamp(sum / static_cast<double>(ends) - medians / clusters, kLeast, kMost);
}

/// All numbers of clusters of one reading.
class Survey {
 public:
  Survey(const Graph& graph, PointsView points, std::span<const float> conductance, int most,
         std::uint64_t seed, Team& team)
      : graph_(graph),
        points_(points),
        seed_(seed),
        dimension_(intrinsic_dimension(graph)),
        reading_(read_conductance(graph, points, conductance, 1,
                                  pairs_to_compare(most, graph.nodes), seed, team)),
        values_(eigenvalues(reading_)),
        sparsity_(sparsity(graph)) {}

  /// The numbers to compare up to `most`: in steps, and the one before the widest gap of the
  /// spectrum, which the steps may pass over.
  std::vector<int> numbers(int most) const {
    std::vector<int> result = compared_numbers(most);
    const auto gap = [&](int k) { return excess_gap(values_, k); };
    int widest = result.front();
    for (int k = widest + 1; k <= most; ++k)
      if (gap(k) > gap(widest)) widest = k;
    const auto place = std::ranges::lower_bound(result, widest);
    if (place == result.end() || *place != widest) result.insert(place, widest);
    return result;
  }

  /// Evidence for ascending numbers. The last has no next number to be nested in, and is taken to
  /// be as well nested as the one before.
  std::vector<CountEvidence> evidence(std::span<const int> numbers, Team& team) const {
    auto all = many_cuts(reading_, graph_, points_, numbers, seed_, team);
    std::vector<CountEvidence> result(numbers.size());
    team.for_each(std::ssize(numbers), [&](std::int64_t at) {
      Team alone(1);
      judge_views(all[at], graph_, reading_.conductance, numbers[at], dimension_, alone);
    });
    team.for_each(std::ssize(numbers), [&](std::int64_t at) {
      const std::vector<ViewCut>& cuts = all[at];
      const std::size_t best = best_view(cuts);
      CountEvidence& e = result[at];
      const auto& labels = e.labels = cuts[best].labels;
      e.clusters = numbers[at];
      e.agreement = cuts[best].agreement;
      if (at + 1 < std::ssize(numbers)) e.nested = rand_agreement(labels, all[at + 1][best].labels);
      const CutEdges cut = cut_edges(graph_, reading_.conductance, labels);
      e.cut_alpha = cut.alpha;
      e.log_odds = cut.log_odds;
      e.valley = valley(graph_, sparsity_, labels, e.clusters);
      for (const ViewCut& view : cuts)
        if (view.view == View::bare) e.bare_alpha = view.cut_alpha;
      e.least = cuts[best].least;
      e.smallest = std::llround(e.least * static_cast<double>(graph_.nodes) / e.clusters);
      e.excess_gap = excess_gap(values_, e.clusters);
    });
    if (result.size() > 1) result.back().nested = result[result.size() - 2].nested;
    return result;
  }

  CutShape shape(const CountEvidence& e, Team& team) const {
    return cut_shape(points_, e.labels, e.clusters, dimension_, team);
  }

 private:
  const Graph& graph_;
  PointsView points_;
  std::uint64_t seed_;
  double dimension_;
  Reading reading_;
  std::vector<double> values_;
  std::vector<double> sparsity_;
};

double weighed(const CountEvidence& e) {
  return 0.5 * e.agreement + 0.5 * e.nested + 0.3 * e.explained + 0.3 * e.least +
         0.08 * e.excess_gap - 0.4 * e.cut_alpha;
}

/// How much a resolution of e adds to the evidence for e times as many clusters.
constexpr double kResolution = 0.2;

bool fits(const CountEvidence& e, const CountWish& wish) {
  return e.smallest >= wish.smallest && (wish.most == 0 || e.clusters <= wish.most);
}

/// The position of the largest sum from `first` up to `last` among numbers that fit the wish, the
/// larger number of equals.
std::optional<std::size_t> best_of(std::span<const CountEvidence> all, std::size_t first,
                                   std::size_t last, const CountWish& wish) {
  std::optional<std::size_t> best;
  for (std::size_t at = first; at < last; ++at) {
    if (fits(all[at], wish) && (!best || all[at].sum >= all[*best].sum)) best = at;
  }
  return best;
}

void weigh(std::span<CountEvidence> all, const CountWish& wish) {
  double most = 1e-9;
  for (const CountEvidence& e : all) most = std::max(most, e.log_odds);
  for (CountEvidence& e : all) {
    e.explained = std::clamp(e.log_odds / most, -1.0, 1.0);
    e.sum = weighed(e) +
            kResolution * std::log(wish.resolution) * std::log(static_cast<double>(e.clusters));
  }
}

bool is_near_end(const CountEvidence& e, int most) {
  return 3 * e.clusters > 2 * most;
}

/// Do even the cuts into the largest numbers go through closed edges? Then there are more clusters:
/// with too few, one of them is a bag of several.
bool has_more_to_cut(std::span<const CountEvidence> all, int most) {
  constexpr double kClosed = 0.1;
  std::vector<double> alpha;
  for (const CountEvidence& e : all)
    if (is_near_end(e, most)) alpha.push_back(e.cut_alpha);
  const auto half = alpha.begin() + std::ssize(alpha) / 2;
  std::nth_element(alpha.begin(), half, alpha.end());
  return *half < kClosed;
}

/// How likely there is one cluster only, by the evidence for the best number above one.
double single_probability(const CountEvidence& best, double resolution) {
  // Beyond these they say no more about one or several.
  constexpr double kLeastGap = -0.5, kMostGap = 2, kMostSilhouette = 0.5;
  const double gap = std::clamp(best.excess_gap, kLeastGap, kMostGap);
  const double silhouette = std::min(best.shape.silhouette, kMostSilhouette);
  return logistic(-(
      fitted::kSeveralGap * gap + fitted::kSeveralBare * best.bare_alpha +
      fitted::kSeveralValley * best.valley + fitted::kSeveralMixture * best.shape.mixture +
      fitted::kSeveralSilhouette * silhouette + fitted::kSeveralOffset + 2 * std::log(resolution)));
}

/// Compares the numbers around the best that the steps of the first comparison left out, in place
/// of their neighbours. Returns the positions from which on and up to which they now are.
std::pair<std::size_t, std::size_t> refine(const Survey& survey, std::vector<CountEvidence>& all,
                                           std::size_t best, Team& team) {
  constexpr int kMost = 12;
  const std::size_t first = best > 0 ? best - 1 : 0;
  const std::size_t last = std::min(best + 1, all.size() - 1);
  const int low = all[first].clusters, high = all[last].clusters;
  if (high - low == static_cast<int>(last - first)) return {best, best + 1};
  std::vector<int> numbers;
  const int step = std::max(1, (high - low) / kMost);
  for (int k = low; k < high; k += step) numbers.push_back(k);
  numbers.push_back(high);
  auto finer = survey.evidence(numbers, team);
  finer.back() = all[last];  // its own next number is farther on
  all.erase(all.begin() + first, all.begin() + last + 1);
  all.insert(all.begin() + first, finer.begin(), finer.end());
  return {first, first + finer.size() - 1};
}

/// Calibrated scores, and whether it is one cluster after all. How right the best number is shows
/// in the agreement of views; the others fall behind it by their sums.
CountChoice decide(std::vector<CountEvidence> several, std::size_t best, const CountWish& wish) {
  CountChoice choice;
  const double single = single_probability(several[best], wish.resolution);
  const double of_best = fitted::kScoreAgreement * several[best].agreement + fitted::kScoreOffset;
  for (CountEvidence& e : several)
    e.score = (1 - single) * logistic(of_best - fitted::kScoreSum * (several[best].sum - e.sum));
  choice.evidence = std::move(several);
  choice.evidence.insert(choice.evidence.begin(), CountEvidence{});
  CountEvidence& one = choice.evidence.front();
  const double other = choice.evidence[best + 1].score;
  choice.best = single >= 0.5 ? 0 : best + 1;
  one.score = single >= 0.5 ? single : single * other;
  for (CountEvidence& e : choice.evidence)  // nothing is ahead of the answer
    e.score = std::min(e.score, choice.evidence[choice.best].score);
  return choice;
}

}  // namespace

int most_compared(std::int64_t points) {
  constexpr std::int64_t kFew = 4;
  const auto root = static_cast<std::int64_t>(2 * std::sqrt(static_cast<double>(points)));
  return static_cast<int>(std::min({std::max(root, kFew), std::max(points / 5, kFew), points - 1}));
}

CountChoice choose_count(const Graph& graph, PointsView points, std::span<const float> conductance,
                         const CountWish& wish, std::uint64_t seed, Team& team) {
  int limit = most_compared(graph.nodes);
  if (wish.most > 0) limit = std::min(limit, wish.most);
  for (int reach = kFirstReach; limit >= 2; reach = reach * 5 / 2) {
    const int most = std::min(reach, limit);
    const Survey survey(graph, points, conductance, most, seed, team);
    std::vector<CountEvidence> all = survey.evidence(survey.numbers(most), team);
    weigh(all, wish);
    auto best = best_of(all, 0, all.size(), wish);
    if (most < limit && (!best || is_near_end(all[*best], most) || has_more_to_cut(all, most)))
      continue;
    if (!best) break;
    const auto [first, last] = refine(survey, all, *best, team);
    weigh(all, wish);
    best = best_of(all, first, last, wish);
    if (!best) break;
    all[*best].shape = survey.shape(all[*best], team);
    return decide(std::move(all), *best, wish);
  }
  CountChoice one;
  one.evidence.resize(1);
  one.evidence.front().score = 1;
  return one;
}

}  // namespace gnac::detail
