#include "io/json_rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "gnac/error.h"
#include "io/json_text.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMostValues = std::size_t{1} << 24;

/// Limits on one row.
constexpr JsonLimits kRow{.depth = 32};

bool is_plain(const nlohmann::json& value) {
  return !value.is_structured();
}

bool is_row(const nlohmann::json& json) {
  return !json.empty() &&
         (json.is_object() || (json.is_array() && std::ranges::all_of(json, is_plain)));
}

std::string field_of(const nlohmann::json& value) {
  if (value.is_null()) return "";
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  if (value.is_string()) return std::string(trim(value.get<std::string>()));
  return value.dump();
}

/// Calls `each` for the members of a row, and for those of objects within it.
template <class Json, class Each>
void for_members(const Json& row, const std::string& before, const Each& each) {
  for (const auto& [name, value] : row.items()) {
    if (value.is_object()) {
      for_members(value, before + name + ".", each);
    } else {
      each(before + name, value);
    }
  }
}

/// The length of a list of numbers, else 0.
template <class Json>
std::int64_t length_of(const Json& value) {
  const bool numbers =
      value.is_array() && !value.empty() &&
      std::ranges::all_of(value, [](const Json& item) { return item.is_number(); });
  return numbers ? static_cast<std::int64_t>(value.size()) : 0;
}

[[noreturn]] void fail(const std::string& name, std::int64_t line, const std::string& reason) {
  throw Error(name + ", row " + std::to_string(line) + ": " + reason);
}

nlohmann::json parse_row(std::string_view line, bool object, const std::string& name,
                         std::int64_t number) {
  nlohmann::json row;
  if (const std::string problem = parse_json(line, row, kRow); !problem.empty())
    fail(name, number, "the line " + problem);
  if (!is_row(row) || row.is_object() != object) {
    fail(name, number,
         object ? "the line is not an object like the first one"
                : "the line is not an array of plain values like the first one");
  }
  return row;
}

/// An array of rows as lines: each element becomes one. Brackets and quotes are followed; each
/// element is parsed when its line is.
std::string rows_of_array(std::string_view text, const std::string& name) {
  std::string lines;
  lines.reserve(text.size());
  int depth = 0;
  bool quoted = false;
  bool closed = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (closed && !is_blank(c) && c != '\n')
      throw Error(name + ": text follows the JSON array that ends after row " +
                  std::to_string(1 + std::count(lines.begin(), lines.end(), '\n')));
    if (closed) continue;
    if (quoted && c == '\\' && i + 1 < text.size()) {
      lines.append(text.substr(i++, 2));
      continue;
    }
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '[' || c == '{')) {
      if (depth++ == 0) continue;  // the array itself
    }
    if (!quoted && (c == ']' || c == '}')) {
      closed = --depth == 0;
      if (closed) continue;
    }
    const bool next_row = !quoted && depth == 1 && c == ',';
    lines += next_row ? '\n' : c == '\n' ? ' ' : c;
  }
  if (!closed)
    throw Error(name + " is damaged: its JSON array of rows has no end, after row " +
                std::to_string(1 + std::count(lines.begin(), lines.end(), '\n')));
  return lines;
}

/// Rows as lines: each is an object, or an array of values whose names are in `columns`.
std::string lines_of(const OrderedJson& rows, const OrderedJson& columns) {
  std::string lines;
  for (const OrderedJson& row : rows) {
    OrderedJson named = row;
    if (row.is_array() && row.size() == columns.size()) {
      named = OrderedJson::object();
      for (std::size_t c = 0; c < columns.size(); ++c)
        named[columns[c].get<std::string>()] = row[c];
    }
    lines += named.dump() + '\n';
  }
  return lines;
}

bool is_list_of_rows(const OrderedJson& value) {
  return value.is_array() && !value.empty() &&
         std::ranges::all_of(value, [](const OrderedJson& row) { return row.is_structured(); });
}

bool is_list_of_names(const OrderedJson& value) {
  return value.is_array() &&
         std::ranges::all_of(value, [](const OrderedJson& item) { return item.is_string(); });
}

/// Columns as lines: {"x": [1, 2], "y": [3, 4]}, or with the names of the rows instead of lists, or
/// rows by name if these are more than their members. Nothing if it is something else.
std::optional<std::string> lines_of_columns(const OrderedJson& columns) {
  const OrderedJson& first = columns.front();
  if (first.is_object() && columns.size() > first.size() &&
      std::ranges::all_of(columns, [](const OrderedJson& row) { return row.is_object(); }))
    return lines_of(columns, OrderedJson::array());
  std::vector<OrderedJson> rows(first.size(), OrderedJson::object());
  for (const auto& [name, column] : columns.items()) {
    if (!column.is_structured() || column.is_array() != first.is_array() ||
        column.size() != rows.size())
      return std::nullopt;
    std::size_t r = 0;
    for (auto value = column.begin(); value != column.end(); ++value, ++r) {
      if (value->is_structured()) return std::nullopt;
      if (column.is_object() && !first.contains(value.key())) return std::nullopt;
      rows[r][name] = *value;
    }
  }
  if (rows.size() < 2) return std::nullopt;
  return lines_of(rows, OrderedJson::array());
}

