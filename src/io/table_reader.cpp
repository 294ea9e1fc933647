#include "io/table_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "gnac/error.h"
#include "io/column_facts.h"
#include "io/json_rows.h"
#include "io/missing.h"
#include "io/number_text.h"
#include "io/rows.h"
#include "io/table_recipe.h"
#include "io/text.h"
#include "io/time_text.h"
#include "options/option_text.h"
#include "support/largest_value.h"

namespace gnac::detail {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

/// A recipe column whose cells are kept as text although they are no feature.
bool is_kept_text(const TableColumn& column) {
  return column.role == ColumnRole::unused && !column.reason.empty() &&
         (column.kind == ColumnKind::text || column.reason == "ids" ||
          column.reason == "row names" || column.reason == "codes");
}

/// The column that options call the text column, by name or number.
bool is_text_column(const TableColumn& column, const ReadOptions& options) {
  return !options.text_column.empty() && (column.name == options.text_column ||
                                          std::to_string(column.place) == options.text_column);
}

/// 0 or 1: which of a boolean's two words or numbers a text is; -1: neither.
int yes_of(std::string_view text, const TableColumn& column) {
  double value = 0;
  const bool number = parse_number(text, value);
  for (std::size_t v = 0; v < 2; ++v) {
    double own = 0;
    if (text == column.values[v]) return static_cast<int>(v);
    if (number && parse_number(column.values[v], own) && own == value) return static_cast<int>(v);
  }
  if (!is_word(column.values[0])) return -1;
  return text == "0" ? 0 : text == "1" ? 1 : boolean_of(text);
}

}  // namespace

TableReader::TableReader(const TableRecipe& recipe, const ReadOptions& options, bool plain)
    : options_(options), plain_(plain), missing_(options.missing.value_or(recipe.missing)) {
  table_.recipe = recipe;
  table_.names = feature_names(recipe);
  table_.points.d = point_columns(recipe);
  for (std::size_t c = 0; c < recipe.columns.size(); ++c) {
    const TableColumn& column = recipe.columns[c];
    if (is_kept_text(column) && options.texts) table_.texts.push_back({title(column), {}});
    if (options.cells) table_.cells.push_back({title(column), {}});
    if (!is_feature(column)) continue;
    features_.push_back(c);
    auto& codes = code_of_.emplace_back();
    for (std::size_t v = 0; v < column.values.size(); ++v) codes.emplace(column.values[v], v);
  }
}

void TableReader::begin(const std::string& name, std::span<const std::string> header,
                        const Located& places) {
  name_ = name;
  header_.assign(header.begin(), header.end());
  places_.clear();
  texts_.clear();
  cells_.clear();
  id_.reset();
  words_.reset();
  label_.reset();
  for (std::size_t c = 0; c < table_.recipe.columns.size(); ++c) {
    const TableColumn& column = table_.recipe.columns[c];
    const auto place = places.place[c];
    if (is_feature(column)) places_.push_back(*place);
    if (column.role == ColumnRole::id) id_ = place;
    if (column.role == ColumnRole::label) label_ = place;
    if (is_kept_text(column) && options_.texts && place) texts_.push_back(*place);
    if (is_text_column(column, options_)) words_ = place;
    cells_.push_back(place);
  }
  table_.by_place = table_.by_place || places.by_place;
  for (const std::string& column : places.ignored) table_.ignored.push_back(column);
  if (first_file_.empty()) first_file_ = name;
}

void TableReader::add(const TableFile& file, const TableStart& start,
                      std::span<const std::string> header, const Located& places) {
  begin(file.name, header, places);
  const std::int64_t before = table_.points.n;
  // Reserve memory for a regular table, but never more than the text could fill.
  const std::string_view text = file.text();
  const auto lines = 1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
  const std::size_t most = text.size() / 2 + 1;  // a digit and a separator each
  const auto columns = static_cast<std::size_t>(table_.points.d);
  table_.points.values.reserve(table_.points.values.size() +
                               (lines > most / columns ? most : lines * columns));
  for_rows(
      file, start, !header.empty(),
      missing_ == Missing::drop ? OtherLength::blank : OtherLength::refuse,
      [&](std::span<const std::string_view> fields, std::int64_t line) { take_row(fields, line); });
  if (table_.points.n == before)
    throw Error(name_ + " has a header and no rows: there are no points in it");
}

