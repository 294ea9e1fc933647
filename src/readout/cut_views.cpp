#include "readout/cut_views.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "graph/intrinsic_dimension.h"
#include "readout/affinity.h"
#include "readout/boundaries.h"
#include "readout/communities.h"
#include "readout/cut_agreement.h"
#include "readout/lloyd.h"
#include "readout/sized_cut.h"
#include "readout/spectral_cut.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

/// The cut of a view that trusts the conductance fully.
Labels cut_trusting(View view, const Reading& reading, const Graph& graph, int clusters,
                    Team& team) {
  const ReadoutChoice readout = view == View::tree      ? ReadoutChoice::tree
                                : view == View::merging ? ReadoutChoice::merging
                                                        : ReadoutChoice::spectral;
  return cut_by(readout, reading, graph, clusters, team);
}

/// The cut of a view with a floor under α², of every node or of the reading's groups.
Labels cut_floored(View view, const Reading& reading, const Graph& graph, bool groups, int clusters,
                   std::uint64_t seed, Team& team) {
  const std::vector<double> affinity = floored_affinity(reading, least_square(view), team);
  const auto sized = [&](const CutGraph& cut) {
    return view == View::soft_merging ? sized_community_cut(cut, clusters, team)
                                      : sized_cut(cut, clusters, seed, team);
  };
  if (!groups) return sized({graph, affinity, {}, {}, reading.bridges, reading.merges});
  const Groups& of = *reading.groups;
  const std::vector<double> sums = group_affinity(of, graph, affinity);
  const std::vector<double> volume = group_volumes(of, graph, affinity);
  const std::vector<std::int64_t> weight = group_sizes(of);
  return labels_of_nodes(of, sized({of.graph, sums, weight, volume, of.bridges, of.merges}));
}

double least_share(const Labels& labels, int clusters) {
  std::vector<std::int64_t> size(static_cast<std::size_t>(clusters), 0);
  for (const std::int32_t l : labels) ++size[l];
  return static_cast<double>(*std::min_element(size.begin(), size.end())) * clusters /
         static_cast<double>(labels.size());
}

double ramp(double x, double none, double full) {
  return std::clamp((x - none) / (full - none), 0.0, 1.0);
}

bool has_sliver(const ViewCut& cut) {
  return cut.least < kSliverShare;
}

/// Do the votes of this view count where α knows best?
bool trusts_conductance(View view) {
  return view <= View::soft_merging;
}

bool is_centroid(View view) {
  return view == View::soft_centroid || view == View::bare_centroid;
}

}  // namespace

std::string_view to_string(View view) {
  constexpr std::array<std::string_view, 8> names{"spectral",      "merging",      "tree",
                                                  "soft",          "soft_merging", "bare",
                                                  "soft_centroid", "bare_centroid"};
  return names[static_cast<std::size_t>(view)];
}

void for_each_view(std::int64_t views, std::int64_t nodes, int clusters, Team& team,
                   const std::function<void(std::int64_t view, Team& with)>& fn) {
  // Few nodes do not keep several threads busy, many leave no time between views for the observer.
  constexpr std::int64_t kAlone = 100'000;
  if (nodes * clusters > kAlone) {
    for (std::int64_t view = 0; view < views; ++view) fn(view, team);
    return;
  }
  team.for_each(views, [&](std::int64_t view) {
    Team alone(1);
    fn(view, alone);
  });
}

std::vector<ViewCut> conductance_cuts(const Reading& reading, const Graph& graph, int clusters,
                                      Team& team) {
  std::vector<ViewCut> cuts;
  for (const View view : {View::spectral, View::merging, View::tree})
    cuts.push_back({.view = view, .labels = cut_trusting(view, reading, graph, clusters, team)});
  return cuts;
}

double least_square(View view) {
  return view == View::soft || view == View::soft_merging ? kSoftSquare : 1;
}

std::vector<double> floored_affinity(const Reading& reading, double least, Team& team) {
  std::vector<double> affinity(reading.affinity.size());
  team.for_blocks(std::ssize(affinity), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    for (auto e = begin; e < end; ++e) {
      const double square = static_cast<double>(reading.conductance[e]) * reading.conductance[e];
      affinity[e] = reading.affinity[e] / std::max(square, kLeastSquare) * std::max(square, least);
    }
  });
  return affinity;
}

std::vector<std::int32_t> centroid_cut(PointsView points, std::span<const std::int32_t> start,
                                       int clusters, Team& team) {
  constexpr int kRounds = 50;
  constexpr double kStill = 0;
  std::vector<double> centre(static_cast<std::size_t>(clusters * points.d), 0.0);
  std::vector<double> size(static_cast<std::size_t>(clusters), 0.0);
  for (std::int64_t i = 0; i < points.n; ++i) {
    double* sum = centre.data() + start[i] * points.d;
    for (const double x : points.row(i)) *sum++ += x;
    size[start[i]] += 1;
  }
  for (std::size_t c = 0; c < centre.size(); ++c)
    centre[c] /= size[c / static_cast<std::size_t>(points.d)];
  Labels labels = lloyd(points, std::move(centre), kRounds, kStill, &team).labels;
  relabel_by_appearance(labels, clusters);
  return labels;
}

