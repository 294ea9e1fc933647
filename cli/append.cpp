#include "append.h"

#include <fmt/format.h>

#include <algorithm>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/json_rows.h"
#include "io/npy.h"
#include "io/rows.h"
#include "io/text.h"
#include "io/zip.h"

namespace gnac::cli {

using namespace detail;

namespace {

/// The rows of one table exactly as in its file.
struct Lines {
  std::string path;
  bool json = false;
  char separator = ',';
  std::vector<std::string> lines;
};

Lines read_lines(const std::string& path) {
  const std::string bytes = read_bytes(path);
  if (is_npy(bytes) || is_zip(bytes)) {
    throw Error(fmt::format(
        "--append adds a column to a text table, but {} is an array; leave out --append", path));
  }
  Lines found{path, is_json_lines(bytes), ',', {}};
  if (found.json) {
    for (std::string_view rest = bytes; !rest.empty();) {
      const std::string_view line = trim(next_line(rest));
      if (!line.empty()) found.lines.emplace_back(line);
    }
    return found;
  }
  Rows rows(bytes, path);
  while (rows.next()) found.lines.emplace_back(rows.raw());
  found.separator = rows.separator();
  return found;
}

/// A row with its cluster, which is "" if it has none.
std::string with_cluster(const std::string& line, const Lines& table, const std::string& cluster) {
  if (!table.json) return line + table.separator + cluster;
  const std::string value = cluster.empty() ? "null" : cluster;
  const std::string_view inside(line.data(), line.size() - 1);  // all but the last bracket
  return fmt::format(fmt::runtime(line.back() == '}' ? "{},\"cluster\":{}}}" : "{},{}]"), inside,
                     value);
}

}  // namespace

std::string appended_table(const std::vector<std::string>& paths,
                           std::span<const std::int32_t> labels,
                           std::span<const std::int64_t> dropped, std::int32_t base) {
  std::vector<Lines> tables;
  std::size_t rows = 0;
  for (const std::string& path : paths) rows += tables.emplace_back(read_lines(path)).lines.size();
  const Lines& first = tables.front();
  const std::size_t points = labels.size() + dropped.size();
  const bool header = rows == points + tables.size();
  if (!header && rows != points)
    throw Error(fmt::format("{} changed while it was clustered; run it again", first.path));
  std::string text;
  if (header) text += fmt::format("{}{}cluster\n", first.lines[0], first.separator);
  std::size_t next = 0;
  std::int64_t row = 0;
  for (const Lines& table : tables) {
    if (table.json != first.json || table.separator != first.separator ||
        (header && table.lines[0] != first.lines[0])) {
      throw Error(
          fmt::format("--append needs tables of the same form, but {} and {} differ in header or "
                      "separator; leave it out, or label the tables one at a time with predict",
                      first.path, table.path));
    }
    for (std::size_t i = header ? 1 : 0; i < table.lines.size(); ++i, ++row) {
      std::string cluster;
      if (!std::ranges::binary_search(dropped, row)) {
        const std::int32_t label = labels[next++];
        cluster = std::to_string(label < 0 ? label : std::int64_t{label} + base);
      }
      text += with_cluster(table.lines[i], table, cluster) + '\n';
    }
  }
  return text;
}

}  // namespace gnac::cli
