#include "io/table_file.h"

#include <algorithm>
#include <utility>

#include "gnac/error.h"
#include "io/encoding.h"
#include "io/json_rows.h"
#include "io/npz.h"
#include "io/other_formats.h"
#include "io/read_points.h"
#include "io/rows.h"
#include "io/text.h"
#include "io/xlsx.h"
#include "io/zip.h"
#include "options/option_text.h"

namespace gnac::detail {
namespace {

std::unique_ptr<RowSource> rows_of(const TableFile& file) {
  if (file.form == TableFile::Form::json)
    return std::make_unique<JsonRows>(file.text(), file.members, file.name);
  return std::make_unique<Rows>(file.text(), file.name);
}

/// Numbers as text.
void for_array_rows(const TableFile& file, const EachRow& each) {
  const NpyArray whole = file.array ? NpyArray{} : file.array_file->whole();
  const NpyArray& array = file.array ? *file.array : whole;
  std::vector<std::string> texts(static_cast<std::size_t>(array.cols));
  for (std::int64_t r = 0; r < array.rows; ++r) {
    for (std::size_t c = 0; c < texts.size(); ++c)
      texts[c] = number_text(array.values[static_cast<std::size_t>(r * array.cols) + c]);
    const std::vector<std::string_view> fields(texts.begin(), texts.end());
    each(fields, r + 1);
  }
}

}  // namespace

TableFile open_table(std::string_view bytes, const std::string& name, const std::string& array) {
  TableFile file{.name = name, .bytes = bytes};
  if (is_npy(bytes) || (is_zip(bytes) && !is_xlsx(bytes))) {
    file.form = TableFile::Form::array;
    file.array = is_npy(bytes) ? parse_npy(bytes, name) : parse_npz(bytes, array, name);
    return file;
  }
  if (is_zip(bytes)) {
    file.own = xlsx_text(bytes, array, name);
    return file;
  }
  if (const OtherFormat* other = other_format(bytes)) throw Error(refusal(*other, name));
  if (auto text = to_utf8(bytes)) file.own = std::move(*text);
  if (file.text().find('\0') != std::string_view::npos)
    throw Error(name + " is neither a table in plain text nor a .npy file");
  if (file.own.empty() && file.bytes.starts_with("\xef\xbb\xbf")) file.bytes.remove_prefix(3);
  if (looks_like_json(file.text())) {
    file.form = TableFile::Form::json;
    if (auto lines = json_lines(file.text(), name)) file.own = std::move(*lines);
    file.members = json_members(file.text(), name);
  }
  return file;
}

TableStart look_at_start(const TableFile& file) {
  TableStart start;
  const auto rows = rows_of(file);
  if (!rows->next()) return start;
  start.first.assign(rows->fields().begin(), rows->fields().end());
  start.line = std::max<std::int64_t>(rows->line(), 1);
  start.titles = rows->titles();
  start.certainly_names = rows->opens_with_names() || start.titles > 0;
  start.alone = !rows->next();
  if (start.alone || start.certainly_names) return start;
  const auto is_number = [](const std::string& field) {
    double ignored = 0;
    return parse_number(field, ignored);
  };
  if (rows->fields().size() == start.first.size() + 1 && !rows->fields().back().empty() &&
      std::ranges::none_of(start.first, is_number)) {
    start.first.insert(start.first.begin(), "");
    start.certainly_names = true;
  }
  return start;
}

char separator_of(const TableFile& file) {
  return Rows(file.text(), file.name).separator();
}

void for_rows(const TableFile& file, const TableStart& start, bool header, OtherLength other,
              const EachRow& each) {
  if (file.form == TableFile::Form::array) return for_array_rows(file, each);
  const auto rows = rows_of(file);
  const std::size_t count = start.first.size();
  const std::vector<std::string_view> blank(count);
  if (header) rows->next();
  while (rows->next()) {
    auto fields = rows->fields();
    while (fields.size() > count && fields.back().empty()) fields = fields.first(fields.size() - 1);
    if (fields.size() == count) {
      each(fields, rows->line());
    } else if (other == OtherLength::refuse) {
      throw RaggedRow(file.name + ", row " + std::to_string(rows->line()) + " has " +
                      counted(fields.size(), "column") + ", but row " + std::to_string(start.line) +
                      " has " + std::to_string(count));
    } else if (other == OtherLength::blank) {
      each(blank, rows->line());
    }
  }
}

}  // namespace gnac::detail
