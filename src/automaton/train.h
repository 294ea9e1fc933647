#pragma once

#include <functional>

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/result.h"
#include "support/team.h"

namespace gnac {

/// A change of a rule before its training begins.
using RuleEdit = std::function<void(Rule&)>;

/// train() of the public API on a team that exists already. `start` may change the initial values.
Training train_rule(PointsView points, const Graph& graph, const Options& options, Team& team,
                    const RuleEdit& start = {});

/// Bytes that training keeps at its peak, beside graph and points.
double training_bytes(const Options& options, std::int64_t n, std::int64_t d, std::int64_t edges);

}  // namespace gnac
