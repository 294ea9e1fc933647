#include "studies/work.h"

#include <chrono>

namespace gnac::detail {

bool is_of_studies(const OptionInfo& info) {
  return info.group != "run" && info.name != "scale" && info.name != "rule" &&
         info.name != "readout" && info.name != "max_clusters" && info.name != "min_cluster_size" &&
         info.name != "resolution";
}

std::string settings_text(const Options& options) {
  std::string text;
  for (const OptionInfo& info : option_table()) {
    if (!is_of_studies(info)) continue;
    if (!text.empty()) text += ' ';
    text += std::string(info.name) + '=' + option_text(options, info);
  }
  return text;
}

std::string settings_text(const MethodInfo& method, const MethodOptions& options) {
  if (method.name == "gnac") return settings_text(options.gnac);
  std::string text;
  for (const MethodOption& option : method.options) {
    if (!text.empty()) text += ' ';
    text += std::string(option.name) + '=' + method_option_text(options, option);
  }
  return text;
}

std::vector<RunRecord> runs_of(const StudyData& data, std::string_view study,
                               std::string_view method, std::uint64_t seed,
                               const std::string& settings) {
  std::vector<RunRecord> runs;
  for (const int clusters : data.clusters) {
    RunRecord run;
    run.study = study;
    run.subject = data.name;
    run.clusters = clusters;
    run.method = method;
    run.seed = seed;
    run.settings = settings;
    runs.push_back(std::move(run));
  }
  return runs;
}

Stopwatch::Stopwatch() : start_(std::chrono::steady_clock::now()) {}

double Stopwatch::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void fill_run(RunRecord& run, const StudyData& data, std::span<const std::int32_t> labels,
              double seconds, bool keep_labels) {
  const Scores scores = score_labels(data, run.clusters, labels);
  run.values["ari"] = scores.ari;
  run.values["ami"] = scores.ami;
  run.values["nca"] = scores.nca;
  run.values["seconds"] = seconds;
  if (keep_labels) run.labels.assign(labels.begin(), labels.end());
}

void read_out(std::span<RunRecord> todo, const StudyData& data, const ReadoutSource& source,
              double shared_seconds, Team& team, bool keep_labels) {
  for (RunRecord& run : todo) {
    const Stopwatch watch;
    const Partition part = partition_from(source, run.clusters, team);
    fill_run(run, data, part.labels, shared_seconds + watch.seconds(), keep_labels);
    run.values["components"] = source.graph.components;
    run.values["by_components"] = part.by_components ? 1 : 0;
  }
}

void read_out(std::span<RunRecord> todo, const StudyData& data, const Model& model, Team& team,
              ControlReadout readout, bool keep_labels) {
  const Timings& t = model.timings;
  read_out(todo, data,
           {model.graph, model.points, model.evolution.edge_distance, model.options, readout},
           t.graph + t.train + t.evolve, team, keep_labels);
  for (RunRecord& run : todo) {
    run.values["steps"] = model.evolution.steps;
    if (!model.training.history.empty()) run.values["loss"] = model.training.best_loss();
  }
}

// Measured on two cores at the defaults, rounded: about 3 ms per point for 100 epochs of 16 steps.
double gnac_cost(std::int64_t n, const Options& options) {
  return 2e-6 * static_cast<double>(n) * options.epochs * options.rollout + 0.1;
}

double method_cost(std::string_view method, std::int64_t n) {
  const auto points = static_cast<double>(n);
  if (method == "dec" || method == "idec") return 1e-3 * points;
  if (method == "average" || method == "complete") return 1e-8 * points * points + 0.01;
  return 5e-5 * points + 0.01;
}

}  // namespace gnac::detail
