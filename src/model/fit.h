#pragma once

#include "automaton/train.h"
#include "gnac/model.h"
#include "support/team.h"

// The one way through the library, on a team that exists already: what the public fit() and the
// studies, which run several fits at a time, both call.
namespace gnac::detail {

/// fit() of gnac/model.h.
Model fit_on(const FitData& data, int clusters, const Options& options, Team& team);

/// All of a fit but the readout, for those who want several partitions of one evolution. `start`
/// may change the rule's initial values before it is trained.
Model evolve_on(const FitData& data, const Options& options, Team& team,
                const RuleEdit& start = {});

/// partition() of gnac/model.h.
Partition partition_on(const Model& model, int clusters, Team& team);

}  // namespace gnac::detail
