#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "studies/published.h"
#include "studies/report.h"
#include "studies/report_parts.h"

namespace gnac::detail {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kFitFrom = 5000;  // the paper fits over N >= 5,000

/// Median over seeds, by size.
using Curve = std::map<double, double>;

Curve curve_of(const std::vector<const RunRecord*>& runs, std::string_view quantity) {
  std::map<double, std::vector<double>> values;
  for (const RunRecord* run : runs) values[run->level].push_back(run->value(quantity));
  Curve curve;
  for (const auto& [size, of_size] : values) curve[size] = median(of_size);
  return curve;
}

PowerFit fit_of(const Curve& curve) {
  std::vector<double> x;
  std::vector<double> y;
  for (const auto& [size, value] : curve) {
    if (size < kFitFrom) continue;
    x.push_back(size);
    y.push_back(value);
  }
  return power_fit(x, y);
}

double published_at(const PublishedScaling& row, double size) {
  for (std::size_t i = 0; i < kScalingSizes.size(); ++i) {
    if (kScalingSizes[i] == size) return row.value[i];
  }
  return kNan;
}

ReportTable values_table(const std::vector<const RunRecord*>& runs) {
  ReportTable table;
  table.name = "scaling";
  table.title = "Empirical scalability";
  table.caption =
      "Medians over seeds, with the paper's figures (an NVIDIA RTX 5070, CUDA memory) and the "
      "quotient ours/paper.";
  table.columns = {"Quantity", "N", "ours", "paper", "ours/paper"};
  for (const PublishedScaling& row : published_scaling()) {
    for (const auto& [size, value] : curve_of(runs, row.quantity)) {
      const double paper = published_at(row, size);
      table.rows.push_back({words(std::string(row.title)), count(size), number(value, 2),
                            number(paper, 2), number(value / paper, 3)});
    }
  }
  for (const auto& [quantity, title] : {std::pair{"train", "Training (s)"},
                                        {"evolve", "Evolution (s)"},
                                        {"readout", "Readout (s)"},
                                        {"ari", "ARI"}}) {
    for (const auto& [size, value] : curve_of(runs, quantity)) {
      table.rows.push_back(
          {words(title), count(size), number(value, 4), number(kNan), number(kNan)});
    }
  }
  return table;
}

ReportTable exponents_table(const std::vector<const RunRecord*>& runs) {
  ReportTable table;
  table.name = "scaling-exponents";
  table.title = "Exponents over N ≥ 5,000";
  table.caption = "Least squares of log y = α log N + β over the medians.";
  table.columns = {"Quantity", "α", "paper", "Δ", "R²", "paper R²"};
  for (const PublishedScaling& row : published_scaling()) {
    const PowerFit fit = fit_of(curve_of(runs, row.quantity));
    std::vector<Cell> cells{words(std::string(row.title))};
    add_beside(cells, fit.exponent, row.exponent, 3);
    cells.push_back(number(fit.r2, 4));
    cells.push_back(number(row.r2, 4));
    table.rows.push_back(std::move(cells));
  }
  for (const auto& [quantity, title] : {std::pair{"train", "Training (s)"},
                                        {"evolve", "Evolution (s)"},
                                        {"readout", "Readout (s)"}}) {
    const PowerFit fit = fit_of(curve_of(runs, quantity));
    table.rows.push_back({words(title), number(fit.exponent, 3), number(kNan), number(kNan),
                          number(fit.r2, 4), number(kNan)});
  }
  return table;
}

LineChart chart_of(const std::vector<const RunRecord*>& runs, std::string name, std::string title,
                   std::string y_label,
                   const std::vector<std::pair<std::string, std::string>>& shown,
                   std::string_view published) {
  LineChart chart{std::move(name), std::move(title), "points", std::move(y_label), true, true, {}};
  int colour = 0;
  for (const auto& [quantity, label] : shown) {
    Series series{label, {}, {}, colour++, false};
    for (const auto& [size, value] : curve_of(runs, quantity)) {
      series.x.push_back(size);
      series.y.push_back(value);
    }
    chart.series.push_back(std::move(series));
  }
  for (const PublishedScaling& row : published_scaling()) {
    if (row.quantity != published) continue;
    chart.series.push_back({"paper",
                            {kScalingSizes.begin(), kScalingSizes.end()},
                            {row.value.begin(), row.value.end()},
                            0,
                            true});
  }
  return chart;
}

/// The runs of a method with the settings that have the most of them.
std::vector<const RunRecord*> usual_runs(std::span<const RunRecord> runs, std::string_view method) {
  std::map<std::string, std::vector<const RunRecord*>> by_settings;
  for (const RunRecord& run : runs) {
    if (run.study == "scaling" && run.method == method) by_settings[run.settings].push_back(&run);
  }
  const auto most = std::ranges::max_element(by_settings, {},
                                             [](const auto& entry) { return entry.second.size(); });
  return most == by_settings.end() ? std::vector<const RunRecord*>{} : most->second;
}

/// A row for each size; the paper has no figures to compare with.
ReportTable universal_table(const std::vector<const RunRecord*>& runs) {
  ReportTable table;
  table.name = "scaling-universal";
  table.title = "The universal rule by size";
  table.caption =
      "Settings: `" + runs.front()->settings + "`. Seconds, and the largest resident set.";
  table.columns = {"N",          "Graph (s)", "Evolution (s)", "Readout (s)", "Fit (s)",
                   "Peak (MiB)", "ARI"};
  const Curve fit = curve_of(runs, "fit");
  for (const auto& [size, seconds] : fit) {
    const auto at = [&, size = size](std::string_view quantity) {
      return curve_of(runs, quantity).at(size);
    };
    table.rows.push_back({count(size), number(at("graph"), 3), number(at("evolve"), 3),
                          number(at("readout"), 3), number(seconds, 3), number(at("peak_mib"), 0),
                          number(at("ari"), 4)});
  }
  return table;
}

}  // namespace

Section scaling_section(std::span<const RunRecord> runs) {
  const auto usual = usual_runs(runs, "gnac");
  const auto universal = usual_runs(runs, "universal");
  Section section;
  section.heading = "Time and memory";
  if (!universal.empty()) section.tables.push_back(universal_table(universal));
  if (usual.empty()) return section;
  section.text = "Settings: `" + usual.front()->settings + "`";
  section.tables.push_back(values_table(usual));
  section.tables.push_back(exponents_table(usual));
  section.lines = {chart_of(usual, "scaling-time", "Seconds by stage", "seconds",
                            {{"fit", "fit"},
                             {"graph", "graph"},
                             {"train", "training"},
                             {"evolve", "evolution"},
                             {"readout", "readout"}},
                            "fit"),
                   chart_of(usual, "scaling-memory", "Peak memory", "MiB",
                            {{"peak_mib", "resident"}}, "peak_mib")};
  return section;
}

}  // namespace gnac::detail
