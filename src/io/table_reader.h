#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/category_coder.h"
#include "io/columns.h"
#include "io/npy.h"
#include "io/read_points.h"

namespace gnac::detail {

/// Gathers the rows of one table or of several with the same columns.
class TableReader {
 public:
  explicit TableReader(const ReadOptions& options);

  /// The rows of one file, after those of the files before it. Throws Error for the first mistake.
  void add(std::string_view bytes, const std::string& name);
  void add(NpyArray array, const std::string& name);

  /// All rows, with missing values handled and categories encoded.
  PointTable finish();

 private:
  template <class Source>
  void add_rows(Source&& rows, std::string_view bytes);
  void settle(Selection selection, std::span<const std::string_view> header);
  template <class Source>
  void take_row(const Source& rows);
  double number_in(std::string_view text, std::size_t column, std::int64_t row) const;
  [[noreturn]] void bad_cell(std::string_view text, std::size_t column, std::int64_t row) const;
  std::string place(std::size_t column, std::int64_t row) const;

  ReadOptions options_;
  PointTable table_;
  LabelColumn labels_;
  std::vector<CategoryCoder> coders_;
  std::string first_file_;  ///< "" before the first

  // Of the current file.
  std::string name_;
  Selection selection_;
  std::vector<std::string> header_;  ///< of all its columns, or none
};

/// The features of a text table that contain text: by name, or by number if they have none.
std::vector<std::string> text_columns(std::string_view bytes, const std::string& name,
                                      const ReadOptions& options);

}  // namespace gnac::detail
