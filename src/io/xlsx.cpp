// The parts of a workbook (ECMA-376) that hold values: names of sheets, shared texts, which formats
// are dates, and the cells. XML is scanned tag by tag; nothing is trusted.
#include "io/xlsx.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "gnac/error.h"
#include "io/text.h"
#include "io/zip.h"

namespace gnac::detail {
namespace {

constexpr std::size_t kMostCells = std::size_t{1} << 27;
constexpr std::size_t kMostColumns = 16384;  // of the format

[[noreturn]] void throw_unreadable_workbook(const std::string& name, const std::string& reason) {
  throw Error(name + " is not a readable workbook: " + reason + "; save it as CSV");
}

/// "&lt;" and the like as characters.
std::string unescaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t mark = text.find('&');
    out.append(text.substr(0, mark));
    if (mark == std::string_view::npos) break;
    text.remove_prefix(mark);
    const std::size_t end = text.find(';');
    const std::string_view word = end == std::string_view::npos ? "" : text.substr(1, end - 1);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kWords{
        {{"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"quot", "\""}, {"apos", "'"}, {"#10", "\n"}}};
    const auto found =
        std::ranges::find(kWords, word, &std::pair<std::string_view, std::string_view>::first);
    out += found == kWords.end() ? text.substr(0, 1) : found->second;
    text.remove_prefix(found == kWords.end() ? 1 : end + 1);
  }
  return out;
}

/// One tag of XML, and what comes after it.
struct Tag {
  std::string_view name;  ///< without a prefix; begins with '/' if it closes
  std::string_view attributes;
  bool closed = false;  ///< <tag/>
};

/// Removes everything up to and including the next tag.
std::optional<Tag> next_tag(std::string_view& xml) {
  const std::size_t begin = xml.find('<');
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = xml.find('>', begin);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view inside = xml.substr(begin + 1, end - begin - 1);
  xml.remove_prefix(end + 1);
  Tag tag;
  tag.closed = inside.ends_with('/');
  if (tag.closed) inside.remove_suffix(1);
  const std::size_t blank = std::min(inside.find_first_of(" \t\r\n"), inside.size());
  tag.name = inside.substr(0, blank);
  tag.attributes = inside.substr(blank);
  const bool closes = tag.name.starts_with('/');
  if (const auto colon = tag.name.find(':'); colon != std::string_view::npos && !closes)
    tag.name.remove_prefix(colon + 1);
  return tag;
}

std::string_view attribute(const Tag& tag, std::string_view key) {
  std::string_view rest = tag.attributes;
  for (;;) {
    const std::size_t at = rest.find(key);
    if (at == std::string_view::npos) return {};
    const bool begins = at == 0 || is_blank(rest[at - 1]) || rest[at - 1] == '\n';
    rest.remove_prefix(at + key.size());
    if (!begins || !rest.starts_with("=\"")) continue;
    rest.remove_prefix(2);
    return rest.substr(0, rest.find('"'));
  }
}

/// The text up to the next tag.
std::string text_here(std::string_view xml) {
  return unescaped(xml.substr(0, xml.find('<')));
}

/// A workbook's parts.
class Workbook {
 public:
  Workbook(std::string_view bytes, const std::string& name)
      : bytes_(bytes), name_(name), entries_(zip_entries(bytes, name)) {}

  /// A part's XML; "" if there is no such part.
  std::string part(const std::string& path) const {
    const auto found = std::ranges::find(entries_, path, &ZipEntry::name);
    return found == entries_.end() ? "" : unzip(bytes_, *found, name_);
  }

 private:
  std::string_view bytes_;
  const std::string& name_;
  std::vector<ZipEntry> entries_;
};

