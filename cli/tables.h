#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/model.h"
#include "gnac/points.h"

// Results as text (docs/formats.md). Numbers take the shortest form that reads back to the same
// value.
namespace gnac::cli {

/// One label a line; with ids, CSV lines "id,label" under that header.
std::string labels_table(std::span<const std::int32_t> labels, const std::vector<std::string>& ids,
                         std::int32_t base);

/// One line per undirected edge: i, j, input distance, domain distance (published rules),
/// conductance (any rule), affinity.
std::string edges_table(const Model& model);

/// The hierarchy as SciPy's linkage matrix, in the form that the file name says.
std::string linkage_table(const Model& model, const std::string& path);

/// Throws Error, naming the flag, for a file name with an ending that is none of a matrix.
void check_matrix_name(const std::string& flag, const std::string& path);

/// A rows×cols matrix as its file name says: .csv, .tsv, .txt with blanks, else .npy. Text has the
/// header name0,name1,…
template <class T>
std::string matrix_table(std::span<const T> values, std::int64_t rows, std::int64_t cols,
                         const std::string& name, const std::string& path);

/// CSV with the header x0,x1,…
std::string points_table(PointsView points);

}  // namespace gnac::cli