void judge_views(std::span<ViewCut> cuts, const Graph& graph, std::span<const float> conductance,
                 int clusters, double intrinsic_dimension, Team& team) {
  constexpr double kSpectralStart = 0.1, kCentroidStart = 0.15;
  const auto count = cuts.size();
  std::vector<double> pair(count * count, 0.0);
  team.for_each(static_cast<std::int64_t>(count * count), [&](std::int64_t at) {
    const auto a = static_cast<std::size_t>(at) / count, b = static_cast<std::size_t>(at) % count;
    if (a < b) pair[at] = rand_agreement(cuts[a].labels, cuts[b].labels);
    if (a != b) return;
    cuts[a].least = least_share(cuts[a].labels, clusters);
    cuts[a].cut_alpha = cut_alpha(graph, conductance, cuts[a].labels);
    cuts[a].finds_small = cuts[a].least < kSizedShare &&
                          small_are_separate(graph, cuts[a].labels, clusters, kSizedShare);
  });
  const double overlap = ramp(cuts.front().cut_alpha, 0.5, 0.8);
  const double doubt = std::max(ramp(intrinsic_dimension, 2, 3), overlap);
  for (std::size_t a = 0; a < count; ++a) {
    double sum = 0, votes = 0;
    for (std::size_t b = 0; b < count; ++b) {
      if (a == b) continue;
      const double vote = trusts_conductance(cuts[b].view) ? 1 : doubt;
      sum += vote * pair[std::min(a, b) * count + std::max(a, b)];
      votes += vote;
    }
    ViewCut& cut = cuts[a];
    cut.agreement = votes > 0 ? sum / votes : 1;
    cut.score = cut.agreement;
    if (cut.view == View::spectral) cut.score += kSpectralStart * (1 - doubt);
    if (is_centroid(cut.view)) cut.score += kCentroidStart * overlap;
  }
}

std::size_t best_view(std::span<const ViewCut> cuts) {
  const auto rank = [](const ViewCut& cut) {
    return std::tuple(cut.finds_small, !has_sliver(cut), cut.score);
  };
  std::size_t best = 0;
  for (std::size_t v = 1; v < cuts.size(); ++v) {
    if (rank(cuts[v]) > rank(cuts[best])) best = v;
  }
  return best;
}

std::vector<ViewCut> view_cuts(const Reading& reading, const Graph& graph, PointsView points,
                               int clusters, std::uint64_t seed, Team& team) {
  const bool groups = reading.groups.has_value();
  const auto place = [](View view) { return static_cast<std::size_t>(view); };
  std::vector<ViewCut> cuts(place(View::bare) + 1);
  for_each_view(std::ssize(cuts), groups ? reading.groups->graph.nodes : graph.nodes, clusters,
                team, [&](std::int64_t at, Team& with) {
                  const auto view = static_cast<View>(at);
                  cuts[at].view = view;
                  cuts[at].labels =
                      view <= View::tree
                          ? cut_trusting(view, reading, graph, clusters, with)
                          : cut_floored(view, reading, graph, groups, clusters, seed, with);
                });
  if (points.d > 0) {
    for (const auto& [view, start] :
         {std::pair(View::soft_centroid, View::soft), std::pair(View::bare_centroid, View::bare)}) {
      cuts.push_back({.view = view,
                      .labels = centroid_cut(points, cuts[place(start)].labels, clusters, team)});
    }
  }
  judge_views(cuts, graph, reading.conductance, clusters, intrinsic_dimension(graph), team);
  return cuts;
}

std::vector<std::int32_t> view_labels(const ViewCut& cut, Reading& reading, const Graph& graph,
                                      int clusters, std::uint64_t seed, Team& team) {
  if (!reading.groups) return cut.labels;
  switch (cut.view) {
    case View::spectral:
      sharpen(reading, graph, clusters, seed, team);
      return cut_by(ReadoutChoice::spectral, reading, graph, clusters, team);
    case View::merging:
      return community_cut({graph, reading.affinity, {}, {}, reading.bridges, reading.merges},
                           clusters, team);
    case View::soft:
    case View::soft_merging:
    case View::bare:
      return cut_floored(cut.view, reading, graph, false, clusters, seed, team);
    case View::tree:
    case View::soft_centroid:
    case View::bare_centroid:
      break;
  }
  return cut.labels;
}

}  // namespace gnac::detail
