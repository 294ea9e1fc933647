#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "commands.h"
#include "data/labels.h"
#include "data/read_points.h"
#include "gnac/error.h"
#include "metrics/metric.h"
#include "output.h"
#include "support/team.h"

namespace gnac::cli {
namespace {

struct ScoreFlags {
  std::string reference;
  std::string labels;
  std::string points;
  std::vector<std::string> metrics;
  std::optional<std::int32_t> noise;
  bool json = false;
  bool list = false;
};

using Scores = std::vector<std::pair<const MetricInfo*, double>>;

/// The metrics asked for; without a list those of the paper, and with points those that need them.
std::vector<const MetricInfo*> wanted_metrics(const ScoreFlags& flags) {
  std::vector<const MetricInfo*> wanted;
  for (const std::string& name : flags.metrics) {
    if (name != "all") wanted.push_back(&metric_info(name));
  }
  const bool all = wanted.size() < flags.metrics.size();
  if (!flags.metrics.empty() && !all) return wanted;
  wanted.clear();
  for (const MetricInfo& info : metric_table()) {
    const bool of_paper = info.name == "ari" || info.name == "ami" || info.name == "nca";
    if (info.needs_points() ? !flags.points.empty() : (all || of_paper)) wanted.push_back(&info);
  }
  return wanted;
}

std::string scores_json(const Scores& scores) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [info, value] : scores) {
    json[std::string(info->name)] = std::isfinite(value) ? nlohmann::ordered_json(value) : nullptr;
  }
  return json.dump(1) + "\n";
}

std::string scores_text(const Scores& scores) {
  std::size_t width = 0;
  for (const auto& [info, value] : scores) width = std::max(width, info->name.size());
  std::string text;
  for (const auto& [info, value] : scores) {
    text += fmt::format("{:<{}}  {:.6f}\n", info->name, width, value);
  }
  return text;
}

std::string metrics_list() {
  std::string text;
  for (const MetricInfo& info : metric_table()) {
    text += fmt::format("{:<20} {}{}\n", info.name, info.help,
                        info.needs_points() ? " (needs --points)" : "");
  }
  return text;
}

void score(const ScoreFlags& flags) {
  if (flags.list) return write_stdout(metrics_list());
  if (flags.labels.empty()) throw Error("give a file of reference labels and a file of labels");
  const auto metrics = wanted_metrics(flags);
  const auto reference = read_labels(flags.reference);
  const auto labels = read_labels(flags.labels);
  if (reference.size() != labels.size()) {
    throw Error(fmt::format("{} has {} labels but {} has {}; they must describe the same rows",
                            flags.reference, reference.size(), flags.labels, labels.size()));
  }
  const Points points = flags.points.empty() ? Points{} : read_points(flags.points).points;
  if (!flags.points.empty() && static_cast<std::size_t>(points.n) != labels.size()) {
    throw Error(fmt::format("{} has {} points but {} has {} labels", flags.points, points.n,
                            flags.labels, labels.size()));
  }
  const MetricInput input{
      .labels = labels,
      .references = {reference},
      .noise = flags.noise.value_or(kNoNoise),
      .points = points,
  };
  Team team(0);
  Scores scores;
  for (const MetricInfo* info : metrics)
    scores.emplace_back(info, metric_value(*info, input, team));
  write_stdout(flags.json ? scores_json(scores) : scores_text(scores));
}

}  // namespace

Action add_score(CLI::App& app) {
  auto flags = std::make_shared<ScoreFlags>();
  app.add_option("REFERENCE", flags->reference,
                 "the known labels, one a line; - for standard input")
      ->option_text(" ");
  app.add_option("LABELS", flags->labels, "the labels to score, one a line")->option_text(" ");
  app.add_option("--metrics", flags->metrics, "names, or all [ari,ami,nca]")
      ->delimiter(',')
      ->option_text("LIST");
  app.add_option("--noise", flags->noise, "reference label of points to leave out")
      ->option_text("LABEL");
  app.add_option("--points", flags->points, "the points, for metrics that measure them")
      ->option_text("FILE");
  app.add_flag("--json", flags->json, "print JSON");
  app.add_flag("--list", flags->list, "list the metrics");
  app.footer(R"(Examples:
  gnac score truth.txt labels.txt
  gnac score benchmark.labels0.gz labels.txt --noise 0 --metrics ari,nmi,purity --json)");
  return [flags] { score(*flags); };
}

}  // namespace gnac::cli
