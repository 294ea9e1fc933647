#include "notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "advice.h"
#include "console.h"
#include "gnac/diagnosis.h"
#include "io/text.h"
#include "model/different_points.h"

namespace gnac::cli {
namespace {

constexpr double kComplete = 0.5;  // share of all pairs at which a graph says little about shape

std::optional<std::string> missing_values(const PointTable& table) {
  if (!table.dropped.empty()) {
    return fmt::format("{} with missing values left out; labels are for the other {}",
                       counted(table.dropped.size(), "row"), table.points.n);
  }
  if (table.filled == 0) return std::nullopt;
  return fmt::format("{} filled", counted(static_cast<std::size_t>(table.filled), "missing value"));
}

/// Grave findings about the columns. Too few points is a note about the graph.
std::vector<std::string> grave_findings(const PointTable& table, const Options& options) {
  std::vector<std::string> notes;
  for (const Finding& finding :
       diagnose_columns(table.points, options, table.names, indicator_count(table.categories))) {
    if (finding.gravity >= kGrave && finding.kind != FindingKind::few_points)
      notes.push_back(finding.text + "; " + advice(finding));
  }
  return notes;
}

}  // namespace

std::optional<std::string> left_out_row_names(const PointTable& table) {
  if (!table.row_names) return std::nullopt;
  return "the first column has no name, so it was taken for row names and left out; to use it, "
         "list it in --columns";
}

std::optional<std::string> doubtful_header(const PointTable& table) {
  double ignored = 0;
  const auto number = std::ranges::find_if(table.names, [&](const std::string& name) {
    return parse_number(std::string_view(name), ignored);
  });
  const auto word = std::ranges::find_if(table.names, [&](const std::string& name) {
    return !parse_number(std::string_view(name), ignored);
  });
  if (number == table.names.end() || word == table.names.end()) return std::nullopt;
  return fmt::format(
      "the first row was taken as a header because {} is not a number, though {} is; correct it if "
      "it is a point",
      cite(*word), cite(*number));
}

std::vector<std::string> notes_on_table(const PointTable& table, const Options& options) {
  std::vector<std::string> notes;
  for (auto note : {missing_values(table), left_out_row_names(table), doubtful_header(table)}) {
    if (note) notes.push_back(*note);
  }
  for (std::string& text : grave_findings(table, options)) notes.push_back(std::move(text));
  return notes;
}

std::vector<std::string> notes_on_request(PointsView points, int clusters, int neighbors) {
  std::vector<std::string> notes;
  if (neighbors >= points.n) {
    notes.push_back(fmt::format(
        "--neighbors {} is more than there are other points; each point is joined to {}", neighbors,
        points.n == 2 ? "the other" : fmt::format("all {} others", points.n - 1)));
  }
  if (clusters > 1) {
    const int different = different_points(points, clusters);
    if (clusters > different) {
      notes.push_back(fmt::format(
          "there {} only {} different point{}, so {} clusters separate equal "
          "ones",
          different == 1 ? "is" : "are", different, different == 1 ? "" : "s", clusters));
    }
  }
  return notes;
}

std::vector<std::string> notes_on_graph(const Run& run) {
  if (run.other || run.n < 4) return {};
  const double pairs = 0.5 * static_cast<double>(run.n) * static_cast<double>(run.n - 1);
  const double share = static_cast<double>(run.model.graph.edges.size()) / pairs;
  if (share < kComplete) return {};
  return {
      fmt::format("the graph joins {:.0f} % of all pairs of points, so it says little about "
                  "their shape; more points or fewer --neighbors help",
                  100 * share)};
}

void tell_notes(const std::vector<std::string>& notes, bool quiet) {
  if (quiet) return;
  for (const std::string& note : notes) tell_lines("gnac: note: {}\n", note);
}

}  // namespace gnac::cli
