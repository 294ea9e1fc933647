#include "studies/tasks.h"

#include <algorithm>

#include "gnac/error.h"
#include "metrics/metric.h"
#include "studies/clustbench.h"

namespace gnac::detail {
namespace {

constexpr std::int32_t kNoise = 0;

bool selects(const std::string& wanted, const std::string& name) {
  return name == wanted || name.starts_with(wanted + "/");
}

std::vector<std::string> selected_names(const std::string& folder,
                                        std::span<const std::string> wanted,
                                        std::int64_t max_points) {
  auto all = benchmark_names(folder, max_points);
  if (wanted.empty()) return all;
  std::vector<std::string> names;
  for (const std::string& name : all) {
    if (std::any_of(wanted.begin(), wanted.end(),
                    [&](const auto& w) { return selects(w, name); })) {
      names.push_back(name);
    }
  }
  for (const std::string& w : wanted) {
    if (std::any_of(names.begin(), names.end(), [&](const auto& n) { return selects(w, n); }))
      continue;
    throw Error("there is no data set or battery '" + w + "' of at most " +
                std::to_string(max_points) + " points in " + folder);
  }
  return names;
}

}  // namespace

std::vector<std::shared_ptr<const StudyData>> load_tasks(const std::string& folder,
                                                         std::span<const std::string> names,
                                                         std::int64_t max_points) {
  std::vector<std::shared_ptr<const StudyData>> tasks;
  for (const std::string& name : selected_names(folder, names, max_points)) {
    BenchmarkData raw = read_benchmark(folder, name);
    auto data = std::make_shared<StudyData>();
    data->name = name;
    data->points = benchmark_features(raw.points);
    data->clusters = benchmark_clusters(raw);
    data->references = std::move(raw.references);
    tasks.push_back(std::move(data));
  }
  if (tasks.empty()) throw Error("there are no data sets in " + folder);
  return tasks;
}

Scores score_labels(const StudyData& data, int clusters, std::span<const std::int32_t> labels) {
  std::vector<std::span<const std::int32_t>> references;
  for (const auto& reference : data.references) {
    if (*std::max_element(reference.begin(), reference.end()) == clusters)
      references.emplace_back(reference);
  }
  const auto best = [&](std::string_view metric) {
    return best_over_references(metric_info(metric), labels, references, kNoise);
  };
  return {best("ari"), best("ami"), best("nca")};
}

}  // namespace gnac::detail
