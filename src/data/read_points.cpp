#include "data/read_points.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "data/bytes.h"
#include "data/columns.h"
#include "data/missing.h"
#include "data/npy.h"
#include "data/other_formats.h"
#include "data/rows.h"
#include "data/text.h"
#include "gnac/error.h"

namespace gnac::detail {
namespace {

/// "file, row 3, column 2 ('width')" of a table's cell; `column` counts from 0, the message from 1.
std::string place(const std::string& name, std::int64_t row, std::size_t column,
                  const std::vector<std::string>& header = {}) {
  return name + ", row " + std::to_string(row) + ", column " + std::to_string(column + 1) +
         (header.empty() ? "" : " (" + cite(header[column]) + ")");
}

/// What people write for a value that they do not have: it does not make the first row a header.
bool stands_for_missing(std::string_view field) {
  constexpr std::array<std::string_view, 8> kMarks{"",     "NA",   "N/A", "null",
                                                   "NULL", "None", "?",   "-"};
  return std::find(kMarks.begin(), kMarks.end(), field) != kMarks.end();
}

bool looks_like_header(std::span<const std::string_view> fields, const Selection& selection) {
  double ignored = 0;
  return std::any_of(selection.features.begin(), selection.features.end(), [&](std::size_t c) {
    return !stands_for_missing(fields[c]) && !parse_number(fields[c], ignored);
  });
}

/// A row of names without a single number or missing value.
bool only_names(std::span<const std::string_view> fields) {
  double ignored = 0;
  return std::none_of(fields.begin(), fields.end(), [&](std::string_view field) {
    return stands_for_missing(field) || parse_number(field, ignored);
  });
}

class TextReader {
 public:
  TextReader(std::string_view bytes, const std::string& name, const ReadOptions& options)
      : text_(bytes), rows_(bytes, name), name_(name), options_(options) {}

  PointTable read() {
    if (!rows_.next()) throw Error(name_ + " is empty: there are no points in it");
    first_line_ = rows_.line();
    count_ = rows_.fields().size();
    const bool named = names_columns(options_);
    selection_ = select_columns(
        options_, named ? rows_.fields() : std::span<const std::string_view>(), count_, name_);
    reserve();
    if (rows_.at_end() && only_names(rows_.fields()))
      throw Error(name_ + " has a header and no rows: there are no points in it");
    if (named || (looks_like_header(rows_.fields(), selection_) && !rows_.at_end())) {
      take_header();
    } else {
      take_row();
    }
    while (rows_.next()) take_row();
    if (table_.points.n == 0)
      throw Error(name_ + " has a header and no rows: there are no points in it");
    table_.points.d = static_cast<std::int64_t>(selection_.features.size());
    table_.labels = labels_.finish();
    treat_missing(table_, options_.missing, name_);
    return std::move(table_);
  }

 private:
  /// Room for a table as regular as it should be, and never more than the text could fill.
  void reserve() {
    const auto rows = 1 + static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n'));
    const std::size_t most = text_.size() / 2 + 1;  // a digit and a separator each
    const std::size_t columns = selection_.features.size();
    table_.points.values.reserve(rows > most / columns ? most : rows * columns);
  }

  void take_header() {
    header_.assign(rows_.fields().begin(), rows_.fields().end());
    for (const std::size_t c : selection_.features) table_.names.push_back(header_[c]);
  }

  void take_row() {
    const auto fields = rows_.fields();
    if (fields.size() != count_) {
      throw Error(name_ + ", row " + std::to_string(rows_.line()) + " has " +
                  counted(fields.size(), "column") + ", and row " + std::to_string(first_line_) +
                  " has " + std::to_string(count_));
    }
    for (const std::size_t c : selection_.features) {
      double value = 0;
      if (!parse_number(fields[c], value) || !std::isfinite(value)) value = missing_cell(c);
      table_.points.values.push_back(value);
    }
    if (selection_.id) table_.ids.emplace_back(fields[*selection_.id]);
    if (selection_.label) {
      if (fields[*selection_.label].empty()) bad_cell(*selection_.label);
      labels_.add(fields[*selection_.label]);
    }
    ++table_.points.n;
  }

