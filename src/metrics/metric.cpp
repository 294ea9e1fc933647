#include "metrics/metric.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <string>

#include "gnac/error.h"
#include "metrics/agreement.h"
#include "metrics/internal.h"

namespace gnac {

using namespace detail;
namespace {

constexpr std::array kTable{
    MetricInfo{"ari", "adjusted Rand index: pairs, corrected for chance; at most 1, 0 is chance",
               true, adjusted_rand},
    MetricInfo{"ami", "adjusted mutual information, arithmetic mean; at most 1, 0 is chance", true,
               adjusted_mutual_information},
    MetricInfo{"nca",
               "normalised clustering accuracy: best matching of clusters to classes; at most 1, "
               "below 0 only with more clusters than classes",
               true, normalised_clustering_accuracy},
    MetricInfo{"nmi", "normalised mutual information, arithmetic mean; 0..1", true,
               normalised_mutual_information},
    MetricInfo{"v-measure", "harmonic mean of homogeneity and completeness; 0..1", true, v_measure},
    MetricInfo{"homogeneity", "each cluster holds one class only; 0..1", true, homogeneity},
    MetricInfo{"completeness", "each class lies in one cluster only; 0..1", true, completeness},
    MetricInfo{"fowlkes-mallows", "geometric mean of pair precision and recall; 0..1", true,
               fowlkes_mallows},
    MetricInfo{"purity", "share of points in the most frequent class of their cluster; 0..1", true,
               purity},
    MetricInfo{
        "silhouette", "mean silhouette, exact in N² time; -1..1", true, nullptr,
        [](const MetricInput& in, Team& team) { return silhouette(in.points, in.labels, team); }},
    MetricInfo{"silhouette-sampled", "mean silhouette of a sample of points against all; -1..1",
               true, nullptr,
               [](const MetricInput& in, Team& team) {
                 return silhouette_sampled(in.points, in.labels, in.sample, in.seed, team);
               }},
    MetricInfo{"davies-bouldin", "spread over separation, worst neighbour; from 0, lower is better",
               false, nullptr,
               [](const MetricInput& in, Team&) { return davies_bouldin(in.points, in.labels); }},
    MetricInfo{
        "calinski-harabasz", "variance between over variance within; from 0, higher is better",
        true, nullptr,
        [](const MetricInput& in, Team&) { return calinski_harabasz(in.points, in.labels); }},
};

}  // namespace

std::span<const MetricInfo> metric_table() {
  return kTable;
}

const MetricInfo& metric_info(std::string_view name) {
  std::string known;
  for (const MetricInfo& info : kTable) {
    if (info.name == name) return info;
    known += (known.empty() ? "" : ", ") + std::string(info.name);
  }
  throw Error("there is no metric '" + std::string(name) + "'; choose from " + known);
}

double metric_value(const MetricInfo& metric, const MetricInput& input, int threads,
                    const Observer& observer) {
  Team team(threads, observer);
  return detail::metric_value(metric, input, team);
}

namespace detail {

Cleaned drop_noise(std::span<const std::int32_t> reference, std::span<const std::int32_t> labels,
                   std::optional<std::int32_t> noise) {
  if (reference.size() != labels.size()) {
    throw Error("the reference has " + std::to_string(reference.size()) +
                " labels but the prediction has " + std::to_string(labels.size()) +
                "; they must describe the same points");
  }
  Cleaned clean;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference[i] == noise) continue;
    clean.reference.push_back(reference[i]);
    clean.labels.push_back(labels[i]);
  }
  return clean;
}

double best_over_references(const MetricInfo& metric, std::span<const std::int32_t> labels,
                            std::span<const std::span<const std::int32_t>> references,
                            std::optional<std::int32_t> noise) {
  if (references.empty()) {
    throw Error("the metric " + std::string(metric.name) +
                " needs reference labels; none were given");
  }
  assert(metric.needs_reference());
  double best = -std::numeric_limits<double>::infinity();
  for (const auto reference : references) {
    const Cleaned clean = drop_noise(reference, labels, noise);
    best = std::max(best, metric.agreement(contingency(clean.reference, clean.labels)));
  }
  return best;
}

double metric_value(const MetricInfo& metric, const MetricInput& input, Team& team) {
  if (metric.needs_reference()) {
    return best_over_references(metric, input.labels, input.references, input.noise);
  }
  if (input.points.n == 0) {
    throw Error("the metric " + std::string(metric.name) + " needs the points; none were given");
  }
  return metric.internal(input, team);
}

}  // namespace detail
}  // namespace gnac
