#include "io/table_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gnac/error.h"
#include "io/json_rows.h"
#include "io/missing.h"
#include "io/npz.h"
#include "io/other_formats.h"
#include "io/rows.h"
#include "io/text.h"
#include "io/zip.h"

namespace gnac::detail {
namespace {

/// Neither a number nor a missing value.
bool is_word(std::string_view field) {
  double ignored = 0;
  return !stands_for_missing(field) && !parse_number(field, ignored);
}

/// A number as people write it and computers do not: 0,5 or 1,000,000 or 12.5%.
bool is_number_for_people(std::string_view field) {
  std::string digits(field);
  if (digits.ends_with('%')) digits.pop_back();
  std::erase(digits, ',');
  double ignored = 0;
  return digits.size() < field.size() && parse_number(std::string_view(digits), ignored);
}

/// A word in a numeric column makes the row a header; a missing value does not. Categorical columns
/// do not count; a table that has only those has a header.
bool looks_like_header(std::span<const std::string_view> fields, const Selection& selection) {
  return selection.features.empty() ||
         std::ranges::any_of(selection.features, [&](std::size_t c) { return is_word(fields[c]); });
}

std::string listed_names(const std::vector<std::string>& names) {
  return names.empty() ? "no names" : cite_some(names);
}

void refuse_other_formats(std::string_view bytes, const std::string& name) {
  if (const std::string_view kind = other_format(bytes); !kind.empty()) {
    throw Error(name + " is " + std::string(kind) +
                (kind == "JSON" ? ", but not JSON lines; write one object or array of plain values "
                                  "per line, or save the points as CSV or .npy"
                                : ", which gnac cannot read; save the points as CSV or .npy"));
  }
  if (bytes.find('\0') != std::string_view::npos)
    throw Error(name + " is neither a table in plain text (UTF-8) nor a .npy file");
}

/// What `options` select, given the first row, which `rows` must be at.
template <class Source>
Selection first_selection(const Source& rows, const ReadOptions& options, const std::string& name) {
  const bool named = rows.opens_with_names() || names_columns(options);
  const auto header = named ? rows.fields() : std::span<const std::string_view>();
  return select_columns(options, header, rows.fields().size(), name);
}

template <class Source>
std::vector<std::string> text_columns_of(Source&& rows, const ReadOptions& options,
                                         const std::string& name) {
  if (!rows.next()) return {};
  const std::vector<std::string> first(rows.fields().begin(), rows.fields().end());
  Selection selection = first_selection(rows, options, name);
  std::vector<bool> text(first.size());
  while (rows.next()) {
    const auto fields = rows.fields();
    if (fields.size() != first.size()) break;  // add() will say what is wrong
    for (const std::size_t c : selection.features) text[c] = text[c] || is_word(fields[c]);
  }
  Selection numeric;
  for (const std::size_t c : selection.features) {
    if (!text[c]) numeric.features.push_back(c);
  }
  const std::vector<std::string_view> fields(first.begin(), first.end());
  const bool header =
      rows.opens_with_names() || names_columns(options) || looks_like_header(fields, numeric);
  if (header && !rows.opens_with_names()) leave_out_row_names(selection, options, fields);
  std::vector<std::string> found;
  for (const std::size_t c : selection.features) {
    // A name that is a whole number would be taken as a column's number.
    if (text[c]) found.push_back(header && !parse_whole(first[c]) ? first[c] : std::to_string(c));
  }
  return found;
}

}  // namespace

TableReader::TableReader(const ReadOptions& options) : options_(options) {
  for (const CategoryColumn& column : options.known)
    coders_.emplace_back(column.name, column.values);
  if (coders_.empty()) {
    for (const std::string& column : options.categorical)
      coders_.emplace_back(column, std::vector<std::string>());
  }
}

void TableReader::add(std::string_view bytes, const std::string& name) {
  if (is_npy(bytes)) return add(parse_npy(bytes, name), name);
  if (is_zip(bytes)) return add(parse_npz(bytes, options_.array, name), name);
  name_ = name;
  header_.clear();
  if (is_json_lines(bytes)) {
    add_rows(JsonRows(bytes, name), bytes);
  } else {
    refuse_other_formats(bytes, name);
    add_rows(Rows(bytes, name), bytes);
  }
  first_file_ = first_file_.empty() ? name : first_file_;
}

template <class Source>
void TableReader::add_rows(Source&& rows, std::string_view bytes) {
  if (!rows.next()) throw Error(name_ + " is empty: there are no points in it");
  const auto first = rows.fields();
  const std::int64_t first_line = std::max<std::int64_t>(rows.line(), 1);
  const std::size_t count = first.size();
  const std::int64_t before = table_.points.n;
  Selection selection = first_selection(rows, options_, name_);
  if (rows.at_end() && !rows.opens_with_names() && std::ranges::all_of(first, is_word))
    throw Error(name_ + " has a header and no rows: there are no points in it");
  const bool header = rows.opens_with_names() || names_columns(options_) ||
                      (looks_like_header(first, selection) && !rows.at_end());
  if (header && !rows.opens_with_names())
    table_.row_names |= leave_out_row_names(selection, options_, first);
  settle(std::move(selection), header ? first : std::span<const std::string_view>());
  // Reserve memory for a regular table, but never more than the text could fill.
  const auto lines = 1 + static_cast<std::size_t>(std::ranges::count(bytes, '\n'));
  const std::size_t most = bytes.size() / 2 + 1;  // a digit and a separator each
  const std::size_t width = selection_.features.size() + selection_.categorical.size();
  table_.points.values.reserve(table_.points.values.size() +
                               (lines > most / width ? most : lines * width));
  if (!header) take_row(rows);
  while (rows.next()) {
    if (rows.fields().size() != count) {
      throw Error(name_ + ", row " + std::to_string(rows.line()) + " has " +
                  counted(rows.fields().size(), "column") + ", but row " +
                  std::to_string(first_line) + " has " + std::to_string(count));
    }
    take_row(rows);
  }
  if (table_.points.n == before)
    throw Error(name_ + " has a header and no rows: there are no points in it");
}

/// The columns of the current file, in the order of the first file's.
void TableReader::settle(Selection selection, std::span<const std::string_view> header) {
  header_.assign(header.begin(), header.end());
  std::vector<std::string> names;
  if (!header_.empty()) {
    for (const std::size_t c : selection.features) names.push_back(header_[c]);
  } else if (!coders_.empty()) {  // beside "x3=red"
    for (const std::size_t c : selection.features) names.push_back("x" + std::to_string(c));
  }
  const auto d =
      static_cast<std::int64_t>(selection.features.size() + selection.categorical.size());
  if (first_file_.empty()) {
    table_.points.d = d;
    table_.names = std::move(names);
    selection_ = std::move(selection);
    return;
  }
  std::vector<std::string> mine = table_.names;
  std::vector<std::string> theirs = names;
  std::ranges::sort(mine);
  std::ranges::sort(theirs);
  if (d != table_.points.d && mine == theirs) {  // neither has names
    throw Error("rows can only be joined if the columns are the same: " + first_file_ + " has " +
                std::to_string(table_.points.d) + " and " + name_ + " has " + std::to_string(d));
  }
  if (mine != theirs) {
    throw Error("rows can only be joined if the columns are the same: " + first_file_ + " has " +
                listed_names(table_.names) + " and " + name_ + " has " + listed_names(names));
  }
  selection_ = selection;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const auto place = std::ranges::find(names, table_.names[c]) - names.begin();
    selection_.features[c] = selection.features[static_cast<std::size_t>(place)];
  }
}

