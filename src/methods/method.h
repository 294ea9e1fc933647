#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/points.h"
#include "methods/settings.h"
#include "support/team.h"

namespace gnac {

/// A figure that a method found on its way, e.g. {"inertia", 12.5}.
struct Fact {
  std::string_view name;
  double value = 0;
};

/// What every method returns.
struct MethodRun {
  std::vector<std::int32_t> labels;  ///< 0..K-1 in order of first appearance, each present
  std::vector<Fact> facts;
};

/// One option of one method.
struct MethodOption {
  std::string_view name;
  std::string_view help;  ///< one line
  double min = 0;
  double max = 0;
  bool whole = false;                     ///< whole numbers only
  std::vector<std::string_view> choices;  ///< where not empty: words, numbered from 0
  std::function<double(const MethodOptions&)> get;
  std::function<void(MethodOptions&, double)> set;
};

/// One row of the table of methods.
struct MethodInfo {
  std::string_view name;             ///< e.g. "kmeans"
  std::string_view title;            ///< e.g. "k-means"
  std::string_view reference = {};   ///< where it was published
  std::string_view complexity = {};  ///< time and memory
  bool stochastic = false;           ///< the seed matters
  std::vector<MethodOption> options = {};
  double (*square_bytes)(std::int64_t n, const MethodOptions&) = nullptr;  ///< memory, if N² of it
  MethodRun (*run)(PointsView, int clusters, const MethodOptions&, std::uint64_t seed,
                   Team&) = nullptr;
};

/// Every method, G-NAC first.
std::span<const MethodInfo> method_table();

/// The row for a name; throws Error naming the closest known.
const MethodInfo& method_info(std::string_view name);

/// Defaults, with G-NAC as published: what the studies run.
MethodOptions published_options();

/// An option's value as text that reads back to the same value.
std::string method_option_text(const MethodOptions& options, const MethodOption& option);

/// What an option accepts, in words, e.g. "a whole number from 1 to 100" or "full, tied or diag".
std::string method_option_range(const MethodOption& option);

/// Set an option of a method from text; throws Error that names the option and what it accepts.
void set_method_option(MethodOptions& options, const MethodInfo& method, std::string_view name,
                       std::string_view text);

/// Throws Error with both figures when the method would need more memory for n points than the
/// limit (options.gnac.memory_limit_gib, or what the machine has). Only methods of N² memory are
/// refused here; G-NAC checks its stages itself, the others are linear.
void require_method_memory(const MethodInfo& method, std::int64_t n, const MethodOptions& options);

/// Partition the points into exactly `clusters` groups. The same points, options and seed give the
/// same labels at any number of threads. Throws Error on points that are not finite, on fewer than
/// two of them, on clusters outside 1..N, and where N² memory is needed that is not there.
MethodRun run_method(std::string_view name, PointsView points, int clusters,
                     const MethodOptions& options, std::uint64_t seed, Team& team);

}  // namespace gnac