void TableReader::take_row(std::span<const std::string_view> fields, std::int64_t row) {
  for (std::size_t k = 0; k < features_.size(); ++k) take_value(fields[places_[k]], k, row);
  if (id_) table_.ids.emplace_back(fields[*id_]);
  if (label_) take_label(fields[*label_], row);
  for (std::size_t t = 0; t < texts_.size(); ++t)
    table_.texts[t].cells.emplace_back(fields[texts_[t]]);
  if (words_) table_.words.emplace_back(fields[*words_]);
  if (options_.cells) take_cells(fields, row);
  ++table_.points.n;
}

void TableReader::take_label(std::string_view text, std::int64_t row) {
  if (!text.empty()) return labels_.add(text);
  if (missing_ != Missing::drop) bad_cell("", *label_, row);
  table_.points.values.back() = kGap;  // so the row is dropped
  labels_.add_any();
}

void TableReader::take_cells(std::span<const std::string_view> fields, std::int64_t row) {
  table_.rows.push_back(row);
  if (table_.cells.empty()) return;
  if (table_.rows.size() * cells_.size() > kMostCells) {
    table_.cells = {};
    return;
  }
  for (std::size_t c = 0; c < cells_.size(); ++c)
    table_.cells[c].cells.emplace_back(cells_[c] ? fields[*cells_[c]] : "");
}

void TableReader::take_value(std::string_view text, std::size_t k, std::int64_t row) {
  const TableColumn& column = table_.recipe.columns[features_[k]];
  std::vector<double>& values = table_.points.values;
  const bool code = text.size() > 1 && text[0] == '0' && is_digit(text[1]);
  if (column.kind == ColumnKind::number && column.decimal == '.' && !(plain_ && code)) {
    double value = 0;
    if (parse_number(text, value) && std::abs(value) <= kLargestValue) {
      values.push_back(value);
      return;
    }
  }
  if (plain_) throw NotPlain();
  const bool number = column.kind == ColumnKind::number || column.kind == ColumnKind::time;
  double value = 0;
  const bool missing = stands_for_missing(text) || (number && is_no_value(text)) ||
                       (number && parse_number(text, value) && std::isnan(value));
  if (missing) {
    if (missing_ == Missing::refuse) bad_cell(text, places_[k], row);
    values.insert(values.end(), static_cast<std::size_t>(width(column)), kGap);
  } else if (number) {
    values.push_back(number_in(text, column, row));
    check_size(values.back(), text, places_[k], row);
  } else {
    take_category(text, k, row);
  }
}

/// A number or a time that is not plain.
double TableReader::number_in(std::string_view text, const TableColumn& column,
                              std::int64_t row) const {
  const auto value = column.kind == ColumnKind::time
                         ? parse_time(text, column.order)
                         : parse_written(text, column.decimal, column.unit);
  if (value) return *value;
  // Not in the digits that people write, so there is no doubt about the decimal sign.
  double plain = 0;
  if (column.kind == ColumnKind::number && !take_apart(text) && parse_number(text, plain))
    return plain;
  const auto feature = std::ranges::find_if(
      features_, [&](std::size_t c) { return &table_.recipe.columns[c] == &column; });
  bad_cell(text, places_[static_cast<std::size_t>(feature - features_.begin())], row);
}

void TableReader::take_category(std::string_view text, std::size_t k, std::int64_t row) {
  const TableColumn& column = table_.recipe.columns[features_[k]];
  std::vector<double>& values = table_.points.values;
  if (column.kind == ColumnKind::boolean) {
    const int yes = yes_of(text, column);
    if (yes < 0)
      throw Error(place_text(places_[k], row) + ": " + cite(text) + " is not one of " +
                  cite_some(column.values));
    values.push_back(yes);
    return;
  }
  const auto found = code_of_[k].find(std::string(text));
  if (found == code_of_[k].end() && !column.grouped)
    throw Error(place_text(places_[k], row) + ": " + cite(text) +
                " is not one of the categories of the fit, " + cite_some(column.values));
  const std::size_t first = values.size();
  values.resize(first + static_cast<std::size_t>(width(column)));
  values[first + (found == code_of_[k].end() ? column.values.size() : found->second)] = 1;
}

