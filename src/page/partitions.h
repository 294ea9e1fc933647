#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "gnac/model.h"
#include "page/trajectory.h"
#include "readout/spectrum.h"
#include "support/team.h"

namespace gnac::detail {

/// The partitions into every number of clusters that a page shows, from one reading.
struct PagePartitions {
  std::vector<int> clusters;  ///< the numbers, ascending: 1, 2, … and the model's own
  std::vector<std::vector<std::int32_t>> labels;   ///< per number: as partition() returns them
  std::vector<std::vector<std::int32_t>> colours;  ///< per number: labels renamed so that a cluster
                                                   ///< keeps its colour from one number to the
                                                   ///< next; the model's own are its labels
  std::vector<bool> coarse;                        ///< per number: cut between groups of points
  std::int64_t groups = 0;                         ///< how many groups those are
  std::map<int, double> scores;                    ///< by number, of those that have one
  Spectrum spectrum;                               ///< the spectrum they were read from
};

PagePartitions page_partitions(const Model& model, Team& team);

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
