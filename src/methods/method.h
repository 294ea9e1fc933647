#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gnac/methods.h"
#include "support/team.h"

namespace gnac::detail {

/// The row for a name; throws Error naming the closest of the table.
const MethodInfo& method_in(std::span<const MethodInfo> table, std::string_view name);

/// Throws Error with both figures if the method would need more memory for n points than the limit
/// (options.gnac.memory_limit_gib, or what the machine has). Only methods that need N² memory are
/// checked here; G-NAC checks its stages itself, the others are linear.
void require_method_memory(const MethodInfo& method, std::int64_t n, const MethodOptions& options);

/// Throws Error if the method cannot do without a number of clusters, or cannot be given one;
/// kChooseClusters stands for none.
void require_count(const MethodInfo& method, int clusters);

/// run_method() of the public API with the caller's threads, for a row of any table.
MethodRun run_method(const MethodInfo& method, PointsView points, int clusters,
                     const MethodOptions& options, std::uint64_t seed, Team& team);
MethodRun run_method(std::string_view name, PointsView points, int clusters,
                     const MethodOptions& options, std::uint64_t seed, Team& team);

/// The options with which fit_on() does what "universal" and "graph-only" do: G-NAC with a frozen
/// rule, or with none. Nothing for any other method.
std::optional<Options> frozen_options(std::string_view method, const MethodOptions& options);

}  // namespace gnac::detail