/// The path of the sheet's part.
std::string sheet_path(const Workbook& book, const std::string& sheet, const std::string& name) {
  std::vector<std::pair<std::string, std::string>> sheets;  // name, id of its relation
  const std::string workbook = book.part("xl/workbook.xml");
  std::string_view xml = workbook;
  while (const auto tag = next_tag(xml)) {
    if (tag->name == "sheet")
      sheets.emplace_back(unescaped(attribute(*tag, "name")), attribute(*tag, "r:id"));
  }
  if (sheets.empty()) throw_unreadable_workbook(name, "it has no sheet");
  std::size_t chosen = 0;
  if (!sheet.empty()) {
    std::vector<std::string> names;
    for (const auto& [title, id] : sheets) names.push_back(title);
    chosen = static_cast<std::size_t>(std::ranges::find(names, sheet) - names.begin());
    if (chosen == names.size())
      throw Error(name + " has no sheet " + cite(sheet) + "; it has " + cite_some(names));
  }
  const std::string relations = book.part("xl/_rels/workbook.xml.rels");
  xml = relations;
  while (const auto tag = next_tag(xml)) {
    if (tag->name != "Relationship" || attribute(*tag, "Id") != sheets[chosen].second) continue;
    const std::string_view target = attribute(*tag, "Target");
    return target.starts_with('/') ? std::string(target.substr(1)) : "xl/" + std::string(target);
  }
  return "xl/worksheets/sheet" + std::to_string(chosen + 1) + ".xml";
}

std::vector<std::string> shared_texts(const Workbook& book) {
  std::vector<std::string> texts;
  const std::string part = book.part("xl/sharedStrings.xml");
  std::string_view xml = part;
  bool phonetic = false;  // how a text is spoken is no part of it
  while (const auto tag = next_tag(xml)) {
    if (tag->name == "si") texts.emplace_back();
    if (tag->name == "rPh" || tag->name == "/rPh") phonetic = tag->name == "rPh";
    if (tag->name == "t" && !tag->closed && !phonetic && !texts.empty())
      texts.back() += text_here(xml);
  }
  return texts;
}

/// Is a format like "yyyy-mm-dd" or "h:mm" one of dates or times?
bool shows_time(std::string_view code) {
  bool quoted = false;
  bool bracket = false;
  for (const char c : code) {
    if (c == '"') quoted = !quoted;
    if (c == '[' || c == ']') bracket = c == '[';
    if (quoted || bracket) continue;
    if (c == 'y' || c == 'd' || c == 'h' || c == 's') return true;
  }
  return false;
}

/// By the number of a cell's style: is it a date?
std::vector<bool> date_styles(const Workbook& book) {
  std::vector<std::int64_t> own;  // formats of this book that show times
  std::vector<bool> dates;
  const std::string part = book.part("xl/styles.xml");
  std::string_view xml = part;
  bool cells = false;
  while (const auto tag = next_tag(xml)) {
    if (tag->name == "numFmt" && shows_time(unescaped(attribute(*tag, "formatCode"))))
      own.push_back(parse_whole(attribute(*tag, "numFmtId")).value_or(-1));
    if (tag->name == "cellXfs" || tag->name == "/cellXfs") cells = tag->name == "cellXfs";
    if (tag->name != "xf" || !cells) continue;
    const auto format = parse_whole(attribute(*tag, "numFmtId")).value_or(0);
    const bool built_in = (format >= 14 && format <= 22) || (format >= 45 && format <= 47);
    dates.push_back(built_in || std::ranges::find(own, format) != own.end());
  }
  return dates;
}

/// "2024-01-31", with the time if there is one; "14:30:00" below one day.
std::string date_text(double serial) {
  using namespace std::chrono;
  const auto seconds_of = static_cast<std::int64_t>(std::llround(serial * 86400));
  const std::int64_t days_of = seconds_of / 86400;
  const auto rest = static_cast<int>(seconds_of % 86400);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%02d:%02d:%02d", rest / 3600, rest / 60 % 60, rest % 60);
  if (days_of == 0) return text.data();
  const std::string clock = rest == 0 ? "" : " " + std::string(text.data());
  // Day 60 of the format is 29 February 1900, which did not exist.
  const year_month_day date(sys_days(year{1899} / 12 / (days_of < 60 ? 31 : 30)) + days(days_of));
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data() + clock;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos && trim(text) == text) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// 0 of "A1", 27 of "AB7"; nothing without letters.
std::optional<std::size_t> column_of(std::string_view place) {
  std::size_t column = 0;
  std::size_t letters = 0;
  for (const char c : place) {
    if (c < 'A' || c > 'Z') break;
    column = 26 * column + static_cast<std::size_t>(c - 'A') + 1;
    if (++letters > 3) return std::nullopt;
  }
  if (letters == 0 || column > kMostColumns) return std::nullopt;
  return column - 1;
}

