#include <algorithm>

#include "studies/ablation.h"
#include "studies/report.h"
#include "studies/report_parts.h"

namespace gnac::detail {
namespace {

constexpr const char* kFull = "full";

using ScoresByName = std::map<std::string, MethodScores>;

/// A comparison on equal tasks and seeds. Refers to the data that the rows were made from.
struct Row {
  const Variant* variant = nullptr;
  const MethodScores* with = nullptr;
  const MethodScores* without = nullptr;
  Comparison comparison = {};
  double p_holm = 1;
};

void compare_rows(std::vector<Row>& rows) {
  std::vector<double> p;
  for (Row& row : rows) {
    row.comparison = compare(*row.with, *row.without);
    p.push_back(row.comparison.test.p);
  }
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].p_holm = adjusted[i];
}

/// The full method against each variant.
std::vector<Row> variant_rows(const ScoresByName& scores, const std::vector<Variant>& variants) {
  std::vector<Row> rows;
  for (const Variant& variant : variants) {
    const auto found = scores.find(variant.name);
    if (variant.name == kFull || found == scores.end()) continue;
    rows.push_back({&variant, &scores.at(kFull), &found->second});
  }
  compare_rows(rows);
  return rows;
}

/// Each trained variant against the ranks of input distances on the same graph, read out the same
/// way.
std::vector<Row> learning_rows(const ScoresByName& scores, const std::vector<Variant>& variants) {
  std::vector<Row> rows;
  for (const Variant& variant : variants) {
    const auto untaught = std::ranges::find_if(variants, [&](const Variant& other) {
      return other.kind == Variant::Kind::graph_only && other.options == variant.options &&
             other.readout == variant.readout;
    });
    if (variant.kind != Variant::Kind::trained || untaught == variants.end()) continue;
    const auto with = scores.find(variant.name);
    const auto without = scores.find(untaught->name);
    if (with == scores.end() || without == scores.end()) continue;
    rows.push_back({&variant, &with->second, &without->second});
  }
  compare_rows(rows);
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
  table.rows.push_back({words(kFull), words("–"), count(static_cast<double>(full.size())),
                        number(mean(values_of(full, &TaskScore::ari))),
                        number(median(values_of(full, &TaskScore::ari))), words(""), words(""),
                        words(""), words("")});
  for (const Row& row : rows) {
    const Comparison& c = row.comparison;
    const auto ari = values_of(*row.without, &TaskScore::ari);
    table.rows.push_back({words(row.variant->name), words(row.variant->question),
                          count(static_cast<double>(c.tasks)), number(mean(ari)),
                          number(median(ari)), difference(c.difference),
                          words(interval_text(c.interval)),
                          words(record_text(c.wins, c.ties, c.losses)), p_value(row.p_holm)});
  }
  return table;
}

ReportTable learning_table(const std::vector<Row>& rows) {
  ReportTable table;
  table.name = "ablation-learning";
  table.title = "What learning adds at equal graph and readout";
  table.caption =
      "Domain distances of a trained rule against the ranks of input distances, on the same graph "
      "and through the same readout; otherwise as above.";
  table.columns = {"Graph and readout", "Tasks", "With learning", "Without", "ΔARI",
                   "95 % CI",           "W/T/L", "p (Holm)"};
  for (const Row& row : rows) {
    const Comparison& c = row.comparison;
    table.rows.push_back({words(row.variant->name), count(static_cast<double>(c.tasks)),
                          number(mean(values_of(*row.with, &TaskScore::ari))),
                          number(mean(values_of(*row.without, &TaskScore::ari))),
                          difference(c.difference), words(interval_text(c.interval)),
                          words(record_text(c.wins, c.ties, c.losses)), p_value(row.p_holm)});
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
    section.text = "The log has no runs of the full method on these tasks; run the study again.";
    return section;
  }
  ScoresByName scores = task_scores(runs, "ablation");
  scores[kFull] = full.at("gnac");
  std::vector<Variant> variants = ablation_variants();
  variants.insert(variants.begin(), {kFull, "–"});
  const auto rows = variant_rows(scores, variants);
  section.tables.push_back(variants_table(scores.at(kFull), rows));
  const auto learning = learning_rows(scores, variants);
  if (!learning.empty()) section.tables.push_back(learning_table(learning));
  section.bars.push_back(variants_chart(rows));
  return section;
}

}  // namespace gnac::detail
