#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gnac/options.h"
#include "io/read_points.h"
#include "run.h"

// Notes on choices that may surprise the user: one line each.
namespace gnac::cli {

using namespace detail;

/// Columns that were not used because of what they hold.
std::optional<std::string> left_out(const PointTable& table);

/// A header with some numeric fields may be a data row with a typo.
std::optional<std::string> doubtful_header(const PointTable& table);

/// About new rows: columns that were ignored, or taken by their order.
std::vector<std::string> notes_on_new_rows(const PointTable& table);

/// About the table as read and the scales of its columns.
std::vector<std::string> notes_on_table(const PointTable& table, const Options& options);

/// About a request that exceeds the points: K against the number of distinct points (`clusters` 0:
/// not requested), neighbours against the number of other points.
std::vector<std::string> notes_on_request(PointsView points, int clusters, int neighbors);

/// About the graph of a finished run.
std::vector<std::string> notes_on_graph(const Run& run);

/// About clusters that gaps may have made: one line, about the cluster in which most rows lack the
/// same column.
std::vector<std::string> notes_on_gaps(const Run& run);

/// Print them to standard error unless `quiet`.
void print_notes(const std::vector<std::string>& notes, bool quiet);

}  // namespace gnac::cli
