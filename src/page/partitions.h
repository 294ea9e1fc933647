#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "gnac/model.h"
#include "page/trajectory.h"
#include "readout/spectrum.h"
#include "support/team.h"

namespace gnac::detail {

/// The partitions into every number of clusters that a page shows.
struct PagePartitions {
  std::vector<int> clusters;  ///< the numbers, ascending: 1, 2, … and the model's own
  std::vector<std::vector<std::int32_t>> labels;   ///< per number
  std::vector<std::vector<std::int32_t>> colours;  ///< per number: labels renamed so that a cluster
                                                   ///< keeps its colour from one number to the
                                                   ///< next; the model's own are its labels
  std::vector<bool> quick;  ///< per number: a cut by one view; if not, the labels are those of a
                            ///< fit into that many
  std::int64_t groups = 0;  ///< of points, between which a quick cut runs; 0: between points
  std::map<int, double> scores;     ///< by number, of those that have one
  std::vector<double> eigenvalues;  ///< the smallest ones, of groups if there are any
  Spectrum spectrum;                ///< of every point, to be shown
};

/// Numbers up to kExactNumbers of up to kExactPoints points have the labels of a fit. `points`:
/// those of the fit before scaling, or none.
inline constexpr std::int64_t kExactPoints = 5000;
inline constexpr int kExactNumbers = 20;
PagePartitions page_partitions(const Model& model, PointsView points, Team& team);

/// The partition into the model's number of clusters at every step, with clusters named after those
/// of the last step. Empty for rules that have no conductances along the way, and for more than
/// 10,000 points or 60 clusters, which would take too long.
std::vector<std::vector<std::int32_t>> step_partitions(const Model& model, const Rollout& rollout,
                                                       Team& team);

/// New names for `labels` so that they follow `like`: the largest overlaps are matched first, one
/// to one, and unmatched ones take the lowest free name. Labels are 0 or more in both.
std::vector<std::int32_t> follow_colours(const std::vector<std::int32_t>& labels,
                                         const std::vector<std::int32_t>& like);

}  // namespace gnac::detail
