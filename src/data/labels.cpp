#include "data/labels.h"

#include <array>
#include <charconv>

#include "data/bytes.h"
#include "data/npy.h"
#include "data/text.h"
#include "gnac/error.h"

namespace gnac {
namespace {

std::int32_t label_from(std::string_view text, const std::string& name, std::int64_t row) {
  const auto label = parse_whole(text);
  if (label && fits_int32(*label)) return static_cast<std::int32_t>(*label);
  throw Error(name + ", row " + std::to_string(row) + ": " +
              (text.empty() ? "the line is blank" : cite(text) + " is not a whole number") +
              "; labels are one whole number a line");
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
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  const std::size_t last = bytes.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) throw Error(name + " is empty: there is no label in it");
  std::string_view rest = bytes.substr(0, last + 1);
  std::vector<std::int32_t> labels;
  while (!rest.empty()) {
    const std::string_view line = trim(next_line(rest));
    labels.push_back(label_from(line, name, static_cast<std::int64_t>(labels.size()) + 1));
  }
  return labels;
}

std::vector<std::int32_t> read_labels(const std::string& path) {
  return parse_file(path, parse_labels);
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

}  // namespace gnac
