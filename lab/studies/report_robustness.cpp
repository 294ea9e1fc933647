#include <fmt/format.h>

#include <limits>
#include <set>

#include "studies/published.h"
#include "studies/report.h"
#include "studies/report_parts.h"
#include "studies/robustness.h"

namespace gnac::detail {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// One curve: a method under a condition, level by level.
struct Curve {
  std::string condition;
  std::string method;
  std::map<double, MethodScores> by_level;
};

/// The scores at a level; level 0 is the clean benchmark under the same seeds, or the study's own
/// clean control.
std::map<std::string, MethodScores> scores_at(std::span<const RunRecord> runs,
                                              const std::string& condition, double level) {
  if (level != 0) return task_scores(runs, "robustness", condition, level);
  auto clean = task_scores(benchmark_beside(runs, "robustness"), "benchmark");
  clean.merge(task_scores(runs, "robustness"));
  return clean;
}

std::vector<Curve> curves_of(std::span<const RunRecord> runs) {
  std::map<std::string, std::set<double>> levels;
  for (const RunRecord& run : runs) {
    if (run.study == "robustness" && !run.condition.empty())
      levels[run.condition].insert(run.level);
  }
  std::vector<Curve> curves;
  for (const std::string_view name : kConditions) {
    const std::string condition(name);
    std::map<std::string, Curve> by_method;
    for (const double level : levels[condition]) {
      for (auto& [method, scores] : scores_at(runs, condition, level))
        by_method[method].by_level[level] = std::move(scores);
    }
    auto clean = scores_at(runs, condition, 0);
    for (auto& [method, curve] : by_method) {
      curve.condition = condition;
      curve.method = method;
      if (clean.contains(method)) curve.by_level[0] = clean.at(method);
      curves.push_back(std::move(curve));
    }
  }
  return curves;
}

/// The curves on the tasks that the components of the clean graph do not settle: there are not
/// exactly K of them.
std::vector<Curve> unresolved(std::vector<Curve> curves) {
  const auto clean = std::ranges::find_if(curves, [](const Curve& curve) {
    return curve.method == "gnac" && curve.by_level.contains(0);
  });
  if (clean == curves.end()) return {};
  const MethodScores settled = filtered(
      clean->by_level.at(0), [](const TaskId&, const TaskScore& s) { return s.by_components; });
  for (Curve& curve : curves) {
    for (auto& [level, scores] : curve.by_level)
      scores =
          filtered(scores, [&](const TaskId& t, const TaskScore&) { return !settled.contains(t); });
  }
  return curves;
}

double published_ari(std::span<const PublishedRobustness> rows, const Curve& curve, double level) {
  for (const PublishedRobustness& row : rows) {
    if (row.condition != curve.condition || row.method != curve.method) continue;
    for (std::size_t l = 0; l < kCorruptionLevels.size(); ++l) {
      if (kCorruptionLevels[l] == level) return row.ari[l];
    }
  }
  return kNan;
}

ReportTable means_table(const std::vector<Curve>& curves,
                        std::span<const PublishedRobustness> published) {
  ReportTable table;
  table.name = "robustness-means";
  table.title = "Mean task-level ARI under measurement and graph corruption";
  table.caption = "Replicates are averaged within each task first.";
  table.columns = {"Corruption", "Method", "Level", "Tasks",
                   "Mean ARI",   "paper",  "Δ",     "Components"};
  for (const Curve& curve : curves) {
    for (const auto& [level, scores] : curve.by_level) {
      std::vector<Cell> row{words(curve.condition), words(method_title(curve.method)),
                            number(level, 2), count(static_cast<double>(scores.size()))};
      add_beside(row, mean(values_of(scores, &TaskScore::ari)),
                 published_ari(published, curve, level));
      row.push_back(number(mean(values_of(scores, &TaskScore::components)), 2));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

ReportTable unresolved_table(const std::vector<Curve>& curves) {
  ReportTable table = means_table(unresolved(curves), published_unresolved_robustness());
  table.name = "robustness-unresolved";
  table.title = "The same without the tasks that components settle";
  table.caption =
      "Only tasks whose clean graph does not have exactly K components, the same at every level.";
  return table;
}

/// A row for each level, Holm-corrected over them.
void add_tested_rows(ReportTable& table, const Curve& curve,
                     const std::vector<std::pair<double, Comparison>>& by_level) {
  std::vector<double> p;
  for (const auto& [level, comparison] : by_level) p.push_back(comparison.test.p);
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < by_level.size(); ++i) {
    const auto& [level, c] = by_level[i];
    table.rows.push_back({words(curve.condition), words(method_title(curve.method)),
                          number(level, 2), count(static_cast<double>(c.datasets)),
                          difference(c.difference), words(interval_text(c.interval)),
                          p_value(adjusted[i])});
  }
}

/// Each level against clean, Holm-corrected within a condition and method.
ReportTable tests_table(const std::vector<Curve>& curves) {
  ReportTable table;
  table.name = "robustness-tests";
  table.title = "Change from clean";
  table.caption =
      "ARI at the level minus clean ARI, paired over datasets; 95 % interval by bootstrap; "
      "two-sided Wilcoxon, Holm-corrected over the levels of a curve.";
  table.columns = {"Corruption", "Method", "Level", "Datasets", "ΔARI", "95 % CI", "p (Holm)"};
  for (const Curve& curve : curves) {
    const auto clean = curve.by_level.find(0);
    if (clean == curve.by_level.end()) continue;
    std::vector<std::pair<double, Comparison>> changes;
    for (const auto& [level, scores] : curve.by_level) {
      if (level == 0) continue;
      changes.emplace_back(level, compare(scores, clean->second));
    }
    add_tested_rows(table, curve, changes);
  }
  return table;
}

/// The lead against each other method at every level, Holm-corrected within a condition and method.
ReportTable pairs_table(const std::vector<Curve>& curves) {
  std::map<std::string, const Curve*> by_method;
  for (const Curve& curve : curves) by_method[curve.method] = &curve;
  const std::string lead = lead_method(by_method);
  ReportTable table;
  table.name = "robustness-pairs";
  table.title = fmt::format("{} against the controls", method_title(lead));
  table.caption = fmt::format(
      "ARI of {} minus that of the other, paired over datasets; 95 % interval by bootstrap; "
      "two-sided Wilcoxon, Holm-corrected over the levels.",
      method_title(lead));
  table.columns = {"Corruption", "Against", "Level", "Datasets", "ΔARI", "95 % CI", "p (Holm)"};
  for (const Curve& other : curves) {
    const auto leading = std::ranges::find_if(curves, [&](const Curve& curve) {
      return curve.condition == other.condition && curve.method == lead;
    });
    if (leading == curves.end() || other.method.starts_with(lead)) continue;
    std::vector<std::pair<double, Comparison>> pairs;
    for (const auto& [level, scores] : other.by_level) {
      const auto ours = leading->by_level.find(level);
      if (ours != leading->by_level.end()) pairs.emplace_back(level, compare(ours->second, scores));
    }
    add_tested_rows(table, other, pairs);
  }
  return table;
}

/// The curves of one condition with the published ones dashed.
LineChart condition_chart(const std::vector<Curve>& curves, std::string_view condition) {
  LineChart chart;
  chart.name = "robustness-" + std::string(condition);
  chart.title = fmt::format("Mean ARI under {}", condition);
  chart.x_label = "level of corruption";
  chart.y_label = "mean ARI";
  for (const Curve& curve : curves) {
    if (curve.condition != condition) continue;
    const int colour = method_colour(curve.method);
    Series ours{method_title(curve.method), {}, {}, colour, false};
    Series paper{ours.name + ", paper", {}, {}, colour, true};
    for (const auto& [level, scores] : curve.by_level) {
      ours.x.push_back(level);
      ours.y.push_back(mean(values_of(scores, &TaskScore::ari)));
      paper.x.push_back(level);
      paper.y.push_back(published_ari(published_robustness(), curve, level));
    }
    chart.series.push_back(std::move(ours));
    chart.series.push_back(std::move(paper));
  }
  return chart;
}

}  // namespace

Section robustness_section(std::span<const RunRecord> runs) {
  const auto curves = curves_of(runs);
  Section section;
  section.heading = "Robustness to measurement and graph corruption";
  section.tables = {means_table(curves, published_robustness()), unresolved_table(curves),
                    tests_table(curves), pairs_table(curves)};
  for (const std::string_view condition : kConditions) {
    LineChart chart = condition_chart(curves, condition);
    if (!chart.series.empty()) section.lines.push_back(std::move(chart));
  }
  return section;
}

}  // namespace gnac::detail
