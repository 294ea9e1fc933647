#pragma once

#include "automaton/train.h"
#include "gnac/model.h"
#include "support/team.h"

// The path through the library, on an existing team: called by the public fit() and by the studies,
// which run several fits at a time.
namespace gnac::detail {

/// fit() of gnac/model.h.
Model fit_on(const FitData& data, int clusters, const Options& options, Team& team);

/// A fit without the readout, for callers that want several partitions of one evolution. `start`
/// may change the rule's initial values before it is trained.
Model evolve_on(const FitData& data, const Options& options, Team& team,
                const RuleEdit& start = {});

/// partition() of gnac/model.h.
Partition partition_on(const Model& model, int clusters, Team& team);

}  // namespace gnac::detail
