#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnac/points.h"

namespace gnac {

/// How to read a table of points. Columns are named by header or by 0-based number.
struct ReadOptions {
  std::vector<std::string> columns;  ///< features to use, in this order; empty: all that remain
  std::string id_column;             ///< left out of the features, kept as text; "": none
  std::string label_column;          ///< left out of the features, kept as reference; "": none
};

/// A table as read: features, and what was set aside.
struct Table {
  Points points;
  std::vector<std::string> names;  ///< feature names; empty without a header
  std::vector<std::string> ids;    ///< one per row when id_column was given
  std::vector<std::int32_t>
      labels;  ///< one per row when label_column was given; texts are numbered
               ///< by first appearance, whole numbers kept as they are
};

/// Read points from CSV, TSV, whitespace text or .npy, each also gzipped; "-" is standard input.
/// The format is found from the content, not the name. Every value must be finite. Throws Error
/// naming file, row and column (both from 1, as an editor counts) of the first thing that is wrong.
Table read_points(const std::string& path, const ReadOptions& options = {});

}  // namespace gnac
