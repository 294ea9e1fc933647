#include "page/known.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "page/document.h"
#include "page/facts.h"
#include "page/quantise.h"

namespace gnac::detail {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kMostColumns = 64;
constexpr std::int64_t kMostColumnCodes = 1200000;  // of all columns together
constexpr std::size_t kMostCellBytes = 3000000;     // of all cells together
constexpr std::size_t kMostTextBytes = 3000000;     // of all texts together
constexpr std::size_t kLongestText = 300;           // bytes of one text
constexpr std::size_t kMostValues = 255;            // of a category

/// The first `most` bytes of a text, not cut within a character.
std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

Json rows_of(const std::string& column, std::span<const PageFill> filled) {
  Json rows = Json::array();
  for (const PageFill& fill : filled) {
    if (fill.column == column) rows.push_back(fill.point);
  }
  return rows;
}

Json number_column(const ExplainData& table, std::int64_t c, std::vector<std::uint16_t>& codes) {
  std::vector<double> values(static_cast<std::size_t>(table.points.n));
  for (std::int64_t i = 0; i < table.points.n; ++i) values[i] = table.points(i, c);
  const CodeRange range = range_of(std::span<const double>(values));
  append_codes(std::span<const double>(values), range, codes);
  Json column{{"name", table.columns[c]}, {"range", {range.low, range.high}}};
  if (std::ranges::all_of(values, [](double v) { return v == std::nearbyint(v); }))
    column["whole"] = true;
  if (!table.dates.empty() && table.dates[c]) column["date"] = true;
  return column;
}

Json category_column(const TextColumn& column, std::vector<std::uint8_t>& codes) {
  std::map<std::string, std::uint8_t> number;
  for (const std::string& value : column.values) number[value] = 0;
  Json values = Json::array();
  for (auto& [value, code] : number) {
    code = static_cast<std::uint8_t>(std::min(values.size(), kMostValues));
    if (values.size() <= kMostValues) values.push_back(value);
  }
  for (const std::string& value : column.values) codes.push_back(number[value]);
  return {{"name", column.name}, {"values", values}};
}

}  // namespace

Json add_columns(const ExplainData& table, std::span<const PageFill> filled, PageArrays& arrays) {
  const auto n = std::max<std::int64_t>(
      {table.points.n, 1, table.categories.empty() ? 0 : std::ssize(table.categories[0].values)});
  const auto room = std::clamp<std::int64_t>(kMostColumnCodes / n, 2, kMostColumns);
  Json columns = Json::array();
  std::vector<std::uint16_t> numbers;
  std::vector<std::uint8_t> categories;
  for (std::int64_t c = 0; c < std::min(table.points.d, room); ++c)
    columns.push_back(number_column(table, c, numbers));
  for (const TextColumn& column : table.categories) {
    if (std::ssize(columns) < room) columns.push_back(category_column(column, categories));
  }
  for (Json& column : columns) {
    Json rows = rows_of(column["name"], filled);
    if (!rows.empty()) column["filled"] = std::move(rows);
  }
  if (!numbers.empty()) arrays.add("columns", numbers);
  if (!categories.empty()) arrays.add("categories", categories);
  return columns;
}

void add_rows(const PageExtras& extras, std::int64_t n, Json& facts, PageArrays& arrays) {
  require_length(extras.texts.size(), n, "texts", "points");
  require_length(extras.rows.size(), n, "rows", "points");
  require_length(extras.labels.size(), n, "labels", "points");
  facts["firstRow"] = extras.rows.empty() ? 1 : extras.rows.front();
  std::vector<std::int32_t> rows;
  bool gaps = false;
  for (std::size_t i = 0; i < extras.rows.size(); ++i) {
    rows.push_back(static_cast<std::int32_t>(extras.rows[i]));
    gaps = gaps || extras.rows[i] != extras.rows[0] + static_cast<std::int64_t>(i);
  }
  if (gaps) arrays.add("rows", rows);
  std::size_t bytes = 0;
  Json cells = Json::array();
  for (const TextColumn& column : extras.cells) {
    require_length(column.values.size(), n, "cells", "points");
    for (const std::string& cell : column.values) bytes += cell.size() + 3;
    if (bytes > kMostCellBytes) break;
    cells.push_back({{"name", column.name}, {"values", column.values}});
  }
  if (!extras.cells.empty() && bytes <= kMostCellBytes)
    arrays.add_json("cells", json_for_html(cells));
  if (extras.texts.empty()) return;
  const std::size_t most =
      std::clamp<std::size_t>(kMostTextBytes / extras.texts.size(), 24, kLongestText);
  Json texts = Json::array();
  for (const std::string& text : extras.texts) texts.push_back(shortened(text, most));
  arrays.add_json("texts", json_for_html(texts));
}

Json stories_json(std::span<const ClusterStory> stories) {
  Json all = Json::array();
  for (const ClusterStory& story : stories) {
    Json one{{"name", story.name},       {"named", !story.terms.empty()},
             {"typical", story.typical}, {"doubtful", story.doubtful},
             {"traits", Json::array()},  {"rule", rule_text(story)},
             {"terms", Json::array()}};
    for (const Trait& trait : story.traits) one["traits"].push_back(trait_text(trait));
    for (const Term& term : story.terms)
      one["terms"].push_back({{"text", term.text}, {"share", term.share}, {"rest", term.rest}});
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace gnac::detail
