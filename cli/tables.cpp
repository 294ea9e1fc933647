#include "tables.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <iterator>

#include "data/labels.h"
#include "data/npy.h"
#include "gnac/error.h"
#include "gnac/hierarchy.h"

namespace gnac::cli {
namespace {

// A field that holds a separator, a quote or a line break stands in quotes, its own quotes doubled.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

/// ".csv" of "a/b.csv".
std::string extension(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return "";
  return path.substr(dot);
}

/// What stands between the values of a text file; 0 where the name is not that of one.
char separator(const std::string& path) {
  const std::string end = extension(path);
  if (end == ".csv") return ',';
  if (end == ".tsv") return '\t';
  return end == ".txt" ? ' ' : '\0';
}

}  // namespace

void check_matrix_name(const std::string& flag, const std::string& path) {
  const std::string end = extension(path);
  if (end.empty() || end == ".npy" || separator(path) != '\0') return;
  throw Error(
      fmt::format("{} {} has an ending that is not known; end the name in .npy, .csv, .tsv or "
                  ".txt",
                  flag, path));
}

template <class T>
std::string matrix_table(std::span<const T> values, std::int64_t rows, std::int64_t cols,
                         const std::string& name, const std::string& path) {
  const char between = separator(path);
  if (between == '\0') return npy_bytes(values, rows, cols);
  std::string text;
  for (std::int64_t c = 0; c < cols; ++c) {
    if (c > 0) text += between;
    text += name + std::to_string(c);
  }
  text += '\n';
  const std::string_view mark(&between, 1);
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto row =
        values.subspan(static_cast<std::size_t>(i * cols), static_cast<std::size_t>(cols));
    fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(row, mark));
  }
  return text;
}

template std::string matrix_table(std::span<const float>, std::int64_t, std::int64_t,
                                  const std::string&, const std::string&);
template std::string matrix_table(std::span<const double>, std::int64_t, std::int64_t,
                                  const std::string&, const std::string&);

std::string labels_table(std::span<const std::int32_t> labels, const std::vector<std::string>& ids,
                         std::int32_t base) {
  if (ids.empty()) return labels_text(labels, base);
  assert(ids.size() == labels.size());
  std::string text = "id,label\n";
  for (std::size_t i = 0; i < labels.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{},{}\n", csv_field(ids[i]),
                   labels[i] < 0 ? labels[i] : std::int64_t{labels[i]} + base);
  }
  return text;
}

std::string edges_table(const Model& model) {
  const Graph& graph = model.graph;
  const Evolution& evolution = model.evolution;
  const bool domain = !evolution.edge_distance.empty();
  const bool rule = !evolution.conductance.empty();
  std::string text = "i,j,input_distance";
  if (domain) text += ",domain_distance";
  if (rule) text += ",conductance";
  text += ",affinity\n";
  const auto add = [&](const auto& value) {
    fmt::format_to(std::back_inserter(text), ",{}", value);
  };
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    fmt::format_to(std::back_inserter(text), "{},{}", graph.edges[e].i, graph.edges[e].j);
    add(graph.distance[e]);
    if (domain) add(evolution.edge_distance[e]);
    if (rule) add(evolution.conductance[e]);
    add(model.partition.affinity[e]);
    text += '\n';
  }
  return text;
}

std::string linkage_table(const Model& model, const std::string& path) {
  std::vector<double> values;
  const std::vector<Merge> merges = hierarchy(model);
  for (const Merge& merge : merges) {
    const std::array<double, 4> row{static_cast<double>(merge.a), static_cast<double>(merge.b),
                                    merge.height, static_cast<double>(merge.size)};
    values.insert(values.end(), row.begin(), row.end());
  }
  return matrix_table(std::span<const double>(values), std::ssize(merges), 4, "z", path);
}

std::string points_table(PointsView points) {
  std::string text;
  for (std::int64_t c = 0; c < points.d; ++c) text += fmt::format("{}x{}", c == 0 ? "" : ",", c);
  text += '\n';
  for (std::int64_t i = 0; i < points.n; ++i) {
    fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(points.row(i), ","));
  }
  return text;
}

}  // namespace gnac::cli
