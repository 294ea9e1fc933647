#pragma once

#include <functional>

#include "automaton/cells.h"
#include "gnac/graph.h"
#include "gnac/options.h"
#include "gnac/rule.h"
#include "gnac/stages.h"
#include "support/team.h"

namespace gnac::detail {

/// Changes a rule before its training begins.
using RuleEdit = std::function<void(Rule&)>;

/// The shape of a rule of the published form given by the options.
RuleShape published_shape(const Options& options, std::int64_t features);

/// A rule of the published form with the shape given by the options and its initial values.
Rule initial_rule(const Options& options, std::int64_t features);

/// Train a rule, starting from its values, on cells laid out for it from `graph`. The rule keeps
/// the values of the epoch with the lowest loss after burn-in.
Training train_rule(Rule& rule, const Cells& cells, const Graph& graph, const Options& options,
                    Team& team);

/// Bytes that training uses at its peak, in addition to graph and points.
double training_bytes(const Options& options, std::int64_t n, std::int64_t d, std::int64_t edges);

}  // namespace gnac::detail
