#include "studies/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "studies/table_formats.h"

namespace gnac::detail {
namespace {

bool has_runs(std::span<const RunRecord> runs, std::string_view study) {
  return std::any_of(runs.begin(), runs.end(),
                     [&](const RunRecord& run) { return run.study == study; });
}

}  // namespace

std::vector<Section> report_sections(std::span<const RunRecord> runs) {
  struct Maker {
    std::string_view study;
    Section (*make)(std::span<const RunRecord>);
  };
  std::vector<Section> sections;
  for (const Maker& maker : {
           Maker{"benchmark", benchmark_section},
           Maker{"robustness", robustness_section},
           Maker{"scaling", scaling_section},
           Maker{"transfer", transfer_section},
           Maker{"ablation", ablation_section},
       }) {
    if (has_runs(runs, maker.study)) sections.push_back(maker.make(runs));
  }
  return sections;
}

std::vector<std::pair<std::string, std::string>> report_files(std::span<const Section> sections) {
  std::vector<std::pair<std::string, std::string>> files;
  std::string page = "# Results of the studies\n";
  for (const Section& section : sections) {
    page += fmt::format("\n## {}\n", section.heading);
    if (!section.text.empty()) page += fmt::format("\n{}\n", section.text);
    for (const ReportTable& table : section.tables) {
      page += fmt::format("\n{}", to_markdown(table));
      files.emplace_back(table.name + ".csv", to_csv(table));
      files.emplace_back(table.name + ".tex", to_latex(table));
    }
    const auto add_figure = [&](const auto& chart) {
      page += fmt::format("\n![{}]({}.svg)\n", chart.title, chart.name);
      files.emplace_back(chart.name + ".svg", to_svg(draw(chart)));
    };
    for (const LineChart& chart : section.lines) add_figure(chart);
    for (const BarChart& chart : section.bars) add_figure(chart);
  }
  files.emplace_back("report.md", std::move(page));
  return files;
}

}  // namespace gnac::detail
