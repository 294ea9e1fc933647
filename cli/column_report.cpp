#include "column_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "io/table_recipe.h"
#include "support/utf8.h"

namespace gnac::cli {
namespace {

/// `text` cut or padded to this many characters.
std::string padded(const std::string& text, std::size_t width) {
  const std::size_t size = characters(text);
  if (size <= width) return text + std::string(width - size, ' ');
  std::string cut;
  std::size_t taken = 0;
  for (const char c : text) {
    if ((c & 0xc0) != 0x80 && taken++ == width - 1) break;
    cut += c;
  }
  return cut + "…";
}

}  // namespace

std::string unit_of(const TableColumn& column) {
  if (!column.unit.empty()) return column.unit;
  if (column.kind == ColumnKind::time) return "";
  const std::string_view name = column.name;
  for (const std::string_view brackets : {"()", "[]"}) {
    const std::size_t open = name.find(brackets[0]);
    const std::size_t close = name.find(brackets[1], open == std::string_view::npos ? 0 : open);
    constexpr std::size_t kLongest = 8;
    if (open != std::string_view::npos && close != std::string_view::npos && close > open + 1 &&
        close - open <= kLongest)
      return std::string(name.substr(open + 1, close - open - 1));
  }
  constexpr std::array<std::string_view, 19> kUnits{
      "kg", "g",     "mg",   "cm",    "mm",  "m",   "km",  "s",       "ms", "min",
      "h",  "hours", "days", "years", "usd", "eur", "gbp", "percent", "pct"};
  const std::size_t last = name.find_last_of("_ ");
  if (last == std::string_view::npos) return "";
  const std::string word = detail::lower(name.substr(last + 1));
  return std::ranges::find(kUnits, word) == kUnits.end() ? "" : word;
}

std::string use_of(const TableColumn& column) {
  switch (column.role) {
    case ColumnRole::feature:
      return "feature";
    case ColumnRole::id:
      return "id of the rows";
    case ColumnRole::label:
      return "known answer";
    case ColumnRole::unused:
      break;
  }
  return column.reason.empty() ? "left out" : "left out: " + column.reason;
}

std::string column_lines(const PointTable& table) {
  constexpr std::size_t kName = 20;
  std::string text = fmt::format("{} {:<12} {:<7} {:>8} {:>8}  {}\n", padded("column", kName),
                                 "kind", "unit", "missing", "distinct", "use");
  std::vector<const TableColumn*> columns;
  for (const TableColumn& column : table.recipe.columns) columns.push_back(&column);
  std::ranges::sort(columns, {}, &TableColumn::place);
  for (const TableColumn* column : columns) {
    const ColumnSummary& counts = table.summaries[static_cast<std::size_t>(column->place)];
    text +=
        fmt::format("{} {:<12} {} {:>8} {:>8}  {}\n", padded(title(*column), kName),
                    to_string(column->kind), padded(unit_of(*column), 7), counts.missing,
                    fmt::format("{}{}", counts.more ? "> " : "", counts.distinct), use_of(*column));
  }
  return text;
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             std::string_view("-_./,=:+@%").find(c) != std::string_view::npos;
    });
    std::string quoted = word;
    if (!plain) {
      quoted = "'";
      for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
      quoted += "'";
    }
    line += (line.empty() ? "" : " ") + quoted;
  }
  return line;
}

}  // namespace gnac::cli
