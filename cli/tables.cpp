#include "tables.h"

#include <fmt/format.h>

#include <cassert>
#include <iterator>

#include "data/labels.h"

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

}  // namespace

std::string labels_table(std::span<const std::int32_t> labels, const std::vector<std::string>& ids,
                         std::int32_t base) {
  if (ids.empty()) return labels_text(labels, base);
  assert(ids.size() == labels.size());
  std::string text = "id,label\n";
  for (std::size_t i = 0; i < labels.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{},{}\n", csv_field(ids[i]),
                   std::int64_t{labels[i]} + base);
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
