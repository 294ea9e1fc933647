#include "io/table_recipe.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/json_text.h"

namespace gnac {

using namespace detail;

namespace detail {
namespace {

using OrderedJson = nlohmann::ordered_json;

template <class Value, std::size_t N>
using Words = std::array<std::pair<const char*, Value>, N>;

constexpr Words<ColumnRole, 4> kRoles{{{"feature", ColumnRole::feature},
                                       {"id", ColumnRole::id},
                                       {"label", ColumnRole::label},
                                       {"unused", ColumnRole::unused}}};
constexpr Words<ColumnKind, 5> kKinds{{{"number", ColumnKind::number},
                                       {"time", ColumnKind::time},
                                       {"boolean", ColumnKind::boolean},
                                       {"category", ColumnKind::category},
                                       {"text", ColumnKind::text}}};
constexpr Words<Missing, 5> kMissing{{{"refuse", Missing::refuse},
                                      {"drop", Missing::drop},
                                      {"mean", Missing::mean},
                                      {"median", Missing::median},
                                      {"nearest", Missing::nearest}}};

template <class Value, std::size_t N>
const char* word_of(const Words<Value, N>& words, Value value) {
  return std::ranges::find(words, value, &std::pair<const char*, Value>::second)->first;
}

/// Throws nlohmann's exception for a word that is none of them, as for any other wrong value.
template <class Value, std::size_t N>
Value value_of(const Words<Value, N>& words, const nlohmann::json& json) {
  const auto text = json.get<std::string>();
  for (const auto& [word, value] : words) {
    if (text == word) return value;
  }
  throw nlohmann::json::other_error::create(500, "unknown word", &json);
}

OrderedJson column_json(const TableColumn& column) {
  const TableColumn plain;
  OrderedJson json{{"name", column.name},
                   {"place", column.place},
                   {"role", word_of(kRoles, column.role)},
                   {"kind", word_of(kKinds, column.kind)}};
  if (column.decimal != plain.decimal) json["decimal"] = std::string(1, column.decimal);
  if (column.order != plain.order) json["order"] = std::string(1, column.order);
  if (!column.unit.empty()) json["unit"] = column.unit;
  if (column.limits) json["limits"] = true;
  if (!column.values.empty()) json["values"] = column.values;
  if (column.grouped) json["grouped"] = true;
  if (column.mean) json["mean"] = *column.mean;
  if (column.median) json["median"] = *column.median;
  if (!column.mode.empty()) json["mode"] = column.mode;
  if (!column.reason.empty()) json["reason"] = column.reason;
  return json;
}

char letter_in(const nlohmann::json& json, const char* key, char otherwise) {
  if (!json.contains(key)) return otherwise;
  const auto text = json.at(key).get<std::string>();
  return text.size() == 1 ? text[0] : otherwise;
}

std::optional<double> number_in(const nlohmann::json& json, const char* key) {
  if (!json.contains(key)) return std::nullopt;
  return json.at(key).get<double>();
}

TableColumn column_in(const nlohmann::json& json) {
  TableColumn column;
  column.name = json.at("name").get<std::string>();
  column.place = json.at("place").get<std::int64_t>();
  column.role = value_of(kRoles, json.at("role"));
  column.kind = value_of(kKinds, json.at("kind"));
  column.decimal = letter_in(json, "decimal", column.decimal);
  column.order = letter_in(json, "order", column.order);
  column.unit = json.value("unit", "");
  column.limits = json.value("limits", false);
  column.values = json.value("values", column.values);
  column.grouped = json.value("grouped", false);
  column.mean = number_in(json, "mean");
  column.median = number_in(json, "median");
  column.mode = json.value("mode", "");
  column.reason = json.value("reason", "");
  return column;
}

/// The mistake in a column that was read; "" if there is none.
std::string problem_of(const TableColumn& column) {
  if (column.kind == ColumnKind::text && column.role == ColumnRole::feature)
    return "uses text as a feature";
  if (column.role != ColumnRole::feature) return "";
  if (column.kind == ColumnKind::boolean && column.values.size() != 2)
    return "has a boolean column without its two words";
  if (column.kind == ColumnKind::category) {
    if (column.values.empty()) return "has a category without values";
    if (std::ranges::adjacent_find(column.values, std::greater_equal()) != column.values.end())
      return "has categories that are not in order";
  }
  return "";
}

}  // namespace

bool is_indicator(const TableColumn& column) {
  return column.kind == ColumnKind::boolean || column.kind == ColumnKind::category;
}

bool is_feature(const TableColumn& column) {
  return column.role == ColumnRole::feature;
}

std::int64_t width(const TableColumn& column) {
  if (column.kind != ColumnKind::category) return 1;
  return std::ssize(column.values) + (column.grouped ? 1 : 0);
}

std::string title(const TableColumn& column) {
  return column.name.empty() ? "x" + std::to_string(column.place) : column.name;
}

std::string recipe_json(const TableRecipe& table) {
  OrderedJson json{{"named", table.named}, {"missing", word_of(kMissing, table.missing)}};
  json["columns"] = OrderedJson::array();
  for (const TableColumn& column : table.columns) json["columns"].push_back(column_json(column));
  return json.dump();
}

std::string parse_recipe(std::string_view text, TableRecipe& table) {
  nlohmann::json json;
  constexpr JsonLimits kLimits{.depth = 5, .values = std::size_t{1} << 23};
  if (std::string problem = parse_json(text, json, kLimits); !problem.empty()) return problem;
  try {
    table = {};
    table.named = json.at("named").get<bool>();
    table.missing = value_of(kMissing, json.at("missing"));
    for (const auto& column : json.at("columns")) {
      table.columns.push_back(column_in(column));
      if (std::string problem = problem_of(table.columns.back()); !problem.empty()) return problem;
    }
  } catch (const nlohmann::json::exception&) {
    return "is not readable";
  }
  const auto rank = [](const TableColumn& column) {
    return !is_feature(column) ? 2 : is_indicator(column) ? 1 : 0;
  };
  return std::ranges::is_sorted(table.columns, {}, rank) ? "" : "has its columns in another order";
}

}  // namespace detail

std::int64_t indicator_count(const TableRecipe& table) {
  std::int64_t count = 0;
  for (const TableColumn& column : table.columns) {
    if (is_feature(column) && is_indicator(column)) count += width(column);
  }
  return count;
}

std::string_view to_string(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::number:
      return "number";
    case ColumnKind::time:
      return "date or time";
    case ColumnKind::boolean:
      return "yes or no";
    case ColumnKind::category:
      return "category";
    case ColumnKind::text:
      return "text";
  }
  return "";
}

