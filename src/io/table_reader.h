#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/columns.h"
#include "io/label_column.h"
#include "io/npy.h"
#include "io/read_points.h"
#include "io/table_file.h"

namespace gnac::detail {

/// Thrown inside the reader for a cell that is not a plain number, if only those were expected.
struct NotPlain {};

/// Reads the rows of one table or of several with the same columns as a recipe says.
class TableReader {
 public:
  /// `plain`: the recipe is a guess that there are only plain numbers; throws NotPlain if not.
  TableReader(const TableRecipe& recipe, const ReadOptions& options, bool plain = false);

  /// The rows of one file, after those of the files before it, whose columns of the recipe are at
  /// `places`. `header` is empty if it has none. Throws Error for the first mistake.
  void add(const TableFile& file, const TableStart& start, std::span<const std::string> header,
           const Located& places);
  void add(NpyArray array, const std::string& name, const Located& places);

  /// All rows, with missing values handled.
  PointTable finish();

 private:
  void take_label(std::string_view text, std::int64_t row);
  void take_cells(std::span<const std::string_view> fields, std::int64_t row);
  void take_row(std::span<const std::string_view> fields, std::int64_t row);
  void take_value(std::string_view text, std::size_t k, std::int64_t row);
  double number_in(std::string_view text, const TableColumn& column, std::int64_t row) const;
  void take_category(std::string_view text, std::size_t k, std::int64_t row);
  void begin(const std::string& name, std::span<const std::string> header, const Located& places);
  void check_size(double value, std::string_view text, std::size_t place, std::int64_t row) const;
  [[noreturn]] void bad_cell(std::string_view text, std::size_t place, std::int64_t row) const;
  std::string place_text(std::size_t column, std::int64_t row) const;

  ReadOptions options_;
  bool plain_;
  Missing missing_;
  PointTable table_;
  LabelColumn labels_;
  std::vector<std::size_t> features_;                                  ///< columns of the recipe
  std::vector<std::unordered_map<std::string, std::size_t>> code_of_;  ///< per feature: categories
  std::string first_file_;                                             ///< "" before the first

  // The current file.
  std::string name_;
  std::vector<std::size_t> places_;  ///< per feature
  std::optional<std::size_t> id_;
  std::optional<std::size_t> label_;
  std::vector<std::size_t> texts_;  ///< places of the table's texts
  std::optional<std::size_t> words_;
  std::vector<std::optional<std::size_t>> cells_;  ///< places of the recipe's columns
  std::vector<std::string> header_;                ///< of all its columns, or none
};

}  // namespace gnac::detail
