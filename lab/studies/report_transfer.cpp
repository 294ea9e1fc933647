#include <fmt/format.h>

#include <limits>
#include <set>

#include "studies/published.h"
#include "studies/report.h"
#include "studies/report_parts.h"

namespace gnac::detail {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMargin = 0.03;  // the paper's practical non-inferiority margin
constexpr std::string_view kGaussian = "gaussian-mixture";

/// A value by pair, its training seeds averaged: the pair is the unit of inference.
using ByPair = std::map<std::string, double>;

struct Arm {
  std::string family;
  std::string method;
  double source = 0;
  auto operator<=>(const Arm&) const = default;
};

ByPair values_by_pair(std::span<const RunRecord> runs, const Arm& arm, std::string_view value) {
  std::map<std::string, std::vector<double>> found;
  for (const RunRecord& run : runs) {
    if (run.study == "transfer" && run.subject == arm.family && run.method == arm.method &&
        run.level == arm.source)
      found[run.condition].push_back(run.value(value));
  }
  ByPair out;
  for (const auto& [pair, values] : found) out[pair] = mean(values);
  return out;
}

std::vector<double> all_of(const ByPair& values) {
  std::vector<double> out;
  for (const auto& [pair, value] : values) out.push_back(value);
  return out;
}

/// a - b on the pairs that both have.
std::vector<double> paired(const ByPair& a, const ByPair& b) {
  std::vector<double> out;
  for (const auto& [pair, value] : a) {
    if (b.contains(pair)) out.push_back(value - b.at(pair));
  }
  return out;
}

struct Extent {
  std::vector<std::string> families;
  std::vector<double> sources;
};

Extent extent_of(std::span<const RunRecord> runs) {
  std::set<std::string> families;
  std::set<double> sources;
  for (const RunRecord& run : runs) {
    if (run.study != "transfer") continue;
    families.insert(run.subject);
    if (run.level > 0) sources.insert(run.level);
  }
  return {{families.begin(), families.end()}, {sources.begin(), sources.end()}};
}

double published_target(const std::string& family, double source) {
  for (const PublishedTransfer& row : published_transfer()) {
    if (row.size == source) return family == kGaussian ? row.gaussian : row.noisy;
  }
  return kNan;
}

ReportTable sizes_table(std::span<const RunRecord> runs, const Extent& extent) {
  ReportTable table;
  table.name = "transfer-sizes";
  table.title = "Transfer to independent targets by source size";
  table.caption = fmt::format(
      "Mean ARI over source–target pairs, training seeds averaged first. Δfull: target ARI minus "
      "that of the rule from the largest source, with 95 % bootstrap interval over pairs; within "
      "the margin when its lower end is above -{}.",
      kMargin);
  table.columns = {"Family", "Source", "Pairs", "Self ARI", "Within ARI",    "Target ARI",
                   "paper",  "Δ",      "Δfull", "95 % CI",  "Within margin", "Training (s)"};
  for (const std::string& family : extent.families) {
    for (const double source : extent.sources) {
      const auto target = values_by_pair(runs, {family, "target", source}, "ari");
      const auto full = values_by_pair(runs, {family, "target", extent.sources.back()}, "ari");
      const auto loss = paired(target, full);
      const Interval interval = bootstrap_mean(loss, kReportSeed);
      const auto mean_of = [&](const char* method, const char* value) {
        return mean(all_of(values_by_pair(runs, {family, method, source}, value)));
      };
      std::vector<Cell> row{words(family), count(source), count(static_cast<double>(target.size())),
                            number(mean_of("self", "ari")), number(mean_of("within", "ari"))};
      add_beside(row, mean(all_of(target)), published_target(family, source));
      row.push_back(difference(mean(loss)));
      row.push_back(words(interval_text(interval)));
      row.push_back(words(interval.low > -kMargin ? "yes" : "no"));
      row.push_back(number(mean_of("target", "train_seconds"), 1));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

ReportTable controls_table(std::span<const RunRecord> runs, const Extent& extent) {
  ReportTable table;
  table.name = "transfer-controls";
  table.title = "Controls on the targets";
  table.caption =
      "Δtransfer: ARI of the rule from the complete source minus that of the control, paired over "
      "source–target pairs, with 95 % bootstrap interval.";
  table.columns = {"Family", "Arm", "Pairs", "Mean ARI", "paper", "Δ", "Δtransfer", "95 % CI"};
  for (const std::string& family : extent.families) {
    const double largest = extent.sources.empty() ? 0 : extent.sources.back();
    const auto full = values_by_pair(runs, {family, "target", largest}, "ari");
    for (const std::string arm : {"graph-only", "untrained", "kmeans", "direct"}) {
      const auto values = values_by_pair(runs, {family, arm, 0}, "ari");
      double paper = kNan;
      for (const PublishedControl& row : published_controls()) {
        if (row.arm == arm) paper = family == kGaussian ? row.gaussian : row.noisy;
      }
      const auto gain = paired(full, values);
      const Interval interval = bootstrap_mean(gain, kReportSeed);
      std::vector<Cell> row{words(family), words(arm), count(static_cast<double>(values.size()))};
      add_beside(row, mean(all_of(values)), paper);
      row.push_back(difference(mean(gain)));
      row.push_back(words(interval_text(interval)));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

ReportTable geometry_table(std::span<const RunRecord> runs, const Extent& extent) {
  ReportTable table;
  table.name = "transfer-geometry";
  table.title = "Local graph geometry by source size";
  table.caption =
      "Of the source graph: mean edge distance, mean locally normalised distance, share of edges "
      "between clusters. Boundary AUC: of domain distances on the target graph.";
  table.columns = {"Family",     "Source",      "Edge distance",
                   "Normalised", "Cross share", "Boundary AUC (target)"};
  for (const std::string& family : extent.families) {
    for (const double source : extent.sources) {
      const auto mean_of = [&](const char* method, const char* value) {
        return mean(all_of(values_by_pair(runs, {family, method, source}, value)));
      };
      table.rows.push_back({words(family), count(source), number(mean_of("self", "edge_distance")),
                            number(mean_of("self", "normalised_distance")),
                            number(mean_of("self", "cross_share")),
                            number(mean_of("target", "boundary_auc"))});
    }
  }
  return table;
}

LineChart sizes_chart(std::span<const RunRecord> runs, const Extent& extent,
                      const std::string& family) {
  LineChart chart;
  chart.name = "transfer-" + family;
  chart.title = "ARI by source size, " + family;
  chart.x_label = "points of the source";
  chart.y_label = "mean ARI";
  chart.log_x = true;
  int colour = 0;
  for (const std::string arm : {"self", "within", "target"}) {
    Series series{arm, {}, {}, colour++, false};
    for (const double source : extent.sources) {
      series.x.push_back(source);
      series.y.push_back(mean(all_of(values_by_pair(runs, {family, arm, source}, "ari"))));
    }
    chart.series.push_back(std::move(series));
  }
  Series paper{"target, paper", {}, {}, colour - 1, true};
  for (const PublishedTransfer& row : published_transfer()) {
    const double value = published_target(family, row.size);
    if (value != value) continue;
    paper.x.push_back(row.size);
    paper.y.push_back(value);
  }
  chart.series.push_back(std::move(paper));
  return chart;
}

}  // namespace

Section transfer_section(std::span<const RunRecord> runs) {
  const Extent extent = extent_of(runs);
  Section section;
  section.heading = "Transfer of rules to larger graphs";
  if (!extent.sources.empty()) {
    section.tables = {sizes_table(runs, extent), controls_table(runs, extent),
                      geometry_table(runs, extent)};
    for (const std::string& family : extent.families)
      section.lines.push_back(sizes_chart(runs, extent, family));
  } else {
    section.tables = {controls_table(runs, extent)};
  }
  return section;
}

}  // namespace gnac::detail
