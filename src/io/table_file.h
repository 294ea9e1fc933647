#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/json_rows.h"
#include "io/npy_file.h"
#include "io/row_source.h"

namespace gnac::detail {

/// One file of a table, in a form that rows can be read from.
struct TableFile {
  enum class Form { text, json, array };

  std::string name;  ///< for messages
  Form form = Form::text;
  std::string own = {};                              ///< text that had to be converted
  std::string_view bytes = {};                       ///< else the file's
  std::vector<JsonMember> members = {};              ///< of JSON rows
  std::optional<NpyFile> array_file = std::nullopt;  ///< an array, read when its rows are due
  std::optional<NpyArray> array = std::nullopt;      ///< an array in memory

  std::string_view text() const { return own.empty() ? bytes : own; }
};

/// Recognises CSV, TSV, text with blanks, JSON lines and arrays, .xlsx, .npy and .npz by their
/// bytes, text in UTF-8, UTF-16 or Windows-1252. `bytes` must outlive the file; `array` is the
/// array or sheet to take, "": the only one or the first sheet. Throws Error for anything else.
TableFile open_table(std::string_view bytes, const std::string& name, const std::string& array);

/// The start of a text table.
struct TableStart {
  std::vector<std::string> first;  ///< the first row; empty in an empty file
  bool certainly_names = false;    ///< JSON objects, and R's write.table, which has no name above
                                   ///< the names of the rows: `first` has an empty one there
  bool alone = false;              ///< there is no second row
  std::int64_t line = 1;           ///< of the first row
  std::int64_t titles = 0;         ///< lines skipped above it
};
TableStart look_at_start(const TableFile& file);

/// The separator of the fields of a text table; ' ' means runs of blanks.
char separator_of(const TableFile& file);

/// The treatment of a row that has more or fewer fields than the first.
enum class OtherLength { refuse, skip, blank };

using EachRow = std::function<void(std::span<const std::string_view> fields, std::int64_t line)>;

/// Every row of a table, without the first if that is a header (arrays have none). Empty fields
/// beyond the first row's are ignored. A row of another length is refused with a RaggedRow,
/// skipped, or given as a row of empty fields.
void for_rows(const TableFile& file, const TableStart& start, bool header, OtherLength other,
              const EachRow& each);

}  // namespace gnac::detail