void TableReader::check_size(double value, std::string_view text, std::size_t place,
                             std::int64_t row) const {
  if (std::abs(value) <= kLargestValue) return;
  throw Error(
      place_text(place, row) + ": " + (text.empty() ? number_text(value) : cite(text)) +
      (std::isfinite(value) ? " is too large; values must be within ±1e150" : " is not finite"));
}

void TableReader::bad_cell(std::string_view text, std::size_t place, std::int64_t row) const {
  double value = 0;
  const bool number = parse_number(text, value);
  const std::string where = place_text(place, row);
  const bool missing =
      stands_for_missing(text) || is_no_value(text) || (number && std::isnan(value));
  if (missing)
    throw MissingValue(where + (text.empty() ? " is empty" : ": " + cite(text) + " is missing"));
  if (number) check_size(value, text, place, row);
  throw TextValue(where + ": " + cite(text) + " is not a number", place);
}

/// "file, row 3, column 2 ('width')" of a cell; `column` counts from 0, the message from 1.
std::string TableReader::place_text(std::size_t column, std::int64_t row) const {
  return name_ + ", row " + std::to_string(row) + ", column " + std::to_string(column + 1) +
         (header_.empty() ? "" : " (" + cite(header_[column]) + ")");
}

void TableReader::add(NpyArray array, const std::string& name, const Located& places) {
  begin(name, {}, places);
  options_.cells = false;  // nothing was written
  table_.cells.clear();
  table_.rows.clear();
  const bool categories = indicator_count(table_.recipe) > 0;
  std::vector<double>& values = table_.points.values;
  // The usual case, one file with features only, needs no second copy.
  bool whole = values.empty() && std::ssize(places_) == array.cols && !categories;
  for (std::size_t k = 0; k < places_.size(); ++k) whole = whole && places_[k] == k;
  if (!whole)
    values.reserve(values.size() + static_cast<std::size_t>(array.rows * table_.points.d));
  for (std::int64_t r = 0; r < array.rows; ++r) {
    const double* const row = array.values.data() + r * array.cols;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const std::size_t c = places_[k];
      const bool gap = std::isnan(row[c]);
      if (gap && plain_) throw NotPlain();
      if (gap && missing_ == Missing::refuse)
        throw MissingValue(place_text(c, r + 1) + ": the value is not finite");
      if (is_indicator(table_.recipe.columns[features_[k]])) {
        take_value(gap ? "" : number_text(row[c]), k, r + 1);
        continue;
      }
      if (!gap && !std::isfinite(row[c]))
        throw Error(place_text(c, r + 1) + ": the value is not finite");
      if (!gap) check_size(row[c], "", c, r + 1);
      if (!whole) values.push_back(row[c]);
    }
    if (id_) table_.ids.push_back(number_text(row[*id_]));
    if (label_) labels_.add(number_text(row[*label_]));
  }
  table_.points.n += array.rows;
  if (whole) values = std::move(array.values);
}

PointTable TableReader::finish() {
  table_.labels = labels_.finish();
  const bool gaps =
      !plain_ && std::ranges::any_of(table_.points.values, [](double v) { return std::isnan(v); });
  if (options_.fitted == nullptr && (gaps || options_.fills)) find_fills(table_);
  if (gaps) treat_missing(table_, missing_, first_file_);
  table_.recipe.missing = missing_;
  std::vector<std::size_t> order(table_.cells.size());  // as in the file: features come first here
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {},
                           [&](std::size_t c) { return table_.recipe.columns[c].place; });
  std::vector<TextCells> cells;
  for (const std::size_t c : order) cells.push_back(std::move(table_.cells[c]));
  table_.cells = std::move(cells);
  return std::move(table_);
}

}  // namespace gnac::detail
