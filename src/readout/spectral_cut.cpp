#include "readout/spectral_cut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "readout/kernels.h"
#include "readout/kmeans_blocks.h"
#include "readout/lloyd.h"
#include "support/disjoint_sets.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kCutBlock = 4096;

/// At least as many kept components as clusters: join whole components, narrowest bridges first.
std::vector<std::int32_t> join_kept(const Graph& graph, const std::vector<Bridge>& bridges,
                                    const Absorption& absorption, int clusters) {
  DisjointSets sets(graph.components);
  const auto join = [&](const Bridge& b) {
    return sets.join(graph.component[b.i], graph.component[b.j]);
  };
  for (const std::int32_t b : absorption.bridges) join(bridges[b]);
  std::int32_t left = absorption.count;
  for (std::size_t b = 0; left > clusters; ++b) {
    if (join(bridges[b])) --left;
  }
  std::vector<std::int32_t> labels(graph.nodes);
  for (std::int64_t v = 0; v < graph.nodes; ++v) labels[v] = sets.find(graph.component[v]);
  return labels;
}

}  // namespace

std::vector<std::int32_t> divide_component(const ComponentSpectrum& part, int clusters,
                                           Team& team) {
  const auto rows = std::ssize(part.node);
  std::vector<std::int32_t> labels(rows, 0);
  if (clusters == 1) return labels;
  if (clusters == rows) {
    std::iota(labels.begin(), labels.end(), 0);
    return labels;
  }
  // In the order of the points, not the solver's, so that pivots and sums depend on the points
  // alone.
  std::vector<std::int64_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::int64_t a, std::int64_t b) { return part.node[a] < part.node[b]; });
  Points embedding = leading_columns(part, clusters, order);
  scale_rows_to_unit(embedding);
  std::vector<double> centres;
  for (const std::int64_t p : pivot_rows(embedding, clusters, team)) {
    const auto row = embedding.row(p);
    centres.insert(centres.end(), row.begin(), row.end());
  }
  const auto found =
      lloyd(embedding, std::move(centres), kLloydRounds, kLloydTolerance, &team).labels;
  for (std::int64_t i = 0; i < rows; ++i) labels[order[i]] = found[i];
  return labels;
}

std::vector<double> orthogonal_part(const std::vector<double>& basis, std::span<const double> row) {
  std::vector<double> v(row.begin(), row.end());
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t b = 0; b + v.size() <= basis.size(); b += v.size()) {
      const double dot = std::inner_product(v.begin(), v.end(), basis.begin() + b, 0.0);
      for (std::size_t c = 0; c < v.size(); ++c) v[c] -= dot * basis[b + c];
    }
  }
  const double length = std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
  if (!(length > 1e-12)) return {};
  for (double& x : v) x /= length;
  return v;
}

void subtract_direction(std::span<double> rest, std::span<const double> columns,
                        std::span<const double> direction, Team& team) {
  constexpr std::int64_t kAtOnce = 256;
  const ReadoutKernels kernels = readout_kernels();
  const auto n = std::ssize(rest), d = std::ssize(direction);
  team.for_blocks(n, kCutBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto first = begin; first < end; first += kAtOnce) {
      const auto count = std::min(end - first, kAtOnce);
      std::array<double, kAtOnce> dot{};
      kernels.add_product({direction.data(), d}, {columns.data() + first, n}, 1, d, count, 1,
                          dot.data(), kAtOnce);
      for (std::int64_t i = 0; i < count; ++i) {
        double& left = rest[first + i];
        if (left >= 0) left = std::max(left - dot[i] * dot[i], 0.0);
      }
    }
  });
}

std::vector<std::int64_t> pivot_rows(PointsView rows, int clusters, Team& team) {
  const auto n = rows.n;
  std::vector<double> rest(n);  // squared length of each row's part orthogonal to the pivots
  team.for_blocks(n, kCutBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      rest[i] = 0;
      for (const double x : rows.row(i)) rest[i] += x * x;
    }
  });
  const auto columns = by_column(rows);
  std::vector<double> basis;  // orthonormal, row by row
  std::vector<std::int64_t> pivots;
  for (int k = 0; k < clusters; ++k) {
    const double largest = *std::max_element(rest.begin(), rest.end());
    const auto first =
        std::find_if(rest.begin(), rest.end(), [&](double r) { return is_pivot(r, largest); });
    *first = -1;  // not again
    pivots.push_back(first - rest.begin());
    const std::vector<double> v = orthogonal_part(basis, rows.row(pivots.back()));
    if (v.empty()) continue;
    basis.insert(basis.end(), v.begin(), v.end());
    subtract_direction(rest, columns, v, team);
  }
  return pivots;
}

std::vector<std::int64_t> spectral_counts(const Graph& graph, const std::vector<Bridge>& bridges,
                                          int fewest, int most) {
  std::vector<std::int64_t> count(graph.components, 1);
  for (int clusters = fewest; clusters <= most; ++clusters) {
    const auto absorption = absorb_small(graph, bridges, clusters);
    const std::int64_t more = clusters - absorption.count + 1;
    for (std::int32_t c = 0; c < graph.components; ++c) {
      if (absorption.kept[c] != 0) count[c] = std::max(count[c], more);
    }
  }
  return count;
}

std::vector<std::int32_t> spectral_cut(const Spectrum& spectrum, const Graph& graph,
                                       const std::vector<Bridge>& bridges, int clusters,
                                       Team& team) {
  const auto absorption = absorb_small(graph, bridges, clusters);
  std::vector<std::int32_t> labels;
  if (absorption.count >= clusters) {
    labels = join_kept(graph, bridges, absorption, clusters);
  } else {
    labels.assign(graph.nodes, -1);
    const auto count = clusters_per_component(spectrum, clusters, absorption.kept);
    std::int32_t next = 0;
    for (std::size_t c = 0; c < count.size(); ++c) {
      if (count[c] == 0) continue;
      const auto& part = spectrum.components[c];
      const auto own = divide_component(part, count[c], team);
      for (std::size_t i = 0; i < own.size(); ++i) labels[part.node[i]] = next + own[i];
      next += count[c];
    }
    label_absorbed(graph, bridges, absorption, labels);
  }
  relabel_by_appearance(labels, graph.nodes);
  return labels;
}

}  // namespace gnac::detail