std::vector<std::int64_t> time_columns(const TableRecipe& table) {
  std::vector<std::int64_t> columns;
  std::int64_t at = 0;
  for (const TableColumn& column : table.columns) {
    if (!is_feature(column) || is_indicator(column)) continue;
    if (column.kind == ColumnKind::time) columns.push_back(at);
    ++at;
  }
  return columns;
}

std::int64_t point_columns(const TableRecipe& table) {
  std::int64_t count = 0;
  for (const TableColumn& column : table.columns) count += is_feature(column) ? width(column) : 0;
  return count;
}

std::vector<std::string> feature_names(const TableRecipe& table) {
  std::vector<std::string> names;
  if (!table.named && indicator_count(table) == 0) return names;
  for (const TableColumn& column : table.columns) {
    if (!is_feature(column)) continue;
    const std::string name = table.named ? column.name : title(column);
    if (!is_indicator(column)) names.push_back(name);
    if (column.kind == ColumnKind::boolean) names.push_back(name + "=" + column.values.back());
    if (column.kind != ColumnKind::category) continue;
    for (const std::string& value : column.values) names.push_back(name + "=" + value);
    if (column.grouped) names.push_back(name + "=" + kOtherValues);
  }
  return names;
}

TableRecipe named_columns(std::span<const std::string> names) {
  TableRecipe table{.named = !names.empty()};
  for (const std::string& name : names)
    table.columns.push_back({.name = name, .place = std::ssize(table.columns)});
  return table;
}

}  // namespace gnac
