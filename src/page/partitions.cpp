#include "page/partitions.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "model/answer.h"
#include "model/fit.h"
#include "readout/partition.h"
#include "readout/reading.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

// Eigenvectors of a large graph take longer than everything else on the page: those that it shows.
constexpr std::int64_t kLarge = 20000;
constexpr int kShownVectors = 4;
// Beyond these, only the model's own number is added.
constexpr int kFarthest = 60;
constexpr int kFarthestOfLarge = 30;

/// One view's cut, if that of all views would take too long.
ReadoutChoice quick_readout(ReadoutChoice asked) {
  return asked == ReadoutChoice::agreement ? ReadoutChoice::spectral : asked;
}

/// How far the slider goes: to kExactNumbers or the model's own number, but no farther than a page
/// has room for.
struct Reach {
  int sharp = 1;  ///< beyond this number the spectrum of groups is read instead of every point's
  int most = 1;
};

Reach reach(const Model& model) {
  const std::int64_t n = model.graph.nodes;
  const int farthest = n > kLarge ? kFarthestOfLarge : kFarthest;
  const int own = model.clusters <= farthest ? model.clusters : 1;
  const int most = std::max(kExactNumbers, own);
  const auto within = [&](int k) {
    return static_cast<int>(std::clamp<std::int64_t>(k, 1, std::max<std::int64_t>(n - 1, 1)));
  };
  return {within(n > kLarge ? kShownVectors : most), within(most)};
}

void read_published(const Model& model, int most, Team& team, PagePartitions& out) {
  out.spectrum = spectrum(model.graph, model.partition.affinity, most, model.options, team);
  out.eigenvalues = smallest_values(out.spectrum, most);
  for (int k = 1; k <= most; ++k) {
    out.clusters.push_back(k);
    out.quick.push_back(false);
    out.labels.push_back(
        partition_spectrum(out.spectrum, model.graph, model.points, k, model.options, team).labels);
  }
}

// By number: of those that the fit compared. Without a choice there are none.
std::map<int, double> count_scores(const Model& model) {
  std::map<int, double> scores;
  for (const ClusterCount& count : model.counts) scores[count.clusters] = count.score;
  return scores;
}

void read_conductances(const Model& model, const Reach& reach, PointsView points, Team& team,
                       PagePartitions& out) {
  const std::uint64_t seed = model.options.seed;
  const Reading reading = read_conductance(model.graph, model.points, conductance_of(model), 1,
                                           reach.sharp, seed, team);
  std::optional<Reading> grouped;
  if (reach.most > reach.sharp) grouped = read_groups(reading, model.graph, reach.most, seed, team);
  if (grouped) out.groups = grouped->groups->graph.nodes;
  out.clusters.resize(static_cast<std::size_t>(reach.most));
  std::iota(out.clusters.begin(), out.clusters.end(), 1);
  const std::size_t exact = model.graph.nodes > kExactPoints
                                ? 1
                                : std::min<std::size_t>(kExactNumbers, out.clusters.size());
  out.labels = labels_into(model, std::span(out.clusters).first(exact), points, team);
  const ReadoutChoice kind = quick_readout(model.options.readout);
  for (const int k : std::span(out.clusters).subspan(exact)) {
    const Reading& from = k <= reach.sharp ? reading : *grouped;
    out.labels.push_back(cut_by(kind, from, model.graph, k, team));
  }
  for (const int k : out.clusters) {
    const bool whole = k <= reach.sharp || kind != ReadoutChoice::spectral;
    out.quick.push_back(k > static_cast<int>(exact) && !(whole && kind == model.options.readout));
  }
  out.scores = count_scores(model);
  out.eigenvalues = smallest_values((grouped ? *grouped : reading).spectrum, reach.most);
  out.spectrum = reading.spectrum;
}

// The model's own number has the model's labels, and may lie beyond the reading.
std::size_t place_own(const Model& model, PagePartitions& out) {
  const auto place = std::lower_bound(out.clusters.begin(), out.clusters.end(), model.clusters);
  const auto at = place - out.clusters.begin();
  if (place == out.clusters.end() || *place != model.clusters) {
    out.clusters.insert(place, model.clusters);
    out.labels.insert(out.labels.begin() + at, model.labels());
    out.quick.insert(out.quick.begin() + at, false);
  }
  out.quick[at] = false;
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
  const auto above = [](const Labels& all) {
    return all.empty() ? 0 : *std::max_element(all.begin(), all.end()) + 1;
  };
  const std::int32_t own = above(labels);
  const std::int32_t names = std::max(own, above(like));
  // The points label by label, then how many of each have which other one.
  std::vector<std::int64_t> first(static_cast<std::size_t>(own) + 1, 0);
  for (const std::int32_t label : labels) ++first[label + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::int64_t> next(first.begin(), first.end() - 1);
  Labels other(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) other[next[labels[i]]++] = like[i];
  std::vector<Overlap> overlaps;
  std::vector<std::int64_t> count(static_cast<std::size_t>(names), 0);
  for (std::int32_t from = 0; from < own; ++from) {
    Labels met;
    for (auto p = first[from]; p < first[from + 1]; ++p) {
      if (count[other[p]]++ == 0) met.push_back(other[p]);
    }
    std::sort(met.begin(), met.end());
    for (const std::int32_t to : met) overlaps.push_back({std::exchange(count[to], 0), from, to});
  }
  std::stable_sort(overlaps.begin(), overlaps.end(),
                   [](const Overlap& a, const Overlap& b) { return a.points > b.points; });
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

std::vector<Labels> step_partitions(const Model& model, const Rollout& rollout, Team& team) {
  constexpr std::int64_t kMostPoints = 10000;
  if (model.graph.nodes > kMostPoints || model.clusters > kFarthest || rollout.conductance.empty())
    return {};
  std::vector<Labels> colours;
  Options options = model.options;
  options.readout = quick_readout(options.readout);
  for (std::size_t t = 0; t + 1 < rollout.conductance.size(); ++t) {
    const auto found = partition_conductance(model.graph, model.points, rollout.conductance[t],
                                             model.clusters, options, team);
    colours.push_back(follow_colours(found.partition.labels, model.labels()));
  }
  colours.push_back(model.labels());
  return colours;
}

PagePartitions page_partitions(const Model& model, PointsView points, Team& team) {
  PagePartitions out;
  const Reach far = reach(model);
  if (reads_conductance(model)) {
    read_conductances(model, far, points, team, out);
  } else {
    read_published(model, far.sharp, team, out);
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
