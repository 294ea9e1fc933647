#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gnac::detail {

/// Is it JSON lines: is the first line a complete object or array of plain values?
bool is_json_lines(std::string_view bytes);

/// The rows of a JSON lines file, with the interface of Rows. Lines are objects with the same
/// members, in any order, or arrays of the same length. Numbers and texts are fields as they are,
/// true is 1, false is 0; null and missing members are empty fields. Blank lines are skipped.
class JsonRows {
 public:
  /// `text` must outlive the rows; `name` is for messages.
  JsonRows(std::string_view text, std::string name);

  /// Go to the next row; false after the last. For objects, the first row holds the names of the
  /// members. Throws Error for a line that is not such a row.
  bool next();

  std::span<const std::string_view> fields() const { return fields_; }
  std::int64_t line() const { return line_; }  ///< of the current row, from 1
  bool at_end() const { return rest_.empty(); }
  bool opens_with_names() const { return objects_; }

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
