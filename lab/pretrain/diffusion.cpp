#include "pretrain/diffusion.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "readout/affinity.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

using Values = std::array<double, kProbes>;  // of one cell, one per probe
using Field = std::vector<Values>;           // of all cells

/// sums[i] = Σ_j w_ij x[j].
void add_neighbors(Field& sums, const Field& x, const Cells& cells, std::span<const double> w) {
  std::ranges::fill(sums, Values{});
  for (std::int64_t e = 0; e < cells.edge_count; ++e) {
    Values& a = sums[cells.first[e]];
    Values& b = sums[cells.second[e]];
    const Values& xa = x[cells.first[e]];
    const Values& xb = x[cells.second[e]];
    for (int p = 0; p < kProbes; ++p) {
      a[p] += w[e] * xb[p];
      b[p] += w[e] * xa[p];
    }
  }
}

Field random_values(std::int64_t cells, std::uint64_t seed) {
  Field field(static_cast<std::size_t>(cells));
  Draws draws(seed, Stream::pretrain);
  for (Values& values : field)
    for (double& v : values) v = draws.normal();
  return field;
}

/// The share of the variance within clusters, the mean over the probes; its gradient by the values.
double share_within(Field& gradient, const Field& values, const DiffusionTargets& targets) {
  constexpr double kLeastVariance = 1e-30;
  std::vector<Values> mean(static_cast<std::size_t>(targets.clusters), Values{});
  std::vector<double> weight(mean.size(), 0.0);
  Values centre{}, within{}, whole{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (targets.cluster[i] < 0) continue;
    weight[targets.cluster[i]] += targets.weight[i];
    for (int p = 0; p < kProbes; ++p) {
      mean[targets.cluster[i]][p] += targets.weight[i] * values[i][p];
      centre[p] += targets.weight[i] * values[i][p];
    }
  }
  for (std::size_t c = 0; c < mean.size(); ++c)
    for (double& m : mean[c]) m /= weight[c];
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (targets.cluster[i] < 0) continue;
    for (int p = 0; p < kProbes; ++p) {
      const double in = values[i][p] - mean[targets.cluster[i]][p], all = values[i][p] - centre[p];
      within[p] += targets.weight[i] * in * in;
      whole[p] += targets.weight[i] * all * all;
    }
  }
  double loss = 0;
  for (int p = 0; p < kProbes; ++p) loss += within[p] / (whole[p] + kLeastVariance) / kProbes;
  for (std::size_t i = 0; i < values.size(); ++i) {
    gradient[i] = {};
    if (targets.cluster[i] < 0) continue;
    for (int p = 0; p < kProbes; ++p) {
      const double in = values[i][p] - mean[targets.cluster[i]][p], all = values[i][p] - centre[p];
      const double total = whole[p] + kLeastVariance;
      gradient[i][p] = 2 * targets.weight[i] / kProbes / total * (in - within[p] / total * all);
    }
  }
  return loss;
}

}  // namespace

DiffusionTargets diffusion_targets(const Cells& cells, const Graph& graph,
                                   std::span<const std::int32_t> labels, std::uint64_t seed,
                                   Team& team) {
  DiffusionTargets targets;
  targets.seed = seed;
  const std::vector<double> affinity = rank_affinity(graph.distance, team);
  for (const std::int32_t e : cells.user_edge) targets.rank_affinity.push_back(affinity[e]);
  std::vector<double> size;
  for (const std::int32_t v : cells.user) {
    const std::int32_t cluster = labels[v] - 1;
    targets.cluster.push_back(cluster);
    if (cluster < 0) continue;
    if (cluster >= std::ssize(size)) size.resize(static_cast<std::size_t>(cluster) + 1, 0.0);
    size[cluster] += 1;
  }
  targets.clusters = static_cast<int>(size.size());
  double total = 0;
  for (const double s : size) total += std::sqrt(s);
  for (const std::int32_t c : targets.cluster)
    targets.weight.push_back(c < 0 ? 0 : 1 / (std::sqrt(size[c]) * total));
  return targets;
}

double diffusion_loss(float* d_logit, const float* logit, const Cells& cells,
                      const DiffusionTargets& targets, double factor) {
  if (targets.clusters < 2) return 0;
  const auto edges = static_cast<std::size_t>(cells.edge_count);
  std::vector<double> alpha(edges), w(edges), degree(static_cast<std::size_t>(cells.n), 0.0);
  for (std::size_t e = 0; e < edges; ++e) {
    alpha[e] = 1 / (1 + std::exp(-static_cast<double>(logit[e])));
    w[e] = (alpha[e] * alpha[e] + kLeastSquare) * targets.rank_affinity[e];
    degree[cells.first[e]] += w[e];
    degree[cells.second[e]] += w[e];
  }
  // z ← (z + D⁻¹Wz)/2. Every z is kept for the way back.
  std::vector<Field> z{random_values(cells.n, targets.seed)};
  Field sums(z.front().size());
  for (int t = 0; t < kDiffusionSteps; ++t) {
    add_neighbors(sums, z[t], cells, w);
    Field next = z[t];
    for (std::size_t i = 0; i < next.size(); ++i)
      for (int p = 0; p < kProbes; ++p) next[i][p] = 0.5 * (next[i][p] + sums[i][p] / degree[i]);
    z.push_back(std::move(next));
  }
  Field g(sums.size());
  const double loss = share_within(g, z.back(), targets);
  if (d_logit == nullptr) return factor * loss;
  // h = D⁻¹g/2; by the values z: g/2 + Wh; by the weight w_ij: h_i(z_j - (D⁻¹Wz)_i), and the same
  // from j.
  std::vector<double> by_weight(edges, 0.0);
  Field h(g.size()), mean(g.size());
  for (int t = kDiffusionSteps - 1; t >= 0; --t) {
    for (std::size_t i = 0; i < g.size(); ++i) {
      for (int p = 0; p < kProbes; ++p) {
        h[i][p] = 0.5 * g[i][p] / degree[i];
        mean[i][p] = 2 * z[t + 1][i][p] - z[t][i][p];
      }
    }
    for (std::size_t e = 0; e < edges; ++e) {
      const auto i = cells.first[e], j = cells.second[e];
      double sum = 0;
      for (int p = 0; p < kProbes; ++p)
        sum += h[i][p] * (z[t][j][p] - mean[i][p]) + h[j][p] * (z[t][i][p] - mean[j][p]);
      by_weight[e] += sum;
    }
    add_neighbors(sums, h, cells, w);
    for (std::size_t i = 0; i < g.size(); ++i)
      for (int p = 0; p < kProbes; ++p) g[i][p] = 0.5 * g[i][p] + sums[i][p];
  }
  for (std::size_t e = 0; e < edges; ++e) {
    const double slope = 2 * alpha[e] * alpha[e] * (1 - alpha[e]) * targets.rank_affinity[e];
    d_logit[e] += static_cast<float>(factor * by_weight[e] * slope);
  }
  return factor * loss;
}

}  // namespace gnac::detail
