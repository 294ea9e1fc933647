#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/categories.h"
#include "gnac/error.h"
#include "gnac/points.h"

namespace gnac::detail {

/// What to do about missing values: empty fields, NA, NaN and the like.
enum class Missing { refuse, drop, mean, median };

/// Thrown for the first missing value if they are refused.
class MissingValue : public Error {
 public:
  using Error::Error;
};

/// Thrown for the first text where a number should be.
class TextValue : public Error {
 public:
  using Error::Error;
};

/// Instead of names of categorical columns: every feature that contains text.
inline constexpr const char* kAllCategorical = "all";

/// How to read a table of points. A column is given by its name in the header or by its number from
/// 0; a whole number is always taken as a number.
struct ReadOptions {
  std::vector<std::string> columns = {};  ///< features, in this order; empty: all other columns
  std::string id_column = {};             ///< not a feature, kept as text; "": none
  std::string label_column = {};          ///< not a feature, kept as reference; "": none
  Missing missing = Missing::refuse;
  std::vector<std::string> categorical = {};  ///< features that are categories, or kAllCategorical
  std::vector<CategoryColumn> known =
      {};                  ///< from a fit: only these columns and values are allowed
  std::string array = {};  ///< of a .npz file; "": the only one
};

/// A table as read: features, ids and labels. Numeric columns come first, then the 0/1 columns of
/// the categories.
struct PointTable {
  Points points;
  std::vector<std::string>
      names;  ///< feature names; empty if there is neither a header nor a category
  std::vector<CategoryColumn> categories;
  std::vector<std::string> ids;  ///< one per row if id_column was given
  std::vector<std::int32_t>
      labels;  ///< one per row if label_column was given: whole numbers kept as
               ///< they are; with any other text, numbered by first appearance
  std::vector<std::int64_t>
      dropped;              ///< rows dropped because of a missing value, from 0, ascending
  std::int64_t filled = 0;  ///< missing values that were replaced
  bool row_names = false;   ///< a first column without a name was left out
};

/// Read points from CSV, TSV, whitespace text, JSON lines, .npy or .npz, each also gzipped; "-" is
/// standard input. The format is recognised by the content, not the name. The first row of text is
/// a header if a numeric column has something else there and more rows follow, if `options` name a
/// column, or if all features are categorical. A first column without a name, next to one that has
/// a name, holds row names and is left out unless `options` list the features. Every number must be
/// finite or, unless `options` refuse it, missing. Throws Error naming file, row and column (both
/// from 1, as an editor counts) of the first mistake.
PointTable read_points(const std::string& path, const ReadOptions& options = {});

/// The rows of several files, one after another. They must have the same columns; if the columns
/// have names, in any order.
PointTable read_points(const std::vector<std::string>& paths, const ReadOptions& options = {});

/// The same from (gunzipped) bytes; `name` is for messages.
PointTable parse_points(std::string_view bytes, const std::string& name,
                        const ReadOptions& options = {});

}  // namespace gnac::detail
