#include "append.h"

#include <fmt/format.h>

#include <algorithm>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/json_rows.h"
#include "io/npy.h"
#include "io/rows.h"
#include "io/table_file.h"
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
  std::vector<std::string> names;  ///< fields of the first row, or members of its object
};

Lines read_lines(const std::string& path) {
  const std::string bytes = read_bytes(path);
  const TableFile file = open_table(bytes, path, "");
  if (file.form == TableFile::Form::array) {
    throw Error(fmt::format(
        "--append adds a column to a text table, but {} is an array; leave out --append", path));
  }
  Lines found{path, file.form == TableFile::Form::json, ',', {}, {}};
  if (found.json) {
    for (std::string_view rest = file.text(); !rest.empty();) {
      const std::string_view line = trim(next_line(rest));
      if (!line.empty()) found.lines.emplace_back(line);
    }
    JsonRows rows(file.text(), file.members, path);
    if (rows.opens_with_names() && rows.next())
      found.names.assign(rows.fields().begin(), rows.fields().end());
    return found;
  }
  Rows rows(file.text(), path);
  while (rows.next()) {
    if (found.lines.empty()) found.names.assign(rows.fields().begin(), rows.fields().end());
    found.lines.emplace_back(rows.raw());
  }
  found.separator = rows.separator();
  return found;
}

/// "cluster", or "cluster_2" and so on if the tables have that already.
std::string free_name(const std::vector<Lines>& tables) {
  const auto taken = [&](const std::string& name) {
    return std::ranges::any_of(tables, [&](const Lines& table) {
      return std::ranges::find(table.names, name) != table.names.end();
    });
  };
  std::string name = "cluster";
  for (int k = 2; taken(name); ++k) name = fmt::format("cluster_{}", k);
  return name;
}

/// A row with its cluster, which is "" if it has none.
std::string with_cluster(const std::string& line, const Lines& table, const std::string& name,
                         const std::string& cluster) {
  if (!table.json) return line + table.separator + cluster;
  const std::string value = cluster.empty() ? "null" : cluster;
  const std::string_view inside(line.data(), line.size() - 1);  // all but the last bracket
  if (line.back() == '}') return fmt::format("{},\"{}\":{}}}", inside, name, value);
  return fmt::format("{},{}]", inside, value);
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
  const std::string name = free_name(tables);
  std::string text;
  if (header) text += fmt::format("{}{}{}\n", first.lines[0], first.separator, name);
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
      text += with_cluster(table.lines[i], table, name, cluster) + '\n';
    }
  }
  return text;
}

}  // namespace gnac::cli