template <class Source>
void TableReader::take_row(const Source& rows) {
  const auto fields = rows.fields();
  const std::int64_t row = rows.line();
  for (const std::size_t c : selection_.features)
    table_.points.values.push_back(number_in(fields[c], c, row));
  for (std::size_t k = 0; k < selection_.categorical.size(); ++k) {
    const std::size_t c = selection_.categorical[k];
    const bool missing = stands_for_missing(fields[c]);
    if (missing && options_.missing == Missing::refuse) bad_cell(fields[c], c, row);
    table_.points.values.push_back(missing ? std::numeric_limits<double>::quiet_NaN()
                                           : coders_[k].code_of(fields[c], place(c, row)));
  }
  if (selection_.id) table_.ids.emplace_back(fields[*selection_.id]);
  if (selection_.label) {
    if (fields[*selection_.label].empty()) bad_cell("", *selection_.label, row);
    labels_.add(fields[*selection_.label]);
  }
  ++table_.points.n;
}

/// NaN for a missing value, if those are allowed.
double TableReader::number_in(std::string_view text, std::size_t column, std::int64_t row) const {
  double value = std::numeric_limits<double>::quiet_NaN();
  const bool number = parse_number(text, value);
  if (number && std::isfinite(value)) return value;
  const bool missing = stands_for_missing(text) || (number && std::isnan(value));
  if (!missing || options_.missing == Missing::refuse) bad_cell(text, column, row);
  return std::numeric_limits<double>::quiet_NaN();
}

