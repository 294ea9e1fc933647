#include "io/labels.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/encoding.h"
#include "io/json_rows.h"
#include "io/label_column.h"
#include "io/npy.h"
#include "io/other_formats.h"
#include "io/rows.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

std::int32_t label_from(std::string_view text, const std::string& name, std::int64_t row) {
  const auto label = parse_whole(text);
  if (label && fits_int32(*label)) return static_cast<std::int32_t>(*label);
  throw Error(name + ", row " + std::to_string(row) + ": " +
              (text.empty() ? "the line is blank" : cite(text) + " is not a whole number") +
              "; give one whole number per line");
}

std::vector<std::int32_t> labels_from_numbers(std::string_view rest, const std::string& name,
                                              std::int64_t row) {
  std::vector<std::int32_t> labels;
  for (; !rest.empty(); ++row) labels.push_back(label_from(trim(next_line(rest)), name, row));
  return labels;
}

/// Does the line begin with something other than a number?
bool begins_with_word(std::string_view line) {
  double ignored = 0;
  return !line.empty() && !parse_number(line.substr(0, line.find_first_of(" \t")), ignored);
}

/// The first line is a word: a header if only numbers follow; otherwise all lines are names of
/// clusters, numbered by first appearance.
std::vector<std::int32_t> labels_from_words(std::string_view text, const std::string& name) {
  std::string_view rest = text;
  next_line(rest);
  const std::string_view second = trim(rest.substr(0, rest.find('\n')));
  if (!second.empty() && !begins_with_word(second)) return labels_from_numbers(rest, name, 2);
  LabelColumn labels;
  std::int64_t row = 1;
  for (rest = text; !rest.empty(); ++row) {
    const std::string_view line = trim(next_line(rest));
    if (line.empty())
      throw Error(name + ", row " + std::to_string(row) +
                  ": the line is blank; give one label per line");
    labels.add(line);
  }
  return labels.finish();
}

/// A table as `gnac fit` writes it with --id-column: the column named label.
std::vector<std::int32_t> labels_from_table(std::string_view text, const std::string& name) {
  Rows rows(text, name);
  rows.next();
  const std::vector<std::string> header(rows.fields().begin(), rows.fields().end());
  const auto found = std::find_if(header.begin(), header.end(), [](const std::string& field) {
    return field == "label" || field == "cluster";
  });
  if (found == header.end()) {
    throw Error(name + " has " + std::to_string(header.size()) +
                " columns and none is named label; give one label per line, or name the column");
  }
  const auto column = static_cast<std::size_t>(found - header.begin());
  LabelColumn labels;
  while (rows.next()) {
    const auto fields = rows.fields();
    const bool whole = fields.size() == header.size();
    if (!whole || fields[column].empty()) {
      throw Error(name + ", row " + std::to_string(rows.line()) +
                  (whole ? ": the label is empty"
                         : " has " + counted(fields.size(), "column") + ", but the header has " +
                               std::to_string(header.size())));
    }
    labels.add(fields[column]);
  }
  std::vector<std::int32_t> found_labels = labels.finish();
  if (found_labels.empty()) throw Error(name + " is empty: there is no label in it");
  return found_labels;
}

std::vector<std::int32_t> labels_from_npy(std::string_view bytes, const std::string& name) {
  const NpyArray array = parse_npy(bytes, name);
  if (array.cols != 1)
    throw Error(name + " has " + std::to_string(array.cols) + " columns of labels; give one");
  std::vector<std::int32_t> labels(static_cast<std::size_t>(array.rows));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double value = array.values[i];
    if (!(value >= -0x1.0p31 && value < 0x1.0p31) || value != std::floor(value)) {
      throw Error(name + ", row " + std::to_string(i + 1) + ": the label is not a whole number");
    }
    labels[i] = static_cast<std::int32_t>(value);
  }
  return labels;
}

}  // namespace

std::vector<std::int32_t> parse_labels(std::string_view bytes, const std::string& name) {
  if (is_npy(bytes)) return labels_from_npy(bytes, name);
  const OtherFormat* const other = other_format(bytes);
  if (other != nullptr || looks_like_json(bytes))
    throw Error(name + " is " + std::string(other != nullptr ? other->name : "JSON") +
                "; give one label per line");
  if (const auto text = to_utf8(bytes)) return parse_labels(*text, name);
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  const std::size_t last = bytes.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) throw Error(name + " is empty: there is no label in it");
  const std::string_view text = bytes.substr(0, last + 1);
  const std::string_view first = trim(text.substr(0, text.find('\n')));
  if (first.find_first_of(",;\t") != std::string_view::npos) return labels_from_table(text, name);
  return begins_with_word(first) ? labels_from_words(text, name)
                                 : labels_from_numbers(text, name, 1);
}

std::vector<std::int32_t> read_labels(const std::string& path) {
  return parse_file(path, parse_labels);
}

std::vector<std::string> read_lines(const std::string& path) {
  return parse_file(path, [](std::string_view bytes, const std::string&) {
    std::vector<std::string> lines;
    while (!bytes.empty()) lines.emplace_back(next_line(bytes));
    return lines;
  });
}

std::string labels_text(std::span<const std::int32_t> labels, std::int32_t base) {
  std::string text;
  text.reserve(labels.size() * 4);
  std::array<char, 24> buffer{};
  for (const std::int32_t label : labels) {
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                   label < 0 ? label : std::int64_t{label} + base)
                         .ptr;
    text.append(buffer.data(), end).push_back('\n');
  }
  return text;
}

}  // namespace gnac::detail
