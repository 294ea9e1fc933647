#include "readout/cut_views.h"

#include <algorithm>
#include <array>
#include <utility>

#include "readout/affinity.h"
#include "readout/cut_agreement.h"
#include "readout/lloyd.h"
#include "readout/sized_cut.h"
#include "readout/spectral_cut.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

double least_square(View view) {
  return view == View::soft ? kSoftSquare : 1;
}

/// The sized cut of every node, or of the reading's groups.
Labels cut_sized(View view, const Reading& reading, const Graph& graph, bool groups, int clusters,
                 std::uint64_t seed, Team& team) {
  const std::vector<double> affinity = floored_affinity(reading, view, team);
  if (!groups) {
    return sized_cut({graph, affinity, {}, reading.bridges, reading.merges}, clusters, seed, team);
  }
  const Groups& of = *reading.groups;
  const std::vector<double> sums = group_affinity(of, graph, affinity);
  std::vector<std::int64_t> weight(static_cast<std::size_t>(of.graph.nodes), 0);
  for (const std::int32_t group : of.of) ++weight[group];
  return labels_of_nodes(
      of, sized_cut({of.graph, sums, weight, of.bridges, of.merges}, clusters, seed, team));
}

double least_share(const Labels& labels, int clusters) {
  std::vector<std::int64_t> size(static_cast<std::size_t>(clusters), 0);
  for (const std::int32_t l : labels) ++size[l];
  return static_cast<double>(*std::min_element(size.begin(), size.end())) * clusters /
         static_cast<double>(labels.size());
}

}  // namespace

std::string_view to_string(View view) {
  constexpr std::array<std::string_view, 7> names{
      "spectral", "merging", "tree", "soft", "bare", "soft_centroid", "bare_centroid"};
  return names[static_cast<std::size_t>(view)];
}

std::vector<ViewCut> conductance_cuts(const Reading& reading, const Graph& graph, int clusters,
                                      Team& team) {
  std::vector<ViewCut> cuts;
  for (const auto& [view, readout] : {std::pair(View::spectral, ReadoutChoice::spectral),
                                      std::pair(View::merging, ReadoutChoice::merging),
                                      std::pair(View::tree, ReadoutChoice::tree)})
    cuts.push_back({.view = view, .labels = cut_by(readout, reading, graph, clusters, team)});
  return cuts;
}

std::vector<double> floored_affinity(const Reading& reading, View view, Team& team) {
  const double least = least_square(view);
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

void compare_views(std::span<ViewCut> cuts, int clusters, double doubt, Team& team) {
  const auto count = cuts.size();
  std::vector<double> pair(count * count, 0.0);
  team.for_each(static_cast<std::int64_t>(count * count), [&](std::int64_t at) {
    const auto a = static_cast<std::size_t>(at) / count, b = static_cast<std::size_t>(at) % count;
    if (a < b) pair[at] = rand_agreement(cuts[a].labels, cuts[b].labels);
  });
  for (std::size_t a = 0; a < count; ++a) {
    double sum = 0, votes = 0;
    for (std::size_t b = 0; b < count; ++b) {
      if (a == b) continue;
      const double vote = cuts[b].view <= View::soft ? 1 : doubt;
      sum += vote * pair[std::min(a, b) * count + std::max(a, b)];
      votes += vote;
    }
    cuts[a].agreement = sum / votes;
    cuts[a].least = least_share(cuts[a].labels, clusters);
  }
}

double cautious_agreement(std::span<const ViewCut> cuts) {
  double sum = 0;
  int pairs = 0;
  const auto cautious = [](View view) {
    return view == View::soft || view == View::bare || view == View::bare_centroid;
  };
  for (std::size_t a = 0; a < cuts.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (!cautious(cuts[a].view) || !cautious(cuts[b].view)) continue;
      sum += rand_agreement(cuts[a].labels, cuts[b].labels);
      ++pairs;
    }
  }
  return pairs > 0 ? sum / pairs : 0;
}

std::vector<ViewCut> view_cuts(const Reading& reading, const Graph& graph, PointsView points,
                               int clusters, double doubt, std::uint64_t seed, Team& team) {
  const bool groups = reading.groups.has_value();
  std::vector<ViewCut> cuts = conductance_cuts(reading, graph, clusters, team);
  for (const View view : {View::soft, View::bare}) {
    cuts.push_back(
        {.view = view, .labels = cut_sized(view, reading, graph, groups, clusters, seed, team)});
  }
  if (points.d > 0) {
    const std::size_t soft = cuts.size() - 2, bare = cuts.size() - 1;
    for (const auto& [view, start] :
         {std::pair(View::soft_centroid, soft), std::pair(View::bare_centroid, bare)}) {
      cuts.push_back(
          {.view = view, .labels = centroid_cut(points, cuts[start].labels, clusters, team)});
    }
  }

  compare_views(cuts, clusters, doubt, team);
  return cuts;
}

double doubt_in_conductance(double intrinsic_dimension) {
  constexpr double kNone = 2, kFull = 3;
  return std::clamp((intrinsic_dimension - kNone) / (kFull - kNone), 0.0, 1.0);
}

std::size_t best_view(std::span<const ViewCut> cuts, double doubt) {
  std::size_t best = 0;
  const auto rank = [](const ViewCut& cut) {
    return std::pair(cut.least >= kSliverShare, cut.agreement);
  };
  for (std::size_t v = 1; v < cuts.size(); ++v) {
    if (rank(cuts[v]) > rank(cuts[best])) best = v;
  }
  const ViewCut& spectral = cuts.front();
  const bool ahead = cuts[best].agreement > spectral.agreement + (1 - doubt) * kAhead;
  return spectral.least >= kSliverShare && !ahead ? 0 : best;
}

std::vector<std::int32_t> view_labels(const ViewCut& cut, Reading& reading, const Graph& graph,
                                      int clusters, std::uint64_t seed, Team& team) {
  if (!reading.groups) return cut.labels;
  if (cut.view == View::spectral) {
    sharpen(reading, graph, clusters, seed, team);
    return cut_by(ReadoutChoice::spectral, reading, graph, clusters, team);
  }
  if (cut.view == View::soft || cut.view == View::bare)
    return cut_sized(cut.view, reading, graph, false, clusters, seed, team);
  return cut.labels;
}

}  // namespace gnac::detail
