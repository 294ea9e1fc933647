#include "readout/spectrum.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "readout/eigen.h"
#include "readout/laplacian.h"
#include "support/disjoint_sets.h"

namespace gnac::detail {
namespace {

ComponentSpectrum single_node(std::int32_t v) {
  return {{v}, {0.0}, {1.0}};
}

ComponentSpectrum embed(const Laplacian& l, const EigenResult& pairs, Team& team) {
  const auto n = l.rows();
  const auto count = std::ssize(pairs.values);
  ComponentSpectrum part{l.node, pairs.values, std::vector<double>(n * count)};
  team.for_blocks(n, 4096, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      for (std::int64_t c = 0; c < count; ++c) {
        part.embedding[i * count + c] = pairs.vectors[c * n + i] / l.root[i];
      }
    }
  });
  return part;
}

// The merges of each component, in order; empty if there are none. `own` is where they are
// kept if there are several components.
std::vector<std::span<const TreeLink>> by_component(const Graph& graph,
                                                    std::span<const TreeLink> merges,
                                                    std::vector<TreeLink>& own) {
  if (merges.empty()) return {};
  if (graph.components == 1) return {merges};
  const auto component = [&](const TreeLink& m) { return graph.component[m.i]; };
  std::vector<std::int64_t> begin(static_cast<std::size_t>(graph.components) + 1);
  for (const auto& merge : merges) ++begin[component(merge) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  own.resize(merges.size());
  std::vector<std::span<const TreeLink>> result;
  for (std::int32_t c = 0; c < graph.components; ++c)
    result.push_back(std::span(own).subspan(begin[c], begin[c + 1] - begin[c]));
  for (const auto& merge : merges) own[begin[component(merge)]++] = merge;
  return result;
}

// The clusters that the merges make of a component.
GuessedClusters guess_from(std::span<const TreeLink> merges, const Laplacian& l,
                           std::span<const std::int32_t> row_of, int clusters) {
  const auto rows = l.rows();
  DisjointSets sets(rows);
  for (std::int64_t k = 0; k < rows - clusters; ++k)
    sets.join(row_of[merges[k].i], row_of[merges[k].j]);
  return {clusters, sets.labels()};
}

// The names of the solvers used, each once, in alphabetical order.
std::string joined(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : "+") + name;
  return text;
}

}  // namespace

Spectrum spectrum(const Graph& graph, std::span<const double> affinity, int clusters,
                  const Options& options, Team& team) {
  assert(clusters >= 1 && clusters <= graph.nodes);
  if (clusters <= graph.components) return {clusters, {}, 0, "components"};
  const std::vector<std::int64_t> count(graph.components, clusters - graph.components + 1);
  return spectrum(graph, affinity, clusters, count,
                  {.seed = options.seed, .goal = {}, .merges = {}}, team);
}

Spectrum spectrum(const Graph& graph, std::span<const double> affinity, int clusters,
                  std::span<const std::int64_t> count, const SpectrumOptions& options, Team& team) {
  Spectrum result{clusters, {}, 0, ""};
  std::vector<std::int32_t> start(graph.components, -1);
  for (std::int64_t v = graph.nodes; v-- > 0;) {
    start[graph.component[v]] = static_cast<std::int32_t>(v);
  }
  std::vector<std::int32_t> row_of(graph.nodes, -1);
  std::vector<std::string> solvers;
  std::vector<TreeLink> own_merges;
  const auto merges = by_component(graph, options.merges, own_merges);
  for (std::size_t c = 0; c < start.size(); ++c) {
    if (graph.degree(start[c]) == 0) {
      result.components.push_back(single_node(start[c]));
      continue;
    }
    const Laplacian l = component_laplacian(graph, affinity, start[c], row_of, team);
    const int most = static_cast<int>(std::min(count[c], l.rows()));
    EigenOptions eigen{.seed = options.seed, .goal = options.goal};
    GuessedClusters guess;
    if (most > 1 && !merges.empty()) {
      guess = guess_from(merges[c], l, row_of, most);
      eigen.guess = &guess;
    }
    const auto pairs = smallest_eigenpairs(l, most, eigen, team);
    result.components.push_back(embed(l, pairs, team));
    result.residual = std::max(result.residual, pairs.residual);
    solvers.push_back(pairs.solver);
  }
  result.solver = joined(std::move(solvers));
  return result;
}

std::vector<int> clusters_per_component(const Spectrum& spectrum, int clusters,
                                        std::span<const char> kept) {
  const auto& parts = spectrum.components;
  std::vector<int> count(parts.size(), 1);
  for (std::size_t c = 0; c < kept.size(); ++c) count[c] = kept[c] != 0 ? 1 : 0;
  const auto more = clusters - std::accumulate(count.begin(), count.end(), std::int64_t{0});
  assert(more >= 0 && clusters <= spectrum.clusters);
  struct Value {
    double value;
    std::size_t component;
  };
  std::vector<Value> rest;  // all but the one 0 of each component
  for (std::size_t c = 0; c < parts.size(); ++c) {
    if (count[c] == 0) continue;
    for (std::size_t k = 1; k < parts[c].values.size(); ++k)
      rest.push_back({parts[c].values[k], c});
  }
  std::sort(rest.begin(), rest.end(), [](const Value& a, const Value& b) {
    return std::pair(a.value, a.component) < std::pair(b.value, b.component);
  });
  // Eigenvalues are accurate to about the square of the residuals.
  constexpr double kEqual = 1e-10;
  for (auto first = rest.begin(); first != rest.end();) {
    const auto last = std::find_if(first, rest.end(),
                                   [&](const Value& v) { return v.value > first->value + kEqual; });
    std::stable_sort(first, last, [&](const Value& a, const Value& b) {
      return parts[a.component].node.size() > parts[b.component].node.size();
    });
    first = last;
  }
  assert(more <= std::ssize(rest));
  for (std::int64_t k = 0; k < more; ++k) ++count[rest[k].component];
  return count;
}

std::vector<double> smallest_values(const Spectrum& spectrum, int clusters) {
  std::vector<double> values;
  for (const auto& part : spectrum.components)
    values.insert(values.end(), part.values.begin(), part.values.end());
  std::sort(values.begin(), values.end());
  values.resize(std::min(values.size(), static_cast<std::size_t>(clusters)));
  return values;
}

Points leading_columns(const ComponentSpectrum& part, int columns,
                       std::span<const std::int64_t> order) {
  const auto rows = std::ssize(part.node);
  const auto all = std::ssize(part.values);
  Points leading{{}, rows, columns};
  leading.values.reserve(static_cast<std::size_t>(rows * columns));
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t from = order.empty() ? i : order[i];
    const auto row = part.embedding.begin() + from * all;
    leading.values.insert(leading.values.end(), row, row + columns);
  }
  return leading;
}

void scale_rows_to_unit(Points& rows) {
  for (std::int64_t i = 0; i < rows.n; ++i) {
    const std::span<double> row(rows.values.data() + i * rows.d, static_cast<std::size_t>(rows.d));
    double square = 0;
    for (const double v : row) square += v * v;
    const double length = std::sqrt(square);
    if (length == 0) continue;
    for (double& v : row) v /= length;
  }
}

}  // namespace gnac::detail
