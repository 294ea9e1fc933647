#include "studies/table_formats.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <string_view>

namespace gnac::detail {
namespace {

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string csv_cell(const Cell& cell) {
  if (!cell.number) return csv_field(cell.text);
  return std::isfinite(*cell.number) ? fmt::format("{}", *cell.number) : "";
}

std::string latex_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '~' || c == '^') {
      out += fmt::format("\\{}{{}}", c);
    } else {
      if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  // Characters beyond ASCII that the tables use, for compilers that do not read them.
  for (const auto& [from, to] : {std::pair{"–", "--"},
                                 {"Δ", "$\\Delta$"},
                                 {"α", "$\\alpha$"},
                                 {"±", "$\\pm$"},
                                 {"≥", "$\\geq$"},
                                 {"≤", "$\\leq$"},
                                 {"²", "$^2$"},
                                 {"×", "$\\times$"},
                                 {"ρ", "$\\rho$"}}) {
    out = replace_all(out, from, to);
  }
  return out;
}

std::string latex_cell(const Cell& cell) {
  const std::string text = shown(cell);
  const bool is_number = cell.number && std::isfinite(*cell.number) && cell.text.empty();
  return is_number && *cell.number < 0 ? "$" + text + "$" : latex_text(text);
}

template <class Fn>
std::string joined(std::size_t columns, std::string_view separator, Fn&& text_of) {
  std::string out;
  for (std::size_t c = 0; c < columns; ++c) {
    if (c > 0) out += separator;
    out += text_of(c);
  }
  return out;
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  return '"' + replace_all(text, "\"", "\"\"") + '"';
}

Cell difference(double value, int decimals) {
  return {"", value, decimals, true};
}

Cell count(double value) {
  return {"", value, 0, false};
}

Cell p_value(double value) {
  return {std::isfinite(value) ? fmt::format("{:.3g}", value) : "–", value, 0, false};
}

std::string to_markdown(const ReportTable& table) {
  const std::size_t columns = table.columns.size();
  std::string out = fmt::format("### {}\n\n", table.title);
  const auto pipes = [](std::string text) { return replace_all(std::move(text), "|", "\\|"); };
  out += "| " + joined(columns, " | ", [&](std::size_t c) { return pipes(table.columns[c]); }) +
         " |\n|";
  out +=
      joined(columns, "|", [&](std::size_t c) { return is_numeric(table, c) ? "---:" : "---"; }) +
      "|\n";
  for (const auto& row : table.rows) {
    assert(row.size() == columns);
    out +=
        "| " + joined(columns, " | ", [&](std::size_t c) { return pipes(shown(row[c])); }) + " |\n";
  }
  if (!table.caption.empty()) out += "\n" + table.caption + "\n";
  return out;
}

std::string to_csv(const ReportTable& table) {
  const std::size_t columns = table.columns.size();
  std::string out =
      joined(columns, ",", [&](std::size_t c) { return csv_field(table.columns[c]); }) + "\n";
  for (const auto& row : table.rows) {
    out += joined(columns, ",", [&](std::size_t c) { return csv_cell(row[c]); }) + "\n";
  }
  return out;
}

std::string to_latex(const ReportTable& table) {
  const std::size_t columns = table.columns.size();
  std::string out = "\\begin{table}[t]\n  \\centering\n";
  out += fmt::format("  \\caption{{{}. {}}}\n  \\label{{tab:{}}}\n", latex_text(table.title),
                     latex_text(table.caption), table.name);
  out += fmt::format(
      "  \\begin{{tabular}}{{{}}}\n    \\toprule\n",
      joined(columns, "", [&](std::size_t c) { return is_numeric(table, c) ? "r" : "l"; }));
  out += "    " +
         joined(columns, " & ", [&](std::size_t c) { return latex_text(table.columns[c]); }) +
         " \\\\\n    \\midrule\n";
  for (const auto& row : table.rows) {
    out += "    " + joined(columns, " & ", [&](std::size_t c) { return latex_cell(row[c]); }) +
           " \\\\\n";
  }
  return out + "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
}

}  // namespace gnac::detail