struct Cells {
  std::vector<std::vector<std::string>> rows;
  std::size_t first = kMostColumns;  ///< the first column with anything in it
  std::size_t count = 0;             ///< columns up to the last with anything in it
};

/// The text of one cell, whose opening tag is `cell`; `xml` is behind it and moves to its end.
std::string cell_text(const Tag& cell, std::string_view& xml, const std::vector<std::string>& texts,
                      const std::vector<bool>& dates, const std::string& name) {
  if (cell.closed) return "";
  const std::string_view type = attribute(cell, "t");
  std::string value;
  while (const auto tag = next_tag(xml)) {
    if (tag->name == "/c") break;
    if ((tag->name == "v" || tag->name == "t") && !tag->closed) value += text_here(xml);
  }
  if (type == "s") {
    const auto place = parse_whole(value);
    if (!place || *place < 0 || *place >= std::ssize(texts))
      throw_unreadable_workbook(name, "a shared text is missing");
    return texts[static_cast<std::size_t>(*place)];
  }
  if (type == "e") return "";  // #N/A and other errors
  double number = 0;
  const auto style = parse_whole(attribute(cell, "s"));
  const bool date = (type.empty() || type == "n") && style && *style >= 0 &&
                    *style < std::ssize(dates) && dates[static_cast<std::size_t>(*style)];
  if (date && parse_number(value, number) && number >= 0 && number < 2958466)
    return date_text(number);
  return value;
}

Cells read_cells(const Workbook& book, const std::string& path, const std::string& name) {
  const std::vector<std::string> texts = shared_texts(book);
  const std::vector<bool> dates = date_styles(book);
  const std::string part = book.part(path);
  if (part.empty()) throw_unreadable_workbook(name, "the sheet is missing");
  Cells cells;
  std::string_view xml = part;
  std::size_t read = 0;
  while (const auto tag = next_tag(xml)) {
    if (tag->name == "row") cells.rows.emplace_back();
    if (tag->name != "c" || cells.rows.empty()) continue;
    std::vector<std::string>& row = cells.rows.back();
    const std::size_t column = column_of(attribute(*tag, "r")).value_or(row.size());
    std::string text = cell_text(*tag, xml, texts, dates, name);
    if (text.empty() || column >= kMostColumns) continue;
    if (row.size() <= column) {
      read += column + 1 - row.size();
      if (read > kMostCells) throw_unreadable_workbook(name, "it has more cells than gnac reads");
      row.resize(column + 1);
    }
    row[column] = std::move(text);
    cells.first = std::min(cells.first, column);
    cells.count = std::max(cells.count, column + 1);
  }
  return cells;
}

}  // namespace

bool is_xlsx(std::string_view bytes) {
  return is_zip(bytes) && bytes.find("xl/workbook.xml") != std::string_view::npos;
}

std::string xlsx_text(std::string_view bytes, const std::string& sheet, const std::string& name) {
  const Workbook book(bytes, name);
  const Cells cells = read_cells(book, sheet_path(book, sheet, name), name);
  std::string text;
  for (const auto& row : cells.rows) {
    if (std::ranges::all_of(row, [](const std::string& cell) { return cell.empty(); })) continue;
    for (std::size_t c = cells.first; c < cells.count; ++c) {
      if (c > cells.first) text += ',';
      if (c < row.size()) text += csv_field(row[c]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace gnac::detail
