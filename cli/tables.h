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

/// Throws Error if -o promises a format in which labels, with ids or without, are not written.
void check_labels_name(const std::string& path, bool ids);

/// One label per line; with ids, lines "id,label" under that header. Depending on the file's name,
/// which has been checked, also .npy, tabs for .tsv and gzipped for .gz.
std::string labels_table(std::span<const std::int32_t> labels, const std::vector<std::string>& ids,
                         std::int32_t base, const std::string& path = "");

/// One line per undirected edge: i, j, input distance, domain distance (published rules),
/// conductance (any rule), affinity.
std::string edges_table(const Model& model);

/// The hierarchy as SciPy's linkage matrix, in the format of the file name.
std::string linkage_table(const Model& model, const std::string& path);

/// A rows×cols matrix in the format of its file name: .csv, .tsv, .txt with blanks, else .npy,
/// gzipped for .gz. Text has the header name0,name1,…
template <class T>
std::string matrix_table(std::span<const T> values, std::int64_t rows, std::int64_t cols,
                         const std::string& name, const std::string& path);

/// Text with the header x0,x1,…, separated according to the file's name, by default with commas;
/// float32 for .npy; gzipped for .gz.
std::string points_table(PointsView points, const std::string& path = "");

}  // namespace gnac::cli
