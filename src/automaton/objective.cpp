#include "automaton/objective.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gnac::detail {
namespace {

constexpr std::int64_t kRows = 1024;  // cells or edges per partial sum

using Vector = std::vector<double>;

// Sum of fn(begin, end, partial) over fixed blocks, partial sums of `size` values added in order.
template <class Fn>
Vector sum_vectors(std::int64_t n, std::size_t size, Team& team, Fn&& fn) {
  std::vector<Vector> parts(static_cast<std::size_t>((n + kRows - 1) / kRows), Vector(size));
  team.for_blocks(n, kRows, [&](std::int64_t begin, std::int64_t end) {
    fn(begin, end, parts[static_cast<std::size_t>(begin / kRows)]);
  });
  Vector total(size);
  for (const Vector& p : parts) {
    for (std::size_t c = 0; c < size; ++c) total[c] += p[c];
  }
  return total;
}

double smoothness_value(const float* state, const Cells& cells, double weights, Team& team) {
  const double sum =
      team.sum_blocks(cells.edge_count, kRows, [&](std::int64_t begin, std::int64_t end) {
        double part = 0;
        for (std::int64_t e = begin; e < end; ++e) {
          const float* zi =
              state + static_cast<std::int64_t>(cells.first[e]) * cells.row + cells.hidden;
          const float* zj =
              state + static_cast<std::int64_t>(cells.second[e]) * cells.row + cells.hidden;
          float square = 0;
          for (int c = 0; c < cells.domain; ++c) square += (zi[c] - zj[c]) * (zi[c] - zj[c]);
          part += static_cast<double>(cells.weight[e]) * square;
        }
        return part;
      });
  return 2 * sum / weights;  // the paper sums over both directions of each edge
}

// Mean of z and Z_cᵀZ_c.
struct Moments {
  Vector mean;
  Vector product;  ///< d_z×d_z
};

Moments moments(const float* state, const Cells& cells, Team& team) {
  const auto dz = static_cast<std::size_t>(cells.domain);
  const auto z = [&](std::int64_t v) { return state + v * cells.row + cells.hidden; };
  Moments m;
  m.mean = sum_vectors(cells.n, dz, team, [&](std::int64_t begin, std::int64_t end, Vector& part) {
    for (std::int64_t v = begin; v < end; ++v) {
      for (std::size_t c = 0; c < dz; ++c) part[c] += z(v)[c];
    }
  });
  for (double& c : m.mean) c /= static_cast<double>(cells.n);
  m.product =
      sum_vectors(cells.n, dz * dz, team, [&](std::int64_t begin, std::int64_t end, Vector& part) {
        Vector centred(dz);
        for (std::int64_t v = begin; v < end; ++v) {
          for (std::size_t c = 0; c < dz; ++c) centred[c] = z(v)[c] - m.mean[c];
          for (std::size_t p = 0; p < dz; ++p) {
            for (std::size_t q = p; q < dz; ++q) part[p * dz + q] += centred[p] * centred[q];
          }
        }
      });
  for (std::size_t p = 0; p < dz; ++p) {
    for (std::size_t q = 0; q < p; ++q) m.product[p * dz + q] = m.product[q * dz + p];
  }
  return m;
}

// The variance and covariance terms, and the matrix that turns the centred state into their
// gradient.
Vector collapse_terms(LossTerms& terms, const Moments& m, std::int64_t n, std::size_t dz,
                      const Options& o) {
  const auto rows = static_cast<double>(n);
  const auto dims = static_cast<double>(dz);
  Vector slope(dz * dz);
  for (std::size_t p = 0; p < dz; ++p) {
    const double sd = std::sqrt(m.product[p * dz + p] / rows + 1e-4);
    if (sd < o.target_sd) {
      terms.variance += (o.target_sd - sd) / dims;
      slope[p * dz + p] = -o.variance / (rows * sd * dims);
    }
    for (std::size_t q = 0; q < dz; ++q) {
      if (p == q) continue;
      const double cov = m.product[p * dz + q] / (rows - 1);
      terms.covariance += cov * cov / (dims * (dims - 1));
      slope[p * dz + q] = o.covariance * 4 * cov / ((rows - 1) * dims * (dims - 1));
    }
  }
  return slope;
}

// Sequential: a few thousand pairs, whose ends may coincide.
double dispersion_term(float* d_state, const float* state, const Cells& cells,
                       std::span<const Edge> pairs, const Options& o) {
  if (pairs.empty()) return 0;
  const double share = 1.0 / static_cast<double>(pairs.size());
  double sum = 0;
  for (const Edge& p : pairs) {
    const std::int64_t i = static_cast<std::int64_t>(p.i) * cells.row + cells.hidden;
    const std::int64_t j = static_cast<std::int64_t>(p.j) * cells.row + cells.hidden;
    double square = 0;
    for (int c = 0; c < cells.domain; ++c) {
      const double diff = static_cast<double>(state[i + c]) - state[j + c];
      square += diff * diff;
    }
    const double potential = std::exp(-o.temperature * square);
    sum += potential;
    const double slope = -2 * o.dispersion * o.temperature * potential * share;
    for (int c = 0; c < cells.domain; ++c) {
      const auto g = static_cast<float>(slope * (static_cast<double>(state[i + c]) - state[j + c]));
      d_state[i + c] += g;
      d_state[j + c] -= g;
    }
  }
  return sum * share;
}

}  // namespace

