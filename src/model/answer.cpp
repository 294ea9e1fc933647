#include "model/answer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/excerpt.h"
#include "readout/cluster_count.h"
#include "readout/partition.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

Answer read_distances(const Model& model, int clusters, Team& team) {
  Answer answer;
  answer.clusters = clusters;
  answer.partition = partition_graph(model.graph, model.points, model.evolution.edge_distance,
                                     clusters, model.options, team);
  return answer;
}

Answer read_conductance(const Model& model, int clusters, Team& team) {
  Answer answer;
  answer.clusters = clusters;
  std::vector<float> ones;
  std::span<const float> conductance = model.evolution.conductance;
  Options options = model.options;
  if (conductance.empty()) {
    conductance = ones = conductance_of(model);
    // Views differ in how far they trust a rule.
    if (options.readout == ReadoutChoice::agreement) options.readout = ReadoutChoice::spectral;
  }
  ConductancePartition found =
      partition_conductance(model.graph, model.points, conductance, clusters, options, team);
  // The conductance carries no information without a rule or about a single cluster.
  if (!model.evolution.conductance.empty() && clusters > 1)
    answer.confidence = std::move(found.confidence);
  answer.partition = std::move(found.partition);
  return answer;
}

/// The number is chosen from at most this many points, and from more if it is large: each cluster
/// must have some of them.
constexpr std::int64_t kSurveyed = 5'000;
constexpr std::int64_t kSurveyedForMany = 20'000;
constexpr int kMany = 50;

/// The wishes of the options, for `share` of the points.
CountWish wish_of(const Model& model, double share) {
  const Options& options = model.options;
  CountWish wish;
  wish.most = options.max_clusters;
  wish.smallest = std::llround(std::ceil(share * static_cast<double>(options.min_cluster_size)));
  wish.resolution = options.resolution;
  return wish;
}

CountChoice choose_among(const Model& model, std::int64_t points, Team& team) {
  const std::uint64_t seed = model.options.seed;
  const auto n = model.graph.nodes;
  if (n <= points || model.own_graph || model.points.d == 0) {
    return choose_count(model.graph, model.points, model.evolution.conductance, wish_of(model, 1),
                        seed, team);
  }
  const Excerpt excerpt = excerpt_of(model, points, team);
  const double share = static_cast<double>(excerpt.points.n) / static_cast<double>(n);
  return choose_count(excerpt.graph, excerpt.points, excerpt.conductance, wish_of(model, share),
                      seed, team);
}

/// The partition is the one that asking for the chosen number gives.
Answer choose_clusters(const Model& model, Team& team) {
  team.report({.stage = Stage::readout});
  CountChoice choice = choose_among(model, kSurveyed, team);
  if (choice.clusters() >= kMany && model.graph.nodes > kSurveyed)
    choice = choose_among(model, kSurveyedForMany, team);
  team.advance(0.5);
  Answer answer = read_conductance(model, choice.clusters(), team);
  answer.confidence.fit = choice.evidence[choice.best].score;
  if (answer.clusters == 1) answer.confidence.clusters = {answer.confidence.fit};
  for (const CountEvidence& e : choice.evidence) answer.counts.push_back({e.clusters, e.score});
  std::stable_sort(answer.counts.begin(), answer.counts.end(),
                   [&](const ClusterCount& a, const ClusterCount& b) {
                     const bool first = a.clusters == answer.clusters;
                     const bool second = b.clusters == answer.clusters;
                     if (first != second) return first;
                     return std::pair(-a.score, -a.clusters) < std::pair(-b.score, -b.clusters);
                   });
  return answer;
}

}  // namespace

bool reads_conductance(const Model& model) {
  return model.evolution.edge_distance.empty();
}

std::vector<float> conductance_of(const Model& model) {
  if (!model.evolution.conductance.empty()) return model.evolution.conductance;
  return std::vector<float>(model.graph.edges.size(), 1.0f);
}

Answer answer_on(const Model& model, int clusters, Team& team) {
  Answer answer = clusters == kChooseClusters ? choose_clusters(model, team)
                  : reads_conductance(model)  ? read_conductance(model, clusters, team)
                                              : read_distances(model, clusters, team);
  require_exactly(answer.clusters, answer.partition.labels, model.graph.nodes);
  return answer;
}

}  // namespace gnac::detail
