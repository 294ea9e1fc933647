#include "metric_choice.h"

#include <algorithm>

#include "gnac/error.h"

namespace gnac::cli {
namespace {

constexpr std::int64_t kMostExact = 5000;  // points whose silhouette is exact: N² distances

bool usual(const MetricInfo& info, std::int64_t points) {
  if (info.name == "silhouette") return points <= kMostExact;
  if (info.name == "silhouette-sampled") return points > kMostExact;
  return info.needs_points() || info.name == "ari" || info.name == "ami" || info.name == "nca";
}

}  // namespace

std::vector<const MetricInfo*> choose_metrics(const std::vector<std::string>& names, bool reference,
                                              std::int64_t points) {
  std::vector<const MetricInfo*> chosen;
  const auto possible = [&](const MetricInfo& info) {
    return info.needs_reference() ? reference : points > 0;
  };
  const bool all = std::find(names.begin(), names.end(), "all") != names.end();
  if (names.empty() || all) {
    for (const MetricInfo& info : metric_table()) {
      if (possible(info) && (all || usual(info, points))) chosen.push_back(&info);
    }
    return chosen;
  }
  for (const std::string& name : names) {
    const MetricInfo& info = metric_info(name);
    if (!possible(info)) {
      throw Error("the metric " + name + " needs " +
                  (info.needs_reference() ? "reference labels" : "the points") +
                  "; none were given");
    }
    chosen.push_back(&info);
  }
  return chosen;
}

}  // namespace gnac::cli
