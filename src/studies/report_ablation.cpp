#include <fmt/format.h>

#include "studies/ablation.h"
#include "studies/report.h"
#include "studies/report_parts.h"

namespace gnac {
namespace {

struct Row {  // points into what rows_of() was given
  const Variant* variant = nullptr;
  const MethodScores* scores = nullptr;
  Comparison comparison;
  double p_holm = 1;
};

/// The full method against each variant, on the tasks and seeds of the ablation alone.
std::vector<Row> rows_of(const MethodScores& full,
                         const std::map<std::string, MethodScores>& scores,
                         const std::vector<Variant>& variants) {
  std::vector<Row> rows;
  std::vector<double> p;
  for (const Variant& variant : variants) {
    const auto found = scores.find(variant.name);
    if (found == scores.end()) continue;
    rows.push_back({&variant, &found->second, compare(full, found->second)});
    p.push_back(rows.back().comparison.test.p);
  }
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].p_holm = adjusted[i];
  return rows;
}

ReportTable variants_table(const MethodScores& full, const std::vector<Row>& rows) {
  ReportTable table;
  table.name = "ablation";
  table.title = "What each part adds";
  table.caption =
      "ΔARI: the full method minus the variant, so positive values say that the part helps. Tasks "
      "of one dataset are averaged before inference; 95 % interval by bootstrap over datasets; "
      "two-sided Wilcoxon, Holm-corrected over the rows. W/T/L of the full method counts tasks.";
  table.columns = {"Variant",    "What the full method adds",
                   "Tasks",      "Mean ARI",
                   "Median ARI", "ΔARI",
                   "95 % CI",    "W/T/L",
                   "p (Holm)"};
  table.rows.push_back({words("full"), words("–"), count(static_cast<double>(full.size())),
                        number(mean(values_of(full, &TaskScore::ari))),
                        number(median(values_of(full, &TaskScore::ari))), words(""), words(""),
                        words(""), words("")});
  for (const Row& row : rows) {
    const Comparison& c = row.comparison;
    const auto ari = values_of(*row.scores, &TaskScore::ari);
    table.rows.push_back(
        {words(row.variant->name), words(row.variant->question),
         count(static_cast<double>(c.tasks)), number(mean(ari)), number(median(ari)),
         difference(c.difference), words(interval_text(c.interval.low, c.interval.high)),
         words(fmt::format("{}/{}/{}", c.wins, c.ties, c.losses)), p_value(row.p_holm)});
  }
  return table;
}

BarChart variants_chart(const std::vector<Row>& rows) {
  BarChart chart{"ablation",
                 "ARI of the full method minus that of each variant",
                 "mean difference over datasets, with 95 % interval",
                 "",
                 {}};
  for (const Row& row : rows) {
    Bar bar{row.variant->name, row.comparison.difference};
    bar.low = row.comparison.interval.low;
    bar.high = row.comparison.interval.high;
    chart.bars.push_back(std::move(bar));
  }
  return chart;
}

}  // namespace

Section ablation_section(std::span<const RunRecord> runs) {
  Section section;
  section.heading = "Ablation";
  const auto full = task_scores(benchmark_beside(runs, "ablation"), "benchmark");
  if (!full.contains("gnac")) {
    section.text = "The log holds no runs of the full method on these tasks; run the study again.";
    return section;
  }
  const auto variants = ablation_variants();
  const auto scores = task_scores(runs, "ablation");
  const auto rows = rows_of(full.at("gnac"), scores, variants);
  section.tables.push_back(variants_table(full.at("gnac"), rows));
  section.bars.push_back(variants_chart(rows));
  return section;
}

}  // namespace gnac
