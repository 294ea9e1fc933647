#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/utf8.h"

namespace gnac::detail {

std::string shown(const Cell& cell) {
  if (!cell.number) return cell.text;
  if (!cell.text.empty()) return cell.text;
  if (!std::isfinite(*cell.number)) return "–";
  return cell.sign ? fmt::format("{:+.{}f}", *cell.number, cell.decimals)
                   : fmt::format("{:.{}f}", *cell.number, cell.decimals);
}

bool is_numeric(const ReportTable& table, std::size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
    return column < row.size() && row[column].number.has_value();
  });
}

Cell words(std::string text) {
  return {std::move(text), std::nullopt};
}

Cell number(double value, int decimals) {
  return {"", value, decimals, false};
}

std::string to_text(const ReportTable& table) {
  const std::size_t columns = table.columns.size();
  std::vector<std::size_t> width(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    width[c] = characters(table.columns[c]);
    for (const auto& row : table.rows) {
      const bool runs_on = c + 1 == row.size() && row.size() < columns;
      if (c < row.size() && !runs_on) width[c] = std::max(width[c], characters(shown(row[c])));
    }
  }
  const auto line = [&](std::size_t cells, auto&& text_of) {
    std::string out;
    for (std::size_t c = 0; c < cells; ++c) {
      const std::string text = text_of(c);
      const bool last = c + 1 == cells;
      const bool runs_on = last && cells < columns;
      const std::size_t used = characters(text);
      const std::string room(runs_on || used > width[c] ? 0 : width[c] - used, ' ');
      const bool right = is_numeric(table, c) && !runs_on;
      out += (c > 0 ? "  " : "") + (right ? room + text : last ? text : text + room);
    }
    return out + "\n";
  };
  std::string out = table.title.empty() ? "" : table.title + "\n\n";
  out += line(columns, [&](std::size_t c) { return table.columns[c]; });
  for (const auto& row : table.rows) {
    out += line(row.size(), [&](std::size_t c) { return shown(row[c]); });
  }
  if (!table.caption.empty()) out += "\n" + table.caption + "\n";
  return out;
}

}  // namespace gnac::detail
