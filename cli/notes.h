#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/read_points.h"
#include "gnac/options.h"
#include "run.h"

// Choices that the program makes without being asked and that may surprise: one line each.
namespace gnac::cli {

using namespace detail;

/// A header of which some fields are numbers may be a row of data with a slip in it.
std::optional<std::string> doubtful_header(const PointTable& table);

/// About the table as it was read and the way its columns are compared.
std::vector<std::string> notes_on_table(const PointTable& table, const Options& options);

/// About a request that the points can only just meet: K against the number of different points
/// (`clusters` 0: none was asked for), neighbours against that of the other points.
std::vector<std::string> notes_on_request(PointsView points, int clusters, int neighbors);

/// About the graph of a finished run.
std::vector<std::string> notes_on_graph(const Run& run);

/// Print them to standard error unless `quiet`.
void tell_notes(const std::vector<std::string>& notes, bool quiet);

}  // namespace gnac::cli