  /// NaN for a value that is missing and may be.
  double missing_cell(std::size_t column) const {
    const std::string_view text = rows_.fields()[column];
    double value = std::numeric_limits<double>::quiet_NaN();
    const bool missing =
        stands_for_missing(text) || (parse_number(text, value) && std::isnan(value));
    if (!missing || options_.missing == Missing::refuse) bad_cell(column);
    return std::numeric_limits<double>::quiet_NaN();
  }

  [[noreturn]] void bad_cell(std::size_t column) const {
    const std::string_view text = rows_.fields()[column];
    double value = 0;
    const std::string reason = text.empty()                ? " is empty"
                               : parse_number(text, value) ? ": " + cite(text) + " is not finite"
                                                           : ": " + cite(text) + " is not a number";
    const std::string message = place(name_, rows_.line(), column, header_) + reason;
    if (stands_for_missing(text) || std::isnan(value)) throw MissingValue(message);
    throw Error(message);
  }

  std::string_view text_;
  Rows rows_;
  const std::string& name_;
  const ReadOptions& options_;
  Selection selection_;
  std::vector<std::string> header_;
  std::int64_t first_line_ = 0;
  std::size_t count_ = 0;
  LabelColumn labels_;
  PointTable table_;
};

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

PointTable table_from_npy(NpyArray array, const std::string& name, const ReadOptions& options) {
  const auto cols = static_cast<std::size_t>(array.cols);
  const Selection selection = select_columns(options, {}, cols, name);
  PointTable table;
  table.points.n = array.rows;
  table.points.d = static_cast<std::int64_t>(selection.features.size());
  LabelColumn labels;
  for (std::int64_t r = 0; r < array.rows; ++r) {
    const double* const row = array.values.data() + r * array.cols;
    for (const std::size_t c : selection.features) {
      if (std::isfinite(row[c])) continue;
      const std::string message = place(name, r + 1, c) + ": the value is not finite";
      if (!std::isnan(row[c])) throw Error(message);
      if (options.missing == Missing::refuse) throw MissingValue(message);
    }
    if (selection.id) table.ids.push_back(number_text(row[*selection.id]));
    if (selection.label) labels.add(number_text(row[*selection.label]));
  }
  table.labels = labels.finish();
  if (selection.features.size() == cols && options.columns.empty()) {
    table.points.values = std::move(array.values);
    treat_missing(table, options.missing, name);
    return table;
  }
  table.points.values.reserve(static_cast<std::size_t>(array.rows) * selection.features.size());
  for (std::int64_t r = 0; r < array.rows; ++r) {
    for (const std::size_t c : selection.features) {
      table.points.values.push_back(array.values[static_cast<std::size_t>(r) * cols + c]);
    }
  }
  treat_missing(table, options.missing, name);
  return table;
}

}  // namespace

PointTable parse_points(std::string_view bytes, const std::string& name,
                        const ReadOptions& options) {
  if (is_npy(bytes)) return table_from_npy(parse_npy(bytes, name), name, options);
  if (const std::string_view kind = other_format(bytes); !kind.empty()) {
    throw Error(name + " is " + std::string(kind) +
                ", which is not read here; save the points as CSV or .npy");
  }
  if (bytes.find('\0') != std::string_view::npos) {
    throw Error(name + " is neither a table in plain text (UTF-8) nor a .npy file");
  }
  return TextReader(bytes, name, options).read();
}

PointTable read_points(const std::string& path, const ReadOptions& options) {
  return parse_file(path, [&](std::string_view bytes, const std::string& name) {
    return parse_points(bytes, name, options);
  });
}

}  // namespace gnac::detail
