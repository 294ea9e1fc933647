#include "notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>

#include "console.h"
#include "data/text.h"

namespace gnac::cli {
namespace {

constexpr double kRuling = 0.99;   // share of all variance at which one column decides alone
constexpr double kComplete = 0.5;  // share of all pairs at which a graph says little about shape

/// "column 2 ('height')"
std::string column_text(const PointTable& table, std::int64_t column) {
  std::string text = fmt::format("column {}", column + 1);
  if (!table.names.empty())
    text += fmt::format(" ({})", cite(table.names[static_cast<std::size_t>(column)]));
  return text;
}

/// A header of which some fields are numbers may be a row of data with a slip in it.
std::optional<std::string> doubtful_header(const PointTable& table) {
  double ignored = 0;
  const auto number = std::ranges::find_if(table.names, [&](const std::string& name) {
    return gnac::parse_number(std::string_view(name), ignored);
  });
  const auto word = std::ranges::find_if(table.names, [&](const std::string& name) {
    return !gnac::parse_number(std::string_view(name), ignored);
  });
  if (number == table.names.end() || word == table.names.end()) return std::nullopt;
  return fmt::format(
      "the first row was taken for names of columns because {} is not a number, though {} is; mend "
      "it if it is a point",
      cite(*word), cite(*number));
}

std::optional<std::string> missing_values(const PointTable& table) {
  if (!table.dropped.empty()) {
    return fmt::format("{} with missing values left out; labels are for the other {}",
                       counted(table.dropped.size(), "row"), table.points.n);
  }
  if (table.filled == 0) return std::nullopt;
  return fmt::format("{} filled", counted(static_cast<std::size_t>(table.filled), "missing value"));
}

/// The first column as pandas writes its index: the rows counted.
std::optional<std::string> index_column(const PointTable& table) {
  const PointsView points = table.points;
  if (points.d < 2 || points.n < 3) return std::nullopt;
  const double first = points(0, 0);
  if (first != 0 && first != 1) return std::nullopt;
  for (std::int64_t i = 0; i < points.n; ++i) {
    if (points(i, 0) != first + static_cast<double>(i)) return std::nullopt;
  }
  return fmt::format(
      "{} counts the rows and is used as a feature; leave it out with --id-column 0, or with "
      "--columns",
      column_text(table, 0));
}

std::vector<double> variances(PointsView points) {
  const auto n = static_cast<double>(points.n);
  std::vector<double> mean(static_cast<std::size_t>(points.d));
  std::vector<double> sum(mean.size());
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += points.row(i)[c] / n;
  }
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::size_t c = 0; c < sum.size(); ++c) {
      const double away = points.row(i)[c] - mean[c];
      sum[c] += away * away / n;
    }
  }
  return sum;
}

std::optional<std::string> ruling_column(const PointTable& table, ScaleMode scale) {
  if (scale == ScaleMode::standard || table.points.d < 2) return std::nullopt;
  const std::vector<double> spread = variances(table.points);
  const double total = std::accumulate(spread.begin(), spread.end(), 0.0);
  const auto most = std::ranges::max_element(spread);
  const auto others = std::ranges::count_if(spread, [](double v) { return v > 0; }) - 1;
  if (others < 1 || !std::isfinite(total) || *most < kRuling * total) return std::nullopt;
  return fmt::format(
      "{} has {:.4g} % of all variance, so it alone decides who is near; --scale standard gives "
      "every column the same say",
      column_text(table, most - spread.begin()),
      std::min(99.99, std::floor(1e4 * *most / total) / 100));
}

/// How many points differ, counted up to `enough`.
int different_points(PointsView points, int enough) {
  const auto before = [&](std::int64_t a, std::int64_t b) {
    return std::ranges::lexicographical_compare(points.row(a), points.row(b));
  };
  std::set<std::int64_t, decltype(before)> seen(before);
  for (std::int64_t i = 0; i < points.n && std::ssize(seen) < enough; ++i) seen.insert(i);
  return static_cast<int>(seen.size());
}

}  // namespace

std::vector<std::string> notes_on_table(const PointTable& table, ScaleMode scale) {
  std::vector<std::string> notes;
  for (auto note : {missing_values(table), doubtful_header(table), index_column(table),
                    ruling_column(table, scale)}) {
    if (note) notes.push_back(*note);
  }
  return notes;
}

std::vector<std::string> notes_on_request(PointsView points, int clusters, int neighbors) {
  std::vector<std::string> notes;
  if (neighbors >= points.n) {
    notes.push_back(
        fmt::format("--neighbors {} is more than there are; each point is joined to "
                    "all {} others",
                    neighbors, points.n - 1));
  }
  if (clusters > 1) {
    const int different = different_points(points, clusters);
    if (clusters > different) {
      notes.push_back(fmt::format(
          "there {} only {} different point{}, so {} clusters part equal "
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
