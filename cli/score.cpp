#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "commands.h"
#include "gnac/error.h"
#include "io/edges_file.h"
#include "io/labels.h"
#include "json.h"
#include "metric_choice.h"
#include "metrics/metric.h"
#include "numbered.h"
#include "output.h"
#include "support/team.h"
#include "table_flags.h"

namespace gnac::cli {
namespace {

struct ScoreFlags {
  std::string reference;
  std::string labels;  ///< "": `reference` is measured against points or edges
  std::string points;
  ReadOptions columns;
  std::string edges;
  std::vector<std::string> metrics;
  std::optional<std::int32_t> noise;
  int threads = 0;
  bool json = false;
  bool list = false;
};

using Scores = std::vector<std::pair<std::string, double>>;

/// Metrics of edges: how well a distance tells the reference's boundaries from its interiors.
struct EdgeMetric {
  std::string_view name;
  std::string_view help;
  std::vector<double> EdgeDistances::*distance;
};
constexpr std::array kEdgeMetrics{
    EdgeMetric{"boundary-auc", "edges across classes are longer in domain state; 0..1, 0.5: chance",
               &EdgeDistances::domain},
    EdgeMetric{"boundary-auc-input", "the same for the input distances, before any training; 0..1",
               &EdgeDistances::input},
};

bool is_edge_metric(const std::string& name) {
  return std::any_of(kEdgeMetrics.begin(), kEdgeMetrics.end(),
                     [&](const EdgeMetric& metric) { return metric.name == name; });
}

std::vector<const EdgeMetric*> choose_edge_metrics(const ScoreFlags& flags) {
  const auto named = [&](std::string_view name) {
    return std::find(flags.metrics.begin(), flags.metrics.end(), name) != flags.metrics.end();
  };
  std::vector<const EdgeMetric*> chosen;
  for (const EdgeMetric& metric : kEdgeMetrics) {
    if (flags.edges.empty() && named(metric.name)) {
      throw Error(
          fmt::format("the metric {} needs the edges; give --edges with a file that gnac fit "
                      "--edges wrote",
                      metric.name));
    }
    const bool wanted = flags.metrics.empty() || named("all") || named(metric.name);
    if (wanted && !flags.edges.empty()) chosen.push_back(&metric);
  }
  return chosen;
}

std::vector<const MetricInfo*> choose_label_metrics(const ScoreFlags& flags, std::int64_t points) {
  std::vector<std::string> names;
  std::remove_copy_if(flags.metrics.begin(), flags.metrics.end(), std::back_inserter(names),
                      is_edge_metric);
  if (names.empty() && !flags.metrics.empty()) return {};
  return choose_metrics(names, !flags.labels.empty(), points);
}

std::string scores_json(const Scores& scores) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : scores) json[name] = json_number(value);
  return json.dump(1) + "\n";
}

std::string scores_text(const Scores& scores) {
  std::size_t width = 0;
  for (const auto& [name, value] : scores) width = std::max(width, name.size());
  std::string text;
  for (const auto& [name, value] : scores)
    text += fmt::format("{:<{}}  {:.6f}\n", name, width, value);
  return text;
}

std::string metrics_list() {
  std::string text;
  for (const MetricInfo& info : metric_table()) {
    text += fmt::format("{:<20} {}{}\n", info.name, info.help,
                        info.needs_points() ? " (needs --points)" : "");
  }
  for (const EdgeMetric& metric : kEdgeMetrics)
    text += fmt::format("{:<20} {} (needs --edges)\n", metric.name, metric.help);
  return text;
}

