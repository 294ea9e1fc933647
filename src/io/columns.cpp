#include "io/columns.h"

#include <algorithm>
#include <charconv>

#include "gnac/error.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

std::optional<std::size_t> column_number(std::string_view text) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  if (stop != end || code != std::errc()) return std::nullopt;
  return number;
}

}  // namespace

bool names_columns(const ReadOptions& options) {
  const auto is_name = [](const std::string& text) {
    return !text.empty() && !column_number(text);
  };
  return is_name(options.id_column) || is_name(options.label_column) ||
         std::ranges::any_of(options.columns, is_name) ||
         std::ranges::any_of(options.categorical, is_name);
}

Selection select_columns(const ReadOptions& options, std::span<const std::string_view> header,
                         std::size_t count, const std::string& name) {
  std::vector<bool> taken(count);
  const auto find = [&](const std::string& text) {
    if (const auto number = column_number(text)) {
      if (*number < count) return *number;
      throw Error(name + " has no column " + text + ": it has " + std::to_string(count) +
                  ", counted from 0");
    }
    const auto found = std::find(header.begin(), header.end(), text);
    if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
    throw Error(name + " has no column " + cite(text) +
                (header.empty() ? ", because it has no column names"
                                : "; its first row is " + cite_some(header)));
  };
  const auto take = [&](const std::string& text) {
    const std::size_t column = find(text);
    if (taken[column]) throw Error("column " + cite(text) + " of " + name + " is chosen twice");
    taken[column] = true;
    return column;
  };
  Selection selection;
  if (!options.id_column.empty()) selection.id = take(options.id_column);
  if (!options.label_column.empty()) selection.label = take(options.label_column);
  for (const std::string& text : options.categorical) selection.categorical.push_back(take(text));
  const auto is_categorical = [&](std::size_t c) {
    return std::ranges::find(selection.categorical, c) != selection.categorical.end();
  };
  for (const std::string& text : options.columns) {
    const std::size_t column = find(text);
    if (!is_categorical(column)) selection.features.push_back(take(text));
  }
  if (options.columns.empty()) {
    for (std::size_t c = 0; c < count; ++c) {
      if (!taken[c]) selection.features.push_back(c);
    }
  }
  if (selection.features.empty() && selection.categorical.empty())
    throw Error(name + " has no column left to use as a feature");
  return selection;
}

bool leave_out_row_names(Selection& selection, const ReadOptions& options,
                         std::span<const std::string_view> header) {
  const bool nameless = header.size() > 1 && header[0].empty() && !header[1].empty();
  const std::size_t count = selection.features.size() + selection.categorical.size();
  if (!nameless || !options.columns.empty() || count < 2) return false;
  return std::erase(selection.features, 0U) > 0;
}

void LabelColumn::add(std::string_view text) {
  const auto code = static_cast<std::int32_t>(code_of_.size());
  const auto [place, added] = code_of_.try_emplace(std::string(text), code);
  if (added) {
    const auto whole = parse_whole(text);
    all_whole_ = all_whole_ && whole && fits_int32(*whole);
    if (all_whole_) whole_.push_back(static_cast<std::int32_t>(*whole));
  }
  codes_.push_back(place->second);
}

std::vector<std::int32_t> LabelColumn::finish() const {
  std::vector<std::int32_t> labels = codes_;
  if (all_whole_) {
    for (std::int32_t& label : labels) label = whole_[static_cast<std::size_t>(label)];
  }
  return labels;
}

}  // namespace gnac::detail
