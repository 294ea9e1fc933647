// What is made of a study's log: tables, figures, files of results.
#include "studies/report.h"

#include <algorithm>

#include "studies/result_files.h"
#include "studies/run_log.h"
#include "targets.h"

namespace gnac::detail::fuzz {
namespace {

// Dots within a name lead nowhere; a part of the path that is ".." does.
void stays_inside(const std::string& name) {
  require(!name.starts_with('/') && ("/" + name + "/").find("/../") == std::string::npos,
          "a file lies outside of the folder");
}

}  // namespace

void fuzz_report(std::string_view bytes) {
  std::vector<RunRecord> runs = parse_runs(bytes, "input");
  if (runs.size() > 50) runs.resize(50);
  for (const auto& [name, content] : report_files(report_sections(runs))) stays_inside(name);
  const bool kept = std::ranges::any_of(
      runs, [](const RunRecord& run) { return run.study == "benchmark" && !run.labels.empty(); });
  if (!kept) return;
  for (const auto& [name, content] : export_results(runs)) stays_inside(name);
}

}  // namespace gnac::detail::fuzz
