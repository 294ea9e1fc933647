#include "notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "advice.h"
#include "console.h"
#include "gnac/diagnosis.h"
#include "io/column_facts.h"
#include "io/table_recipe.h"
#include "io/text.h"
#include "model/distinct_cells.h"
#include "support/utf8.h"
#include "table_flags.h"

namespace gnac::cli {
namespace {

constexpr double kComplete = 0.5;  // share of all pairs at which a graph says little about shape

std::optional<std::string> missing_values(const PointTable& table) {
  if (!table.dropped.empty()) {
    return fmt::format("{} with missing values left out; labels are for the other {}",
                       counted(table.dropped.size(), "row"), table.points.n);
  }
  if (table.filled == 0) return std::nullopt;
  return fmt::format("{} filled; --missing drop leaves such rows out",
                     counted(static_cast<std::size_t>(table.filled), "missing value"));
}

std::optional<std::string> titles(const PointTable& table) {
  if (table.titles == 0) return std::nullopt;
  return fmt::format("skipped {} above the names of the columns",
                     counted(static_cast<std::size_t>(table.titles), "line"));
}

/// Columns whose cells were not plain numbers or words.
std::optional<std::string> read_otherwise(const PointTable& table) {
  std::vector<std::string> texts;
  for (const TableColumn& column : table.recipe.columns) {
    if (column.role != ColumnRole::feature) continue;
    const std::string name = cite(title(column));
    if (column.kind == ColumnKind::time) texts.push_back(name + " as time");
    if (column.kind == ColumnKind::category && std::ranges::none_of(column.values, is_word))
      texts.push_back(name + " as categories");
    if (column.grouped) texts.push_back("rare values of " + name + " together");
    if (column.decimal == ',') texts.push_back(name + " with a decimal comma");
    if (column.limits) texts.push_back(name + " with limits such as <0.5 as the limit itself");
  }
  if (texts.empty()) return std::nullopt;
  return fmt::format("read {}", fmt::join(texts, ", "));
}

/// A table whose columns are called like the two ends of an edge.
std::optional<std::string> list_of_edges(const PointTable& table) {
  constexpr std::array<std::array<std::string_view, 2>, 4> kEnds{
      {{"source", "target"}, {"from", "to"}, {"node1", "node2"}, {"src", "dst"}}};
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(table.recipe.columns, [&](const TableColumn& column) {
      return detail::lower(column.name) == name;
    });
  };
  if (table.recipe.columns.size() > 3 ||
      std::ranges::none_of(kEnds, [&](const auto& ends) { return has(ends[0]) && has(ends[1]); }))
    return std::nullopt;
  return "this looks like a list of edges; give it with --graph instead to cluster what they join";
}

/// Severe findings about the columns. Too few points is a note about the graph.
std::vector<std::string> severe_findings(const PointTable& table, const Options& options) {
  std::vector<std::string> notes;
  for (const Finding& finding :
       diagnose_columns(table.points, options, table.names, indicator_count(table.recipe))) {
    if (finding.severity >= kSevere && finding.kind != FindingKind::few_points)
      notes.push_back(finding.text + "; " + advice(finding));
  }
  return notes;
}

}  // namespace

std::optional<std::string> left_out(const PointTable& table) {
  const std::string columns = left_out_columns(table.recipe);
  if (columns.empty()) return std::nullopt;
  return fmt::format(
      "left out {}; --columns chooses features, --id-column and --label-column set columns aside",
      columns);
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
  if (table.points.d == 0) return notes;  // a graph alone
  for (auto note : {titles(table), missing_values(table), left_out(table), read_otherwise(table),
                    doubtful_header(table), list_of_edges(table)}) {
    if (note) notes.push_back(*note);
  }
  for (std::string& text : severe_findings(table, options)) notes.push_back(std::move(text));
  return notes;
}

std::vector<std::string> notes_on_new_rows(const PointTable& table) {
  std::vector<std::string> notes;
  if (table.by_place)
    notes.push_back(
        "the new rows have no column names, so their columns are taken in the order of "
        "the fit");
  if (!table.ignored.empty())
    notes.push_back(
        fmt::format("ignored {}, which the fitted table did not have", cite_some(table.ignored)));
  if (const auto lines = titles(table)) notes.push_back(*lines);
  if (const auto gaps = missing_values(table)) notes.push_back(*gaps);
  return notes;
}

std::vector<std::string> notes_on_request(PointsView points, int clusters, int neighbors) {
  std::vector<std::string> notes;
  if (neighbors >= points.n) {
    notes.push_back(fmt::format(
        "--neighbors {} is more than there are other points; each point is joined to {}", neighbors,
        points.n == 2 ? "the other" : fmt::format("all {} others", points.n - 1)));
  }
  if (clusters > 1 && points.d > 0) {
    const std::int64_t distinct = count_distinct(points);
    if (clusters > distinct) {
      notes.push_back(
          fmt::format("there {} only {} distinct point{}, so {} clusters separate equal "
                      "ones",
                      distinct == 1 ? "is" : "are", distinct, distinct == 1 ? "" : "s", clusters));
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

std::vector<std::string> notes_on_gaps(const Run& run) {
  constexpr std::int64_t kFewest = 3;  // filled values, in a cluster, that can mean something
  if (run.clusters < 2 || run.gaps.empty()) return {};
  const std::vector<std::int32_t>& labels = run.labels();
  std::map<std::size_t, std::int64_t> in_column;
  std::map<std::pair<std::int32_t, std::size_t>, std::int64_t> in_cluster;
  for (const FilledCell& gap : run.gaps) {
    const std::int32_t label = labels[gap.point];
    ++in_column[gap.column];
    if (label >= 0) ++in_cluster[{label, gap.column}];
  }
  const std::vector<std::int64_t> sizes = cluster_sizes(run);
  std::optional<std::pair<std::int32_t, std::size_t>> worst;
  double most = 0.5;  // most rows of the cluster, and three times as many as elsewhere
  for (const auto& [where, filled] : in_cluster) {
    const double share = static_cast<double>(filled) / static_cast<double>(sizes[where.first]);
    const double usual = static_cast<double>(in_column[where.second]) / static_cast<double>(run.n);
    if (filled < kFewest || share <= most || share < 3 * usual) continue;
    worst = where;
    most = share;
  }
  if (!worst) return {};
  const std::string column = title(run.table.columns[worst->second]);
  return {fmt::format(
      "in cluster {0} {1} of {2} rows had no {3}: the gap may be what they have in common; "
      "--exclude {3} or --missing drop shows what is left without it",
      worst->first + run.base, in_cluster[*worst], sizes[worst->first], cite(column))};
}

void print_notes(const std::vector<std::string>& notes, bool quiet) {
  if (quiet) return;
  for (const std::string& note : notes) print_error_lines("gnac: note: {}\n", note);
}

}  // namespace gnac::cli
