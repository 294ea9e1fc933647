#include "run.h"

#include "metrics/metric.h"
#include "support/team.h"

namespace gnac::cli {

Run begin_run(const char* command, const InputFlags& flags, const Input& input, int clusters) {
  Run run;
  run.command = command;
  run.data = flags.name();
  run.files = flags.data;
  run.n = input.table.points.n;
  run.d = input.table.points.d;
  run.clusters = clusters;
  run.points = input.table.points;
  run.ids = input.table.ids;
  run.texts = input.table.texts;
  run.words = input.table.words;
  run.cells = input.table.cells;
  run.rows = input.table.rows;
  run.gaps = input.table.gaps;
  run.columns = input.table.names;
  run.table = input.table.recipe;
  run.reference = input.table.labels;
  run.dropped = input.table.dropped;
  run.read_seconds = input.seconds;
  return run;
}

std::optional<double> reference_ari(const InputFlags& flags, const Input& input, const Run& run) {
  if (input.table.labels.empty()) return std::nullopt;
  const std::span<const std::int32_t> known(input.table.labels);
  return best_over_references(metric_info("ari"), run.labels(), {&known, 1}, flags.noise);
}

std::vector<std::int64_t> cluster_sizes(const Run& run) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(run.clusters));
  for (const std::int32_t label : run.labels()) {
    if (label >= 0) ++sizes[label];
  }
  return sizes;
}

int thread_count(const Options& options) {
  return usable_threads(options.threads);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace gnac::cli
