#pragma once

#include <functional>

#include "automaton/cells.h"
#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/rule.h"
#include "gnac/stages.h"
#include "support/team.h"

namespace gnac::detail {

/// A change of a rule before its training begins.
using RuleEdit = std::function<void(Rule&)>;

/// The shape of a rule of the published form that the options name.
RuleShape published_shape(const Options& options, std::int64_t features);

/// A rule of the published form with the shape that the options name and its initial values.
Rule initial_rule(const Options& options, std::int64_t features);

/// Train a rule, from the values it has, on cells laid out for it; `graph` is the one they were
/// laid out from. The rule keeps the values of the epoch with the lowest loss after burn-in.
Training train_rule(Rule& rule, const Cells& cells, const Graph& graph, const Options& options,
                    Team& team);

/// Bytes that training keeps at its peak, beside graph and points.
double training_bytes(const Options& options, std::int64_t n, std::int64_t d, std::int64_t edges);

}  // namespace gnac::detail
