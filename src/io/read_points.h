#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/error.h"
#include "gnac/points.h"
#include "gnac/table.h"

namespace gnac::detail {

/// Thrown for the first missing value if they are refused.
class MissingValue : public Error {
 public:
  using Error::Error;
};

/// Thrown for the first row that has more or fewer fields than the table's first.
class RaggedRow : public Error {
 public:
  using Error::Error;
};

/// Thrown for the first text where a number should be.
class TextValue : public Error {
 public:
  TextValue(const std::string& text, std::size_t at) : Error(text), column(at) {}
  std::size_t column;  ///< from 0
};

/// Instead of names of categorical columns: every feature that contains text.
inline constexpr const char* kAllCategorical = "all";

/// How to read a table of points. A column is given by its name in the header or by its number from
/// 0; a whole number is always taken as a number.
struct ReadOptions {
  std::vector<std::string> columns = {};  ///< features, in this order; empty: all that make sense
  std::string id_column = {};             ///< not a feature, kept as text; "": none
  std::string label_column = {};          ///< not a feature, kept as reference; "": none
  std::string text_column = {};           ///< not a feature, kept as words; "": none
  std::optional<Missing> missing = {};    ///< default: as in the fit, or nearest
  std::vector<std::string> categorical = {};  ///< features that are categories, or kAllCategorical
  std::vector<std::string> exclude = {};      ///< no features
  std::string array =
      {};  ///< of a .npz file, or the sheet of a workbook; "": the only or first one
  const TableRecipe* fitted = nullptr;  ///< read new rows as this table was read
  bool fills = false;  ///< find the values that fill gaps in other tables even without a gap here
  bool texts = false;  ///< keep the cells of columns of text that are not features
  bool cells = false;  ///< keep where each row is and, up to kMostCells, what is written in it
  bool summaries = false;  ///< count missing and distinct values of each column
};

/// The texts of the cells are not kept for a table with more cells than this.
inline constexpr std::size_t kMostCells = 2'000'000;

/// Counts of one column, whatever it is used for.
struct ColumnSummary {
  std::int64_t rows = 0;
  std::int64_t missing = 0;
  std::int64_t distinct = 0;
  bool more = false;  ///< there are more distinct values than were counted
};

/// A column of text that is no feature.
struct TextCells {
  std::string name;
  std::vector<std::string> cells;  ///< one per row
};

/// A cell whose value was missing.
struct FilledCell {
  std::int64_t point = 0;
  std::size_t column = 0;  ///< of the recipe
};

/// A table as read: features, ids and labels. Numeric columns come first, then the 0/1 columns of
/// the categories.
struct PointTable {
  Points points;
  TableRecipe recipe;              ///< how it was read
  std::vector<std::string> names;  ///< feature_names(recipe)
  std::vector<std::string> ids;    ///< one per row if there is an id column
  std::vector<std::int32_t>
      labels;  ///< one per row if there is a label column: whole numbers kept as
               ///< they are; with any other text, numbered by first appearance
  std::vector<std::int64_t>
      dropped;  ///< rows dropped because of a missing value or another length, from 0, ascending
  std::int64_t filled = 0;         ///< missing values that were replaced
  std::vector<FilledCell> gaps;    ///< where they were, up to kMostCells
  std::vector<TextCells> texts;    ///< if they were asked for
  std::vector<std::string> words;  ///< the text column, one per row, if there is one
  std::vector<TextCells> cells;    ///< every column as it was written, if that was asked for and
                                   ///< the table is text
  std::vector<std::int64_t> rows;  ///< of each point in its file, from 1 as an editor counts; with
                                   ///< the cells
  std::vector<std::string> ignored;      ///< columns that the fitted table did not have
  std::vector<ColumnSummary> summaries;  ///< by place in the table, if they were asked for
  std::int64_t titles = 0;               ///< lines that were skipped above the table
  bool by_place = false;  ///< the fitted table had names, this one has none: taken in its order
};

/// Read points from CSV, TSV, whitespace text, JSON lines or arrays, .xlsx, .npy or .npz, each also
/// gzipped; "-" is standard input. The format is recognised by the content, not the name, and so
/// are a header and what each column holds: numbers (also with thousands separators, currencies,
/// percent signs, a decimal comma), dates and times, booleans and categories are features; names,
/// ids, free text, row numbers, known answers and columns that are mostly empty are left out unless
/// `options` name them. Missing values are filled from the nearest rows unless `options` say
/// otherwise. Throws Error naming file, row and column (both from 1, as an
/// editor counts) of the first mistake.
PointTable read_points(const std::string& path, const ReadOptions& options = {});

/// The rows of several files, one after another. They must have the same columns; if the columns
/// have names, in any order; if a name is repeated, its columns in the same order.
PointTable read_points(const std::vector<std::string>& paths, const ReadOptions& options = {});

/// The same from (gunzipped) bytes; `name` is for messages.
PointTable parse_points(std::string_view bytes, const std::string& name,
                        const ReadOptions& options = {});

}  // namespace gnac::detail
