#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "readout/reading.h"
#include "support/team.h"

namespace gnac::detail {

/// The ways to see K clusters in one graph. Each fails on other data: the first three trust the
/// rule's conductance α fully, the others less and less.
enum class View {
  spectral,       ///< spectral cut of the affinity α²·q
  merging,        ///< average linkage of the same, with moves (communities.h)
  tree,           ///< maximum spanning tree without its weakest links
  soft,           ///< sized spectral cut with α² at least kSoftSquare: no edge is nearly closed
  soft_merging,   ///< the same affinity by sized merging
  bare,           ///< sized spectral cut of the graph alone, q
  soft_centroid,  ///< k-means that starts from the centres of `soft`
  bare_centroid,  ///< k-means that starts from the centres of `bare`
};
std::string_view to_string(View view);

/// The least α² of the soft views.
inline constexpr double kSoftSquare = 0.05;

/// A cluster below this share of n/K makes a cut one of slivers.
inline constexpr double kSliverShare = 0.1;

/// One view's cut into K clusters.
struct ViewCut {
  View view = View::spectral;
  std::vector<std::int32_t> labels;  ///< 0..K-1, by first appearance
  double agreement = 1;              ///< mean adjusted Rand index with the other views, weighed
  double least = 1;                  ///< points of its smallest cluster, relative to n/K
  double cut_alpha = 0;              ///< mean α of the edges between its clusters
  bool finds_small = false;          ///< has small clusters, each truly separate (boundaries.h)
  double score = 0;                  ///< the judge's; the largest wins
};

/// The cuts of the three views that trust α fully, unjudged.
std::vector<ViewCut> conductance_cuts(const Reading& reading, const Graph& graph, int clusters,
                                      Team& team);

/// fn(view, team) for views that cut `nodes` nodes: one after the other with all threads, or, if
/// that leaves threads idle, a thread for each.
void for_each_view(std::int64_t views, std::int64_t nodes, int clusters, Team& team,
                   const std::function<void(std::int64_t view, Team& with)>& fn);

/// The least α² that a view sees: kSoftSquare, or 1 for the graph alone.
double least_square(View view);

/// max(α², least)·q per edge.
std::vector<double> floored_affinity(const Reading& reading, double least, Team& team);

/// k-means that starts from the centres of a partition. Labels by first appearance.
std::vector<std::int32_t> centroid_cut(PointsView points, std::span<const std::int32_t> start,
                                       int clusters, Team& team);

/// Judges the cuts, of which `spectral` is the first: fills in all but the labels. The more
/// the other views agree with a cut, the better it is.
///
/// α knows best up to two intrinsic dimensions: there the views that do not trust it have no vote,
/// and the spectral view a head start. From three on all views vote alike, and so they do where
/// clusters overlap: if the spectral cut goes through edges that conduct, α knows of no boundary.
/// There only their centres may tell clusters apart, so centroid views get the head start.
void judge_views(std::span<ViewCut> cuts, const Graph& graph, std::span<const float> conductance,
                 int clusters, double intrinsic_dimension, Team& team);

/// The position of the cut with the largest score, the first of equals. Cuts with slivers are only
/// chosen if all have them. A cut with small clusters that are truly separate comes before all
/// others: sized views cannot see them, so their votes say nothing about it.
std::size_t best_view(std::span<const ViewCut> cuts);

/// All views' cuts into `clusters`, in the order of View, judged. Without coordinates
/// (points.d == 0) there are no centroid views. Above kMostSurveyed nodes all but `tree` are of
/// groups of nodes: view_labels() then gives the cut of every node.
std::vector<ViewCut> view_cuts(const Reading& reading, const Graph& graph, PointsView points,
                               int clusters, std::uint64_t seed, Team& team);

/// The labels of the view `cut` for every node, if the cut is one of groups; otherwise its own.
std::vector<std::int32_t> view_labels(const ViewCut& cut, Reading& reading, const Graph& graph,
                                      int clusters, std::uint64_t seed, Team& team);

}  // namespace gnac::detail
