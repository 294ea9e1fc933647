#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "readout/reading.h"
#include "support/team.h"

namespace gnac::detail {

/// The ways to see K clusters in one graph. They fail on different data: the first three trust the
/// rule's conductance α fully, the others less and less.
enum class View {
  spectral,       ///< spectral cut of the affinity α²·q
  merging,        ///< average linkage of the same
  tree,           ///< maximum spanning tree without its weakest links
  soft,           ///< sized spectral cut with α² at least kSoftSquare: no edge is nearly closed
  bare,           ///< sized spectral cut of the graph alone, q
  soft_centroid,  ///< k-means that starts from the centres of `soft`
  bare_centroid,  ///< k-means that starts from the centres of `bare`
};
std::string_view to_string(View view);

/// The least α² of the view `soft`.
inline constexpr double kSoftSquare = 0.05;

/// A cluster below this share of n/K makes a cut one of slivers.
inline constexpr double kSliverShare = 0.1;

/// One view's cut into K clusters.
struct ViewCut {
  View view = View::spectral;
  std::vector<std::int32_t> labels;  ///< 0..K-1, by first appearance
  double agreement = 1;              ///< mean adjusted Rand index with the other views, weighed
  double least = 1;                  ///< points of its smallest cluster, relative to n/K
};

/// Is the view one of those that trust α fully?
constexpr bool trusts_conductance(View view) {
  return view <= View::tree;
}

/// The cuts of the views that trust α fully, without agreements.
std::vector<ViewCut> conductance_cuts(const Reading& reading, const Graph& graph, int clusters,
                                      Team& team);

/// max(α², least)·q per edge, with the least α² of `soft`, or 1 for `bare`: the graph alone, q.
std::vector<double> floored_affinity(const Reading& reading, View view, Team& team);

/// k-means that starts from the centres of a partition. Labels by first appearance.
std::vector<std::int32_t> centroid_cut(PointsView points, std::span<const std::int32_t> start,
                                       int clusters, Team& team);

/// Fills in the agreements, with the weight `doubt` for views that do not trust α, and the sizes.
void compare_views(std::span<ViewCut> cuts, int clusters, double doubt, Team& team);

/// Mean adjusted Rand index between any two of the views that trust α least: `soft`, `bare` and
/// `bare_centroid`.
double cautious_agreement(std::span<const ViewCut> cuts);

/// All views' cuts into `clusters`, in the order of View. Without coordinates (points.d == 0) there
/// are no centroid views. Above kMostSurveyed nodes the spectral views are of groups of nodes:
/// view_labels() then gives the cut of every node. `doubt` weighs the agreement with the
/// views that do not trust α.
std::vector<ViewCut> view_cuts(const Reading& reading, const Graph& graph, PointsView points,
                               int clusters, double doubt, std::uint64_t seed, Team& team);

/// How much the views that do not trust α have to say, from 0 to 1: nothing up to two intrinsic
/// dimensions, where α knows best, as much as the others from three on.
double doubt_in_conductance(double intrinsic_dimension);

/// By how much another view has to be ahead of `spectral` where α knows best.
inline constexpr double kAhead = 0.1;

/// The position of the cut that agrees most with the others, the first of equals; the spectral one
/// unless another is ahead by (1 - doubt)·kAhead. Cuts with slivers are only chosen if all have
/// them.
std::size_t best_view(std::span<const ViewCut> cuts, double doubt);

/// The labels of the view `cut` from every node, where the cut is one of groups; else its own.
std::vector<std::int32_t> view_labels(const ViewCut& cut, Reading& reading, const Graph& graph,
                                      int clusters, std::uint64_t seed, Team& team);

}  // namespace gnac::detail