void TableReader::bad_cell(std::string_view text, std::size_t column, std::int64_t row) const {
  double value = 0;
  const bool number = parse_number(text, value);
  const std::string reason = text.empty() ? " is empty"
                             : number     ? ": " + cite(text) + " is not finite"
                                          : ": " + cite(text) + " is not a number";
  const std::string message = place(column, row) + reason;
  if (stands_for_missing(text) || std::isnan(value)) throw MissingValue(message);
  if (is_number_for_people(text))
    throw Error(message + "; write numbers with a decimal point, without commas and percent signs");
  if (!number) throw TextValue(message);
  throw Error(message);
}

/// "file, row 3, column 2 ('width')" of a cell; `column` counts from 0, the message from 1.
std::string TableReader::place(std::size_t column, std::int64_t row) const {
  return name_ + ", row " + std::to_string(row) + ", column " + std::to_string(column + 1) +
         (header_.empty() ? "" : " (" + cite(header_[column]) + ")");
}

void TableReader::add(NpyArray array, const std::string& name) {
  name_ = name;
  header_.clear();
  const auto cols = static_cast<std::size_t>(array.cols);
  settle(select_columns(options_, {}, cols, name_), {});
  std::vector<double>& values = table_.points.values;
  const std::size_t width = selection_.features.size() + selection_.categorical.size();
  // The usual case, one file with features only, needs no second copy.
  const bool whole =
      values.empty() && selection_.features.size() == cols && options_.columns.empty();
  if (!whole) values.reserve(values.size() + static_cast<std::size_t>(array.rows) * width);
  for (std::int64_t r = 0; r < array.rows; ++r) {
    const double* const row = array.values.data() + r * array.cols;
    for (const std::size_t c : selection_.features) {
      if (!whole) values.push_back(row[c]);
      if (std::isfinite(row[c])) continue;
      const std::string message = place(c, r + 1) + ": the value is not finite";
      if (!std::isnan(row[c])) throw Error(message);
      if (options_.missing == Missing::refuse) throw MissingValue(message);
    }
    for (std::size_t k = 0; k < selection_.categorical.size(); ++k) {
      const std::size_t c = selection_.categorical[k];
      if (std::isnan(row[c]) && options_.missing == Missing::refuse)
        throw MissingValue(place(c, r + 1) + ": the value is not finite");
      values.push_back(
          std::isnan(row[c]) ? row[c] : coders_[k].code_of(shortest_text(row[c]), place(c, r + 1)));
    }
    if (selection_.id) table_.ids.push_back(shortest_text(row[*selection_.id]));
    if (selection_.label) labels_.add(shortest_text(row[*selection_.label]));
  }
  table_.points.n += array.rows;
  if (whole) values = std::move(array.values);
  first_file_ = first_file_.empty() ? name : first_file_;
}

PointTable TableReader::finish() {
  table_.labels = labels_.finish();
  treat_missing(table_, options_.missing, coders_, first_file_);
  encode_categories(table_, coders_, !header_.empty());
  return std::move(table_);
}

std::vector<std::string> text_columns(std::string_view bytes, const std::string& name,
                                      const ReadOptions& options) {
  if (is_npy(bytes) || is_zip(bytes)) return {};
  if (is_json_lines(bytes)) return text_columns_of(JsonRows(bytes, name), options, name);
  refuse_other_formats(bytes, name);
  return text_columns_of(Rows(bytes, name), options, name);
}

}  // namespace gnac::detail
