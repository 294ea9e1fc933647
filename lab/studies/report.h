#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "charts/chart.h"
#include "report/table.h"
#include "studies/run_record.h"

namespace gnac::detail {

/// The section of one study.
struct Section {
  std::string heading;
  std::string text;  ///< markdown
  std::vector<ReportTable> tables;
  std::vector<LineChart> lines;
  std::vector<BarChart> bars;
};

Section benchmark_section(std::span<const RunRecord> runs);
Section robustness_section(std::span<const RunRecord> runs);
Section scaling_section(std::span<const RunRecord> runs);
Section transfer_section(std::span<const RunRecord> runs);
Section ablation_section(std::span<const RunRecord> runs);

/// The sections of those studies that have runs, in the order of the paper.
std::vector<Section> report_sections(std::span<const RunRecord> runs);

/// The files of a report: report.md with every table and figure, and each table as .csv and .tex,
/// each figure as .svg. Names are without folder.
std::vector<std::pair<std::string, std::string>> report_files(std::span<const Section> sections);

}  // namespace gnac::detail
