#include "page/partitions.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "model/answer.h"
#include "model/views.h"
#include "readout/cluster_count.h"
#include "readout/partition.h"
#include "readout/reading.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

// How far the slider goes. For a large graph only as far as the fit's own eigenvectors: those
// beyond the number of clusters take longer than everything else.
constexpr std::int64_t kLarge = 20000;
constexpr int kMostClusters = 20;
constexpr int kMostOfLarge = 10;
constexpr int kFarthest = 60;  // beyond this, only the model's own number is added

const Reading* kept_reading(const Model& model) {
  return model.kept && model.kept->reading ? &*model.kept->reading : nullptr;
}

// The largest number of clusters of the reading.
int reach(const Model& model) {
  const std::int64_t n = model.graph.nodes;
  const Reading* solved = kept_reading(model);
  const bool chosen = solved != nullptr && !model.counts.empty();
  int most = n > kLarge ? 1 : kMostClusters;
  if (chosen) most = n > kLarge ? kMostOfLarge : solved->most - 1;
  if (model.clusters <= kFarthest) most = std::max(most, model.clusters);
  return static_cast<int>(std::clamp<std::int64_t>(most, 1, std::max<std::int64_t>(n - 1, 1)));
}

void read_published(const Model& model, int most, Team& team, PagePartitions& out) {
  out.spectrum = spectrum(model.graph, model.partition.affinity, most, model.options, team);
  for (int k = 1; k <= most; ++k) {
    out.clusters.push_back(k);
    out.labels.push_back(
        partition_spectrum(out.spectrum, model.graph, model.points, k, model.options, team).labels);
  }
}

// By number from 1 on: from the fit if it chose the number, otherwise from this reading if that
// does not take long. Without a rule there are no scores.
std::vector<double> count_scores(const Model& model, const Reading& reading, int most, Team& team) {
  std::vector<double> scores;
  if (!model.counts.empty()) {
    scores.resize(model.counts.size());
    for (const ClusterCount& count : model.counts) scores[count.clusters - 1] = count.score;
    scores.resize(std::min(scores.size(), static_cast<std::size_t>(most)));
  } else if (model.graph.nodes <= kLarge && reading.most > 1 &&
             !model.evolution.conductance.empty()) {
    for (const CountEvidence& e :
         rank_clusters(reading, model.graph, reading.most, variations(reading, model.graph, team),
                       views_of(model, reading.most, team), team)) {
      scores.push_back(e.score);
    }
  }
  return scores;
}

void read_conductances(const Model& model, int most, Team& team, PagePartitions& out) {
  std::optional<Reading> again;
  const Reading* reading = kept_reading(model);
  const std::uint64_t seed = model.options.seed;
  if (reading == nullptr) {
    again = read_conductance(model.graph, model.points, conductance_of(model), 1, most, seed, team);
  } else if (reading->groups || reading->most < most || reading->fewest > 1) {
    again = read_further(*reading, model.graph, most, seed, team);
  }
  if (again) reading = &*again;
  for (int k = 1; k <= most; ++k) {
    out.clusters.push_back(k);
    out.labels.push_back(cut_by(model.options.readout, *reading, model.graph, k, team));
  }
  out.scores = count_scores(model, *reading, most, team);
  out.spectrum = reading->spectrum;
}

// The model's own number has the model's labels, and may lie beyond the reading.
std::size_t place_own(const Model& model, PagePartitions& out) {
  const auto place = std::lower_bound(out.clusters.begin(), out.clusters.end(), model.clusters);
  const auto at = place - out.clusters.begin();
  if (place == out.clusters.end() || *place != model.clusters) {
    out.clusters.insert(place, model.clusters);
    out.labels.insert(out.labels.begin() + at, model.labels());
  }
  out.labels[at] = model.labels();
  return static_cast<std::size_t>(at);
}

}  // namespace

Labels follow_colours(const Labels& labels, const Labels& like) {
  struct Overlap {
    std::int64_t points = 0;
    std::int32_t from = 0;
    std::int32_t to = 0;
  };
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  pairs.reserve(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) pairs.emplace_back(labels[i], like[i]);
  std::sort(pairs.begin(), pairs.end());
  std::vector<Overlap> overlaps;
  for (const auto& [from, to] : pairs) {
    if (overlaps.empty() || overlaps.back().from != from || overlaps.back().to != to) {
      overlaps.push_back({0, from, to});
    }
    ++overlaps.back().points;
  }
  std::stable_sort(overlaps.begin(), overlaps.end(),
                   [](const Overlap& a, const Overlap& b) { return a.points > b.points; });
  std::int32_t names = 0;  // above every label of both
  for (const auto& o : overlaps) names = std::max({names, o.from + 1, o.to + 1});
  Labels name(static_cast<std::size_t>(names), -1);
  std::vector<bool> taken(static_cast<std::size_t>(names));
  for (const auto& o : overlaps) {
    if (name[o.from] >= 0 || taken[o.to]) continue;
    name[o.from] = o.to;
    taken[o.to] = true;
  }
  for (const auto& o : overlaps) {
    if (name[o.from] >= 0) continue;
    const auto free = std::find(taken.begin(), taken.end(), false) - taken.begin();
    name[o.from] = static_cast<std::int32_t>(free);
    taken[free] = true;
  }
  Labels renamed;
  renamed.reserve(labels.size());
  for (const std::int32_t label : labels) renamed.push_back(name[label]);
  return renamed;
}

std::vector<Labels> step_partitions(const Model& model, const Way& way, Team& team) {
  constexpr std::int64_t kMostPoints = 10000;
  if (model.graph.nodes > kMostPoints || way.conductance.empty()) return {};
  std::vector<Labels> colours;
  for (std::size_t t = 0; t + 1 < way.conductance.size(); ++t) {
    const auto found = partition_conductance(model.graph, model.points, way.conductance[t],
                                             model.clusters, model.options, team);
    colours.push_back(follow_colours(found.partition.labels, model.labels()));
  }
  colours.push_back(model.labels());
  return colours;
}

PagePartitions page_partitions(const Model& model, Team& team) {
  PagePartitions out;
  const int most = reach(model);
  if (reads_conductance(model)) {
    read_conductances(model, most, team, out);
  } else {
    read_published(model, most, team, out);
  }
  const std::size_t own = place_own(model, out);
  out.colours = out.labels;
  for (std::size_t k = own + 1; k < out.clusters.size(); ++k) {
    out.colours[k] = follow_colours(out.labels[k], out.colours[k - 1]);
  }
  for (std::size_t k = own; k-- > 0;) {
    out.colours[k] = follow_colours(out.labels[k], out.colours[k + 1]);
  }
  return out;
}

}  // namespace gnac::detail
