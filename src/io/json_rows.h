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

/// JSON lines from one value that holds a table: an array of rows, an object of columns, or an
/// object with the rows in one member; nothing if `bytes` are lines already. Throws Error, naming
/// `name` and what is wrong, if they are neither.
std::optional<std::string> json_lines(std::string_view bytes, const std::string& name);

/// A member of the rows of JSON lines. The members of an object within a row are its own, as
/// "outer.inner".
struct JsonMember {
  std::string name;
  std::int64_t length = 0;  ///< in every row a list of this many numbers; 0: one value
};

/// All members of lines that are objects, those of the first line first; empty for arrays. Throws
/// Error for a line that is not a row.
std::vector<JsonMember> json_members(std::string_view lines, const std::string& name);

/// The rows of JSON lines. Lines are objects with any members, in any order, or arrays of the same
/// length. Numbers and texts are fields as they are, true is 1, false is 0; null and missing
/// members are empty fields. A list of numbers is a field for each, other lists are one field, as
/// they are written. Blank lines are skipped.
class JsonRows : public RowSource {
 public:
  /// `text` and `members` must outlive the rows; `name` is for messages.
  JsonRows(std::string_view text, const std::vector<JsonMember>& members, std::string name);

  /// For objects, the first row holds the names of the members. Throws Error for a line that is not
  /// such a row.
  bool next() override;
  std::span<const std::string_view> fields() const override { return fields_; }
  std::int64_t line() const override { return line_; }
  bool opens_with_names() const override { return !members_.empty(); }

 private:
  void take(std::string_view line);

  std::string_view rest_;
  const std::vector<JsonMember>& members_;
  std::string name_;
  bool names_given_ = false;
  std::int64_t line_ = 0;
  std::vector<std::string> names_;  ///< of the columns
  struct Place {
    std::size_t column = 0;  ///< the first one
    bool listed = false;     ///< and one for each number
  };
  std::unordered_map<std::string, Place> place_of_;
  std::vector<std::string> texts_;  ///< what the fields point to
  std::vector<std::string_view> fields_;
};

}  // namespace gnac::detail
