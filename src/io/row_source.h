#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace gnac::detail {

/// The rows of a table in some format, one after another.
class RowSource {
 public:
  RowSource() = default;
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;
  virtual ~RowSource() = default;

  /// Go to the next row; false after the last. Throws Error for a row that cannot be read.
  virtual bool next() = 0;

  /// Valid until the next call of next().
  virtual std::span<const std::string_view> fields() const = 0;
  virtual std::int64_t titles() const { return 0; }  ///< lines skipped above the table
  virtual std::int64_t line() const = 0;             ///< of the current row, from 1
  /// The first row certainly holds the names of the columns.
  virtual bool opens_with_names() const = 0;
};

}  // namespace gnac::detail
