#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/categories.h"
#include "gnac/error.h"
#include "gnac/points.h"

namespace gnac::detail {

/// What is done about values that are not there: empty fields, NA, NaN and their like.
enum class Missing { refuse, drop, mean, median };

/// Thrown for the first of them where they are refused.
class MissingValue : public Error {
 public:
  using Error::Error;
};

/// Thrown for the first feature that is text where a number should be.
class TextValue : public Error {
 public:
  using Error::Error;
};

/// In place of names of categorical columns: every feature that holds a text.
inline constexpr const char* kAllCategorical = "all";

/// How to read a table of points. A column is given by its name in the header or by its number from
/// 0; a whole number is always taken as a number.
struct ReadOptions {
  std::vector<std::string> columns = {};  ///< features, in this order; empty: all that remain
  std::string id_column = {};             ///< left out of the features, kept as text; "": none
  std::string label_column = {};          ///< left out of the features, kept as reference; "": none
  Missing missing = Missing::refuse;
  std::vector<std::string> categorical = {};  ///< features that are categories; kAllCategorical
  std::vector<CategoryColumn> known = {};  ///< of a fit: the same columns and values, nothing else
  std::string array = {};                  ///< of a .npz file; "": the only one
};

/// A table as read: features, and what was set aside. Columns of numbers come first, then those of
/// 0 and 1 that categories became.
struct PointTable {
  Points points;
  std::vector<std::string> names;  ///< feature names; empty without a header and categories
  std::vector<CategoryColumn> categories;
  std::vector<std::string> ids;  ///< one per row when id_column was given
  std::vector<std::int32_t>
      labels;  ///< one per row when label_column was given: whole numbers kept as
               ///< they are; with any other text, numbered by first appearance
  std::vector<std::int64_t> dropped;  ///< rows left out for a missing value, from 0, ascending
  std::int64_t filled = 0;            ///< missing values that were replaced
};

/// Read points from CSV, TSV, whitespace text, JSON lines, .npy or .npz, each also gzipped; "-" is
/// standard input. The format is found from the content, not the name. The first row of text is a
/// header when a column of numbers has something else there and more rows follow, when `options`
/// name a column, and where all features are categorical. Every number must be finite or, unless
/// `options` refuse it, missing. Throws Error naming file, row and column (both from 1, as an
/// editor counts) of the first thing that is wrong.
PointTable read_points(const std::string& path, const ReadOptions& options = {});

/// The rows of several files, one after another. They must have the same columns: by name, in any
/// order, where they have names.
PointTable read_points(const std::vector<std::string>& paths, const ReadOptions& options = {});

/// The same from (gunzipped) bytes; `name` is for messages.
PointTable parse_points(std::string_view bytes, const std::string& name,
                        const ReadOptions& options = {});

}  // namespace gnac::detail