LossTerms final_terms(float* d_state, const float* state, const Cells& cells,
                      std::span<const Edge> pairs, const Options& options, Team& team) {
  LossTerms terms;
  const auto dz = static_cast<std::size_t>(cells.domain);
  const double weights =
      1e-8 + 2 * team.sum_blocks(cells.edge_count, kRows, [&](auto begin, auto end) {
        double part = 0;
        for (std::int64_t e = begin; e < end; ++e) part += cells.weight[e];
        return part;
      });
  terms.smoothness = smoothness_value(state, cells, weights, team);
  const Moments m = moments(state, cells, team);
  const Vector slope = collapse_terms(terms, m, cells.n, dz, options);

  const double attraction = 4 * options.smoothness / weights;
  team.for_blocks(cells.n, kRows, [&](std::int64_t begin, std::int64_t end) {
    Vector pull(dz);
    for (std::int64_t v = begin; v < end; ++v) {
      const float* own = state + v * cells.row + cells.hidden;
      float* to = d_state + v * cells.row;
      std::fill(to, to + cells.row, 0.0f);
      std::fill(pull.begin(), pull.end(), 0.0);
      for (std::int64_t p = cells.offset[v]; p < cells.offset[v + 1]; ++p) {
        const float* other =
            state + static_cast<std::int64_t>(cells.neighbor[p]) * cells.row + cells.hidden;
        const double w = cells.weight[cells.edge[p]];
        for (std::size_t c = 0; c < dz; ++c) pull[c] += w * (own[c] - other[c]);
      }
      for (std::size_t c = 0; c < dz; ++c) {
        double g = attraction * pull[c];
        for (std::size_t q = 0; q < dz; ++q) g += slope[c * dz + q] * (own[q] - m.mean[q]);
        to[cells.hidden + static_cast<int>(c)] = static_cast<float>(g);
      }
    }
  });
  terms.dispersion = dispersion_term(d_state, state, cells, pairs, options);
  return terms;
}

int temporal_transitions(const Options& options) {
  return std::min(options.tail - 1, options.rollout);
}

double temporal_term(float* d_next, const float* next, const float* previous, const Cells& cells,
                     const Options& options, Team& team) {
  const double count = static_cast<double>(cells.n) * cells.domain;
  const auto slope =
      static_cast<float>(2 * options.temporal / (count * temporal_transitions(options)));
  const double sum = team.sum_blocks(cells.n, kRows, [&](std::int64_t begin, std::int64_t end) {
    double part = 0;
    for (std::int64_t v = begin; v < end; ++v) {
      const std::int64_t at = v * cells.row + cells.hidden;
      for (int c = 0; c < cells.domain; ++c) {
        const float diff = next[at + c] - previous[at + c];
        part += static_cast<double>(diff) * diff;
        d_next[at + c] += slope * diff;
      }
    }
    return part;
  });
  return sum / count;
}

double total_loss(const LossTerms& terms, const Options& options) {
  double total = 0;
  for (const LossTermInfo& term : loss_terms()) total += options.*term.weight * terms.*term.value;
  return total;
}

}  // namespace gnac::detail
