#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/row_source.h"

namespace gnac::detail {

/// Does it begin as JSON does?
bool looks_like_json(std::string_view bytes);

/// JSON lines from an array of rows, one line for each; nothing if `bytes` are lines already.
/// Throws Error, naming `name` and what is wrong, if they are neither.
std::optional<std::string> json_lines(std::string_view bytes, const std::string& name);

/// The rows of JSON lines. Lines are objects with the same members, in any order, or arrays of the
/// same length. Numbers and texts are fields as they are, true is 1, false is 0; null and missing
/// members are empty fields. Blank lines are skipped.
class JsonRows : public RowSource {
 public:
  /// `text` must outlive the rows; `name` is for messages.
  JsonRows(std::string_view text, std::string name);

  /// For objects, the first row holds the names of the members. Throws Error for a line that is not
  /// such a row.
  bool next() override;
  std::span<const std::string_view> fields() const override { return fields_; }
  std::int64_t line() const override { return line_; }
  bool opens_with_names() const override { return objects_; }

 private:
  void take(std::string_view line);
  [[noreturn]] void fail(const std::string& reason) const;

  std::string_view rest_;
  std::string name_;
  bool objects_ = false;
  bool names_given_ = false;
  std::int64_t line_ = 0;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> column_of_;
  std::vector<std::string> texts_;  ///< what the fields point to
  std::vector<std::string_view> fields_;
};

}  // namespace gnac::detail