/// Throws Error unless there are labels to measure, and something to measure them by.
void check_files(const ScoreFlags& flags) {
  if (flags.reference.empty()) {
    throw Error(
        "give a file of reference labels and a file of labels, or one file of labels with "
        "--points");
  }
  if (flags.labels.empty() && flags.points.empty() && flags.edges.empty()) {
    throw Error(
        "give a second file of labels to compare, or --points or --edges to measure the first one");
  }
  const ReadOptions& how = flags.columns;
  const bool says_how = !how.columns.empty() || !how.exclude.empty() || !how.categorical.empty() ||
                        !how.array.empty() || how.missing;
  if (says_how && flags.points.empty())
    throw Error(
        "--columns, --exclude, --categorical, --missing and --array apply to --points; give that "
        "too");
  check_stdin({flags.reference, flags.labels, flags.points, flags.edges});
}

Points read_measured(const ScoreFlags& flags, std::size_t labels) {
  if (flags.points.empty()) return {};
  Points points = read_table({{flags.points}, flags.columns}).points;
  if (static_cast<std::size_t>(points.n) != labels) {
    throw Error(fmt::format("{} has {} points but {} has {} labels", flags.points, points.n,
                            flags.labels.empty() ? flags.reference : flags.labels, labels));
  }
  return points;
}

void score(const ScoreFlags& flags) {
  if (flags.list) return write_stdout(metrics_list());
  check_files(flags);
  const auto of_edges = choose_edge_metrics(flags);
  const auto reference = read_labels(flags.reference);
  const auto labels = flags.labels.empty() ? reference : read_labels(flags.labels);
  if (reference.size() != labels.size()) {
    throw Error(fmt::format("{} has {} labels but {} has {}; they must describe the same rows",
                            flags.reference, reference.size(), flags.labels, labels.size()));
  }
  const Points points = read_measured(flags, labels.size());
  const auto metrics = choose_label_metrics(flags, points.n);
  const auto whole = numbered(labels);
  const std::optional<std::int32_t> noise = flags.noise;
  const MetricInput input{
      .labels = whole, .references = {reference}, .noise = noise, .points = points};
  Team team(flags.threads);
  Scores scores;
  for (const MetricInfo* info : metrics)
    scores.emplace_back(info->name, metric_value(*info, input, team));
  if (!of_edges.empty()) {
    const EdgeDistances edges = read_edges(flags.edges, std::ssize(reference));
    for (const EdgeMetric* metric : of_edges) {
      scores.emplace_back(metric->name,
                          boundary_auc(edges.edges, edges.*metric->distance, reference, noise));
    }
  }
  write_stdout(flags.json ? scores_json(scores) : scores_text(scores));
}

}  // namespace

Action add_score(CLI::App& app) {
  auto flags = std::make_shared<ScoreFlags>();
  app.add_option("REFERENCE", flags->reference,
                 "the known labels, one per line; - for standard input; without LABELS, the labels "
                 "to score against --points or --edges")
      ->option_text(" ");
  app.add_option("LABELS", flags->labels, "the labels to score, one per line")->option_text(" ");
  app.add_option("--metrics", flags->metrics,
                 "names, or all [ari,ami,nca, and those that --points and --edges allow]")
      ->delimiter(',')
      ->option_text("LIST");
  app.add_option("--noise", flags->noise, "reference label of points to leave out")
      ->option_text("LABEL");
  app.add_option("--points", flags->points, "the points, for metrics that measure them as they are")
      ->option_text("FILE");
  add_column_flags(app, flags->columns, "About --points");
  app.add_option("--edges", flags->edges,
                 "edges that gnac fit --edges wrote, for the boundary AUC of their distances")
      ->option_text("FILE");
  app.add_option("--threads", flags->threads, "threads [every core]")
      ->option_text("INT")
      ->check(CLI::Range(0, 4096));
  app.add_flag("--json", flags->json, "print JSON");
  app.add_flag("--list", flags->list, "list the metrics");
  app.footer(R"(Examples:
  gnac score truth.txt labels.txt
  gnac score benchmark.labels0.gz labels.txt --noise 0 --metrics ari,nmi,purity --json
  gnac score labels.txt --points points.csv
  gnac score truth.txt labels.txt --edges edges.csv --metrics all)");
  return [flags] { score(*flags); };
}

}  // namespace gnac::cli
