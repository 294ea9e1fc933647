#include "data/edges_file.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "data/bytes.h"
#include "data/rows.h"
#include "data/text.h"
#include "gnac/error.h"

namespace gnac {
namespace {

constexpr std::array<std::string_view, 4> kColumns{"i", "j", "input_distance", "domain_distance"};

/// Where each of kColumns stands.
std::array<std::size_t, 4> find_columns(const Rows& rows, const std::string& name) {
  std::array<std::size_t, 4> at{};
  const auto header = rows.fields();
  for (std::size_t c = 0; c < kColumns.size(); ++c) {
    const auto found = std::find(header.begin(), header.end(), kColumns[c]);
    if (found == header.end()) {
      throw Error(name + " has no column " + std::string(kColumns[c]) +
                  "; give a file that gnac fit --edges wrote");
    }
    at[c] = static_cast<std::size_t>(found - header.begin());
  }
  return at;
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
  const auto at = find_columns(rows, name);
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
    found.domain.push_back(distance_from(fields[at[3]], place));
  }
  if (found.edges.empty()) throw Error(name + " is empty: there is no edge in it");
  return found;
}

EdgeDistances read_edges(const std::string& path, std::int64_t nodes) {
  return parse_file(path, [&](std::string_view bytes, const std::string& name) {
    return parse_edges(bytes, name, nodes);
  });
}

}  // namespace gnac
