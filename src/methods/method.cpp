#include "methods/method.h"

#include <algorithm>
#include <cmath>

#include "gnac/error.h"
#include "gnac/model.h"
#include "graph/check.h"
#include "options/option_text.h"
#include "support/memory.h"
#include "support/relabel.h"

namespace gnac {

using namespace detail;
namespace {

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

/// Which options a method without the option `name` has.
std::string known_options(std::string_view name, const std::vector<std::string_view>& known) {
  constexpr std::size_t kMostListed = 9;
  if (known.empty()) return "it has no options";
  if (known.size() <= kMostListed) return "it has " + listed(known, " and ");
  return suggestion(name, known, "it has " + listed(known, " and "));
}

std::string choosers() {
  std::vector<std::string_view> names;
  for (const MethodInfo& info : method_table()) {
    if (!info.chooses.empty()) names.push_back(info.name);
  }
  return listed(names, " and ");
}

void check_request(const MethodInfo& method, PointsView points, int clusters) {
  check_points(points);
  require_count(method, clusters);
  if (clusters == kChooseClusters) return;
  if (clusters < 1 || clusters > points.n) {
    throw Error("cannot make " + std::to_string(clusters) + " clusters of " +
                std::to_string(points.n) + " points; give a number from 1 to " +
                std::to_string(points.n));
  }
}

void check_options(const MethodInfo& method, const MethodOptions& options) {
  for (const MethodOption& option : method.options) {
    const double value = option.get(options);
    if (in_range(value, option.min, option.max)) continue;
    throw Error("option " + std::string(option.name) + " of " + std::string(method.name) +
                " cannot be " + quoted(number_text(value)) + "; give " +
                method_option_range(option));
  }
}

}  // namespace

const MethodInfo& detail::method_in(std::span<const MethodInfo> table, std::string_view name) {
  std::vector<std::string_view> known;
  for (const MethodInfo& info : table) {
    if (info.name == name) return info;
    known.push_back(info.name);
  }
  throw Error("there is no method " + quoted(name) + "; " +
              suggestion(name, known, "choose from " + listed(known, " and ")));
}

const MethodInfo& method_info(std::string_view name) {
  return method_in(method_table(), name);
}

MethodOptions published_options() {
  MethodOptions options;
  options.gnac = Options::paper();
  return options;
}

std::string method_option_text(const MethodOptions& options, const MethodOption& option) {
  const double value = option.get(options);
  if (option.choices.empty()) return number_text(value);
  return std::string(option.choices[static_cast<std::size_t>(value)]);
}

std::string method_option_range(const MethodOption& option) {
  if (option.choices.empty()) return range_text(option.min, option.max, option.whole);
  return listed(option.choices, " or ");
}

void set_method_option(MethodOptions& options, const MethodInfo& method, std::string_view name,
                       std::string_view text) {
  std::vector<std::string_view> known;
  for (const MethodOption& option : method.options) {
    known.push_back(option.name);
    if (option.name != name) continue;
    double value = 0;
    bool ok = false;
    if (option.choices.empty()) {
      ok = parse_value(text, value) && in_range(value, option.min, option.max) &&
           (!option.whole || value == std::floor(value));
    } else {
      const auto found = std::find(option.choices.begin(), option.choices.end(), text);
      ok = found != option.choices.end();
      value = static_cast<double>(found - option.choices.begin());
    }
    if (!ok) {
      throw Error("option " + std::string(name) + " of " + std::string(method.name) +
                  " cannot be " + quoted(text) + "; give " + method_option_range(option));
    }
    option.set(options, value);
    return;
  }
  throw Error("the method " + std::string(method.name) + " has no option " + quoted(name) + "; " +
              known_options(name, known));
}

MethodRun run_method(std::string_view name, PointsView points, int clusters,
                     const MethodOptions& options, std::uint64_t seed, const Observer& observer) {
  Team team(options.gnac.threads, observer);
  return detail::run_method(name, points, clusters, options, seed, team);
}

namespace detail {

void require_count(const MethodInfo& method, int clusters) {
  if (clusters == kChooseClusters && method.chooses.empty()) {
    throw Error(std::string(method.name) + " needs the number of clusters; " + choosers() +
                " can choose one");
  }
  if (clusters != kChooseClusters && !method.takes_clusters) {
    throw Error(std::string(method.name) +
                " finds the number of clusters itself, so it cannot be given; leave it out");
  }
}

void require_method_memory(const MethodInfo& method, std::int64_t n, const MethodOptions& options) {
  if (method.square_bytes == nullptr) return;
  require_memory(method.square_bytes(n, options), options.gnac.memory_limit_gib,
                 std::string(method.title) + " of " + std::to_string(n) + " points",
                 "choose fewer points or a method that needs linear memory, such as ward, genie or "
                 "spectral with affinity=neighbors");
}

MethodRun run_method(std::string_view name, PointsView points, int clusters,
                     const MethodOptions& options, std::uint64_t seed, Team& team) {
  return run_method(method_info(name), points, clusters, options, seed, team);
}

MethodRun run_method(const MethodInfo& method, PointsView points, int clusters,
                     const MethodOptions& options, std::uint64_t seed, Team& team) {
  check_request(method, points, clusters);
  check_options(method, options);
  require_method_memory(method, points.n, options);
  MethodRun run = method.run(points, clusters, options, seed, team);
  const auto found = relabel_by_appearance(run.labels, points.n);
  const bool chosen = clusters == kChooseClusters;
  require_exactly(chosen ? std::ssize(found) : clusters, run.labels, points.n);
  return run;
}

}  // namespace detail
}  // namespace gnac
