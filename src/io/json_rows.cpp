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

bool is_row(const nlohmann::json& json) {
  return (json.is_object() || json.is_array()) && !json.empty() &&
         std::none_of(json.begin(), json.end(),
                      [](const nlohmann::json& value) { return value.is_structured(); });
}

std::string field_of(const nlohmann::json& value) {
  if (value.is_null()) return "";
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  if (value.is_string()) return std::string(trim(value.get<std::string>()));
  return value.dump();
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

/// The names of an object's members in the order in which they are written.
std::vector<std::string> names_in(std::string_view line) {
  std::vector<std::string> names;
  const auto object = OrderedJson::parse(line, nullptr, false);
  if (!object.is_object()) return names;  // next() will say what is wrong
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
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
  const std::string problem = parse_json(trim(next_line(ahead)), first);
  if (problem.empty() && is_row(first)) return std::nullopt;
  if (rest[0] == '[') return rows_of_array(rest, name);
  // One object over several lines, or a damaged first line.
  nlohmann::json whole;
  const std::string reason = parse_json(rest, whole, {.depth = 64, .values = kMostValues});
  throw Error(name + (reason.empty()
                          ? " is JSON, but not a list of rows; write one object or array of "
                            "plain values per line, or an array of them"
                          : ", row 1: the line " + problem));
}

JsonRows::JsonRows(std::string_view text, std::string name) : rest_(text), name_(std::move(name)) {
  rest_ = rest_.substr(0, rest_.find_last_not_of(" \t\r\n") + 1);
  std::string_view ahead = rest_;
  std::string_view line;
  while (!ahead.empty() && line.empty()) line = trim(next_line(ahead));
  objects_ = line.starts_with('{');
  if (!objects_) return;
  names_ = names_in(line);
  for (std::size_t c = 0; c < names_.size(); ++c) column_of_.emplace(names_[c], c);
}

bool JsonRows::next() {
  if (objects_ && !names_given_) {
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
  nlohmann::json row;
  if (const std::string problem = parse_json(line, row); !problem.empty())
    fail("the line " + problem);
  if (!is_row(row) || row.is_object() != objects_) {
    fail(objects_ ? "the line is not an object of plain values like the first one"
                  : "the line is not an array of plain values like the first one");
  }
  texts_.assign(objects_ ? names_.size() : row.size(), "");
  std::size_t place = 0;
  for (const auto& [name, value] : row.items()) {
    std::size_t column = place++;
    if (objects_) {
      const auto found = column_of_.find(name);
      if (found == column_of_.end())
        fail("this row has " + cite(name) + ", which the first row does not have");
      column = found->second;
    }
    texts_[column] = field_of(value);
  }
  fields_.assign(texts_.begin(), texts_.end());
}

void JsonRows::fail(const std::string& reason) const {
  throw Error(name_ + ", row " + std::to_string(line_) + ": " + reason);
}

}  // namespace gnac::detail
