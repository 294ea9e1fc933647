#pragma once

#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/result.h"
#include "gnac/rule.h"
#include "support/team.h"

namespace gnac {

/// evolve() of the public API on a team that exists already.
Evolution evolve_rule(const Rule& rule, PointsView points, const Graph& graph,
                      const Options& options, Team& team);

/// Bytes that evolution keeps at its peak, beside graph and points.
double evolution_bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges);

}  // namespace gnac
