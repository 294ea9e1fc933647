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

}  // namespace gnac::detail
