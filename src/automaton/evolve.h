#pragma once

#include "automaton/cells.h"
#include "gnac/options.h"
#include "gnac/rule.h"
#include "gnac/stages.h"
#include "support/team.h"

namespace gnac::detail {

/// Evolve a rule on cells laid out for it until the ranking of their edges is stable.
Evolution evolve_rule(const Rule& rule, const Cells& cells, const Options& options, Team& team);

/// Bytes that evolution uses at its peak, in addition to graph and points.
double evolution_bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges);

}  // namespace gnac::detail