/// One row: plain values and lists of numbers, at least one of them plain.
bool is_lone_row(const OrderedJson& whole) {
  return whole.is_object() &&
         std::ranges::any_of(whole, [](const OrderedJson& v) { return !v.is_structured(); }) &&
         std::ranges::all_of(
             whole, [](const OrderedJson& v) { return !v.is_structured() || length_of(v) > 0; });
}

/// The table that an object holds.
std::optional<std::string> lines_in(const OrderedJson& whole) {
  if (!whole.is_object() || whole.empty()) return std::nullopt;
  if (auto lines = lines_of_columns(whole)) return lines;
  if (is_lone_row(whole)) return whole.dump() + '\n';
  const OrderedJson* rows = nullptr;
  for (const auto& [name, value] : whole.items()) {
    if (!is_list_of_rows(value)) continue;
    if (rows != nullptr) return std::nullopt;
    rows = &value;
  }
  if (rows == nullptr) return std::nullopt;
  const auto columns = whole.find("columns");
  const bool named = columns != whole.end() && is_list_of_names(*columns);
  return lines_of(*rows, named ? *columns : OrderedJson::array());
}

}  // namespace

bool looks_like_json(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (bytes[first] == '{' || bytes[first] == '[');
}

std::optional<std::string> json_lines(std::string_view bytes, const std::string& name) {
  const std::string_view rest = bytes.substr(bytes.find_first_not_of(" \t\r\n"));
  std::string_view ahead = rest;
  nlohmann::json first;
  const std::string problem = parse_json(trim(next_line(ahead)), first, kRow);
  if (problem.empty() && is_row(first) && !(first.is_object() && trim(ahead).empty()))
    return std::nullopt;
  if (rest[0] == '[') return rows_of_array(rest, name);
  // One object, or a damaged first line.
  nlohmann::json whole;
  const std::string reason = parse_json(rest, whole, {.depth = 64, .values = kMostValues});
  if (!reason.empty()) throw Error(name + ", row 1: the line " + reason);
  if (auto lines = lines_in(OrderedJson::parse(rest))) return lines;
  throw Error(name +
              " is JSON, but not a list of rows; write one object or array per line, or an array "
              "of them (in pandas: to_json(orient='records'))");
}

std::vector<JsonMember> json_members(std::string_view lines, const std::string& name) {
  std::vector<JsonMember> members;
  std::unordered_map<std::string, std::size_t> place_of;
  constexpr std::int64_t kOnlyNulls = -1;
  const auto see = [&](const std::string& member, const auto& value) {
    const auto [place, is_new] = place_of.emplace(member, members.size());
    if (is_new) members.push_back({member, kOnlyNulls});
    if (value.is_null()) return;
    std::int64_t& length = members[place->second].length;
    length = length == kOnlyNulls || length == length_of(value) ? length_of(value) : 0;
  };
  std::int64_t number = 0;
  while (!lines.empty()) {
    const std::string_view line = trim(next_line(lines));
    ++number;
    if (line.empty()) continue;
    if (members.empty()) {
      if (!line.starts_with('{')) return members;
      // The first row's members in the order in which they are written.
      parse_row(line, true, name, number);
      for_members(OrderedJson::parse(line), "", see);
    } else {
      for_members(parse_row(line, true, name, number), "", see);
    }
    if (members.empty()) fail(name, number, "there is no value in it");
  }
  for (JsonMember& member : members) member.length = std::max<std::int64_t>(member.length, 0);
  return members;
}

JsonRows::JsonRows(std::string_view text, const std::vector<JsonMember>& members, std::string name)
    : rest_(text.substr(0, text.find_last_not_of(" \t\r\n") + 1)),
      members_(members),
      name_(std::move(name)) {
  for (const JsonMember& member : members) {
    place_of_.emplace(member.name, Place{names_.size(), member.length > 0});
    if (member.length == 0) names_.push_back(member.name);
    for (std::int64_t i = 0; i < member.length; ++i)
      names_.push_back(member.name + '.' + std::to_string(i));
  }
}

bool JsonRows::next() {
  if (opens_with_names() && !names_given_) {
    names_given_ = true;
    fields_.assign(names_.begin(), names_.end());
    return true;
  }
  while (!rest_.empty()) {
    const std::string_view line = trim(next_line(rest_));
    ++line_;
    if (line.empty()) continue;
    take(line);
    return true;
  }
  return false;
}

void JsonRows::take(std::string_view line) {
  const nlohmann::json row = parse_row(line, opens_with_names(), name_, line_);
  if (row.is_array()) {
    texts_.clear();
    for (const auto& value : row) texts_.push_back(field_of(value));
  } else {
    texts_.assign(names_.size(), "");
    for_members(row, "", [&](const std::string& member, const nlohmann::json& value) {
      const Place place = place_of_.at(member);
      if (!place.listed) texts_[place.column] = field_of(value);
      if (!place.listed || !value.is_array()) return;
      for (std::size_t i = 0; i < value.size(); ++i) texts_[place.column + i] = field_of(value[i]);
    });
  }
  fields_.assign(texts_.begin(), texts_.end());
}

}  // namespace gnac::detail
