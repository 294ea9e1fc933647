#include "io/edges_file.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/rows.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

constexpr std::array<std::string_view, 3> kColumns{"i", "j", "input_distance"};
constexpr std::string_view kDomain = "domain_distance";   // of a published rule
constexpr std::string_view kConductance = "conductance";  // of any rule

/// Where the wanted columns are.
struct Columns {
  std::array<std::size_t, 3> at{};  ///< kColumns
  std::size_t parted = 0;           ///< the column that says how far the rule keeps the ends apart
  bool conductance = false;         ///< that column is a conductance: 1 means together
};

Columns find_columns(const Rows& rows, const std::string& name) {
  Columns columns;
  const auto header = rows.fields();
  const auto place = [&](std::string_view column) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), column) -
                                    header.begin());
  };
  const auto require = [&](std::string_view column) {
    if (place(column) < header.size()) return place(column);
    throw Error(name + " has no column " + std::string(column) +
                "; give a file that gnac fit --edges wrote");
  };
  for (std::size_t c = 0; c < kColumns.size(); ++c) columns.at[c] = require(kColumns[c]);
  columns.conductance = place(kDomain) >= header.size() && place(kConductance) < header.size();
  columns.parted = require(columns.conductance ? kConductance : kDomain);
  return columns;
}

std::int32_t node_from(std::string_view text, std::int64_t nodes, const std::string& place) {
  const auto number = parse_whole(text);
  if (!number || *number < 0 || *number >= nodes) {
    throw Error(place + cite(text) + " is not a point: they are numbered 0 to " +
                std::to_string(nodes - 1));
  }
  return static_cast<std::int32_t>(*number);
}

double distance_from(std::string_view text, const std::string& place) {
  double value = 0;
  if (parse_number(text, value) && std::isfinite(value) && value >= 0) return value;
  throw Error(place + cite(text) + " is not a distance: give a finite number, at least 0");
}

}  // namespace

EdgeDistances parse_edges(std::string_view bytes, const std::string& name, std::int64_t nodes) {
  Rows rows(bytes, name);
  if (!rows.next()) throw Error(name + " is empty: there is no edge in it");
  const std::size_t width = rows.fields().size();
  const auto [at, parted, conductance] = find_columns(rows, name);
  EdgeDistances found;
  while (rows.next()) {
    const auto fields = rows.fields();
    const std::string place = name + ", row " + std::to_string(rows.line()) + ": ";
    if (fields.size() != width) {
      throw Error(place + "there are " + std::to_string(fields.size()) + " columns, not " +
                  std::to_string(width));
    }
    found.edges.push_back(
        {node_from(fields[at[0]], nodes, place), node_from(fields[at[1]], nodes, place)});
    found.input.push_back(distance_from(fields[at[2]], place));
    const double value = distance_from(fields[parted], place);
    found.domain.push_back(conductance ? 1 - value : value);
  }
  if (found.edges.empty()) throw Error(name + " is empty: there is no edge in it");
  return found;
}

EdgeDistances read_edges(const std::string& path, std::int64_t nodes) {
  return parse_file(path, [&](std::string_view bytes, const std::string& name) {
    return parse_edges(bytes, name, nodes);
  });
}

}  // namespace gnac::detail
