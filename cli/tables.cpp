#include "tables.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <iterator>
#include <string_view>
#include <utility>

#include "file_form.h"
#include "gnac/error.h"
#include "gnac/hierarchy.h"
#include "io/labels.h"
#include "io/npy.h"

namespace gnac::cli {

using namespace detail;
namespace {

// A field that contains a separator, a quote or a line break is quoted, with its own quotes
// doubled.
std::string field(const std::string& text, char separator) {
  const bool plain = text.find_first_of("\"\r\n") == std::string::npos;
  if (plain && text.find(separator) == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

template <class T>
std::string matrix_table(std::span<const T> values, std::int64_t rows, std::int64_t cols,
                         const std::string& name, const std::string& path) {
  const FileForm form = file_form(path);
  const char between = form.separator;
  if (between == '\0') return packed(npy_bytes(values, rows, cols), form);
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
  return packed(std::move(text), form);
}

template std::string matrix_table(std::span<const float>, std::int64_t, std::int64_t,
                                  const std::string&, const std::string&);
template std::string matrix_table(std::span<const double>, std::int64_t, std::int64_t,
                                  const std::string&, const std::string&);

void check_labels_name(const std::string& path, bool ids) {
  check_text_name("-o", path);
  if (ids && file_form(path).npy)
    throw Error(fmt::format("{} cannot hold ids; end the name in .csv or .tsv", path));
}

std::string labels_table(std::span<const std::int32_t> labels, const std::vector<std::string>& ids,
                         std::int32_t base, const std::string& path) {
  const FileForm form = file_form(path);
  assert(!form.npy || ids.empty());
  if (form.npy) {
    std::vector<std::int32_t> shifted(labels.begin(), labels.end());
    for (std::int32_t& label : shifted) label += label < 0 ? 0 : base;
    return packed(npy_bytes(shifted), form);
  }
  if (ids.empty()) return packed(labels_text(labels, base), form);
  assert(ids.size() == labels.size());
  const char between = form.separator == '\t' ? '\t' : ',';
  std::string text = fmt::format("id{}label\n", between);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}{}{}\n", field(ids[i], between), between,
                   labels[i] < 0 ? labels[i] : std::int64_t{labels[i]} + base);
  }
  return packed(std::move(text), form);
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

std::string points_table(PointsView points, const std::string& path) {
  const FileForm form = file_form(path);
  if (form.npy) {
    const std::vector<float> values(points.data, points.data + points.n * points.d);
    return packed(npy_bytes(values, points.n, points.d), form);
  }
  const char between = form.separator == '\0' ? ',' : form.separator;
  const std::string_view mark(&between, 1);
  std::string text;
  for (std::int64_t c = 0; c < points.d; ++c) {
    if (c > 0) text += between;
    text += "x" + std::to_string(c);
  }
  text += '\n';
  for (std::int64_t i = 0; i < points.n; ++i)
    fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(points.row(i), mark));
  return packed(std::move(text), form);
}

}  // namespace gnac::cli
