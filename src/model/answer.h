#pragma once

#include <vector>

#include "gnac/model.h"
#include "support/team.h"

namespace gnac::detail {

/// The readout of an evolution.
struct Answer {
  int clusters = 0;
  Partition partition;
  Confidence confidence;             ///< only of partitions by conductance
  std::vector<ClusterCount> counts;  ///< best first, if the number was chosen
};

/// Partitions a model that has evolved into `clusters`, or as many as there seem to be
/// (kChooseClusters).
Answer answer_on(const Model& model, int clusters, Team& team);

/// The conductance that the readout sees: the rule's, or that of open edges if there is no rule.
std::vector<float> conductance_of(const Model& model);

/// Is the model read by its conductance? If not, it is read by distances of domain states.
bool reads_conductance(const Model& model);

/// Throws Error for a model of a lean fit, which has not kept what else could be asked of it, and
/// for one whose arrays disagree: its fields are public. O(nodes + edges).
void require_whole(const Model& model);

}  // namespace gnac::detail
