#include "twins/twin.h"

#include <algorithm>
#include <cmath>

#include "twins/twin_network.h"

namespace gnac::detail {
namespace {

using namespace twin;  // NOLINT: linear maps and networks

class PublishedCells {
 public:
  PublishedCells(const RuleShape& shape, View values, std::span<double> gradient,
                 const Graph& graph, PointsView points, View xi, const Options& options)
      : shape_(shape), graph_(graph), points_(points), xi_(xi), options_(options) {
    const Maps maps(shape, values, gradient);
    fx_ = maps.linear("fx");
    fxi_ = maps.linear("fxi");
    fz0_ = maps.network("fz0");
    fe_ = maps.network("fe");
    fh_ = maps.network("fh");
    fz_ = maps.network("fz");
  }

  // --- initial state
  // -------------------------------------------------------------------------------

  TwinState initial_state() const {
    TwinState s{Vector(n() * dh()), Vector(n() * dz())};
    for (std::size_t i = 0; i < n(); ++i) {
      const Vector a = fx_.forward(x(i));
      const Vector b = fxi_.forward(xi(i));
      for (std::size_t c = 0; c < dh(); ++c) {
        s.h[i * dh() + c] = std::tanh(a[c] + options_.seed_scale * b[c]);
      }
      const Vector z0 = fz0_.forward(concatenate({x(i), scaled_xi(i)}));
      std::copy(z0.begin(), z0.end(), s.z.begin() + static_cast<std::ptrdiff_t>(i * dz()));
    }
    return s;
  }

  void initial_state_backward(const TwinState& s, const TwinState& ds) const {
    for (std::size_t i = 0; i < n(); ++i) {
      Vector d_pre(dh());
      Vector d_xi(dh());
      for (std::size_t c = 0; c < dh(); ++c) {
        const double h = s.h[i * dh() + c];
        d_pre[c] = ds.h[i * dh() + c] * (1 - h * h);
        d_xi[c] = options_.seed_scale * d_pre[c];
      }
      fx_.backward(x(i), d_pre);
      fxi_.backward(xi(i), d_xi);
      fz0_.backward(concatenate({x(i), scaled_xi(i)}), z(ds, i));
    }
  }

  // --- the cell step
  // -------------------------------------------------------------------------------

  /// [|x_i - x_j|, |h_i - h_j|, |z_i - z_j|, g_ij]
  Vector edge_representation(const TwinState& s, std::size_t e) const {
    const std::size_t i = first_end(e);
    const std::size_t j = second_end(e);
    Vector r;
    for (std::size_t c = 0; c < d(); ++c) r.push_back(std::abs(x(i)[c] - x(j)[c]));
    for (std::size_t c = 0; c < dh(); ++c) r.push_back(std::abs(h(s, i)[c] - h(s, j)[c]));
    for (std::size_t c = 0; c < dz(); ++c) r.push_back(std::abs(z(s, i)[c] - z(s, j)[c]));
    for (const float g : graph_.geometry[e]) r.push_back(g);
    return r;
  }

  Vector conductance(const TwinState& s) const {
    Vector alpha(graph_.edges.size());
    for (std::size_t e = 0; e < alpha.size(); ++e) {
      alpha[e] = 1 / (1 + std::exp(-fe_.forward(edge_representation(s, e))[0]));
    }
    return alpha;
  }

  /// Mean over the neighbours i of j of α_ij (s_i - s_j), for h and z.
  TwinState mean_messages(const TwinState& s, const Vector& alpha) const {
    TwinState m{Vector(n() * dh()), Vector(n() * dz())};
    for (std::size_t e = 0; e < alpha.size(); ++e) {
      const std::size_t i = first_end(e);
      const std::size_t j = second_end(e);
      const auto send = [&](const Vector& from, Vector& to, std::size_t dim) {
        for (std::size_t c = 0; c < dim; ++c) {
          const double message = alpha[e] * (from[i * dim + c] - from[j * dim + c]);
          to[j * dim + c] += message / degree(j);
          to[i * dim + c] -= message / degree(i);
        }
      };
      send(s.h, m.h, dh());
      send(s.z, m.z, dz());
    }
    return m;
  }

  TwinState step(const TwinState& s, const Vector& alpha) const {
    const TwinState m = mean_messages(s, alpha);
    TwinState next = s;
    for (std::size_t j = 0; j < n(); ++j) {
      const Vector dh_j = fh_.forward(hidden_input(s, m, j));
      for (std::size_t c = 0; c < dh(); ++c) {
        next.h[j * dh() + c] = std::tanh(s.h[j * dh() + c] + eta() * std::tanh(dh_j[c]));
      }
      const Vector dz_j = fz_.forward(domain_input(next, s, m, j));
      for (std::size_t c = 0; c < dz(); ++c) next.z[j * dz() + c] += eta() * std::tanh(dz_j[c]);
    }
    return next;
  }

  /// From the gradient of the next state to that of this one.
  TwinState step_backward(const TwinState& s, const TwinState& next, const Vector& alpha,
                          const TwinState& d_next) const {
    const TwinState m = mean_messages(s, alpha);
    TwinState ds{Vector(n() * dh()), Vector(n() * dz())};
    TwinState dm = ds;
    for (std::size_t j = 0; j < n(); ++j) cell_backward(s, next, m, d_next, ds, dm, j);
    for (std::size_t e = 0; e < alpha.size(); ++e) edge_backward(s, alpha[e], dm, ds, e);
    return ds;
  }

 private:
  void cell_backward(const TwinState& s, const TwinState& next, const TwinState& m,
                     const TwinState& d_next, TwinState& ds, TwinState& dm, std::size_t j) const {
    // z' = z + η tanh(f_z([h', z, m_z, x]))
    const Vector in_z = domain_input(next, s, m, j);
    Vector d_out = fz_.forward(in_z);
    for (std::size_t c = 0; c < dz(); ++c) {
      const double t = std::tanh(d_out[c]);
      d_out[c] = eta() * d_next.z[j * dz() + c] * (1 - t * t);
      ds.z[j * dz() + c] += d_next.z[j * dz() + c];
    }
    const Vector d_in_z = fz_.backward(in_z, d_out);
    for (std::size_t c = 0; c < dz(); ++c) {
      ds.z[j * dz() + c] += d_in_z[dh() + c];
      dm.z[j * dz() + c] = d_in_z[dh() + dz() + c];
    }
    // h' = tanh(h + η tanh(f_h([h, m_h, z, x])))
    const Vector in_h = hidden_input(s, m, j);
    Vector d_out_h = fh_.forward(in_h);
    for (std::size_t c = 0; c < dh(); ++c) {
      const double h_new = next.h[j * dh() + c];
      const double outer = (d_next.h[j * dh() + c] + d_in_z[c]) * (1 - h_new * h_new);
      const double t = std::tanh(d_out_h[c]);
      ds.h[j * dh() + c] += outer;
      d_out_h[c] = eta() * outer * (1 - t * t);
    }
    const Vector d_in_h = fh_.backward(in_h, d_out_h);
    for (std::size_t c = 0; c < dh(); ++c) {
      ds.h[j * dh() + c] += d_in_h[c];
      dm.h[j * dh() + c] = d_in_h[dh() + c];
    }
    for (std::size_t c = 0; c < dz(); ++c) ds.z[j * dz() + c] += d_in_h[2 * dh() + c];
  }

  void edge_backward(const TwinState& s, double alpha, const TwinState& dm, TwinState& ds,
                     std::size_t e) const {
    const std::size_t i = first_end(e);
    const std::size_t j = second_end(e);
    double d_alpha = 0;
    const auto messages = [&](const Vector& state, const Vector& d_message, Vector& d_state,
                              std::size_t dim) {
      for (std::size_t c = 0; c < dim; ++c) {
        const double gamma =
            d_message[j * dim + c] / degree(j) - d_message[i * dim + c] / degree(i);
        d_alpha += gamma * (state[i * dim + c] - state[j * dim + c]);
        d_state[i * dim + c] += alpha * gamma;
        d_state[j * dim + c] -= alpha * gamma;
      }
    };
    messages(s.h, dm.h, ds.h, dh());
    messages(s.z, dm.z, ds.z, dz());
    const double d_logit = d_alpha * alpha * (1 - alpha);
    const Vector d_rep = fe_.backward(edge_representation(s, e), Vector{d_logit});
    const auto differences = [&](const Vector& state, Vector& d_state, std::size_t dim,
                                 std::size_t at) {
      for (std::size_t c = 0; c < dim; ++c) {
        const double signed_d = sign(state[i * dim + c] - state[j * dim + c]) * d_rep[at + c];
        d_state[i * dim + c] += signed_d;
        d_state[j * dim + c] -= signed_d;
      }
    };
    differences(s.h, ds.h, dh(), d());
    differences(s.z, ds.z, dz(), d() + dh());
  }

  Vector hidden_input(const TwinState& s, const TwinState& m, std::size_t j) const {
    return concatenate({h(s, j), h(m, j), z(s, j), x(j)});
  }
  Vector domain_input(const TwinState& next, const TwinState& s, const TwinState& m,
                      std::size_t j) const {
    return concatenate({h(next, j), z(s, j), z(m, j), x(j)});
  }

  std::size_t n() const { return static_cast<std::size_t>(points_.n); }
  std::size_t d() const { return static_cast<std::size_t>(points_.d); }
  std::size_t dh() const { return static_cast<std::size_t>(shape_.hidden); }
  std::size_t dz() const { return static_cast<std::size_t>(shape_.domain); }
  double eta() const { return options_.update_scale; }
  double degree(std::size_t v) const {
    return static_cast<double>(graph_.degree(static_cast<std::int64_t>(v)));
  }
  View x(std::size_t i) const { return points_.row(static_cast<std::int64_t>(i)); }
  View xi(std::size_t i) const { return xi_.subspan(i * shape_.seed_dim, shape_.seed_dim); }
  View h(const TwinState& s, std::size_t i) const { return View(s.h).subspan(i * dh(), dh()); }
  View z(const TwinState& s, std::size_t i) const { return View(s.z).subspan(i * dz(), dz()); }
  Vector scaled_xi(std::size_t i) const {
    Vector v(xi(i).begin(), xi(i).end());
    for (double& c : v) c *= options_.seed_scale;
    return v;
  }
  std::size_t first_end(std::size_t e) const { return static_cast<std::size_t>(graph_.edges[e].i); }
  std::size_t second_end(std::size_t e) const {
    return static_cast<std::size_t>(graph_.edges[e].j);
  }

  RuleShape shape_;
  const Graph& graph_;
  PointsView points_;
  View xi_;
  const Options& options_;
  Linear fx_, fxi_;
  Network fz0_, fe_, fh_, fz_;
};

// --- the objective
// ---------------------------------------------------------------------------------

/// Adds the gradient of the weighted term to dz and returns the unweighted term.
double smoothness(const Graph& graph, View z, std::size_t dz, double lambda, Vector& d_z) {
  double sum = 0;
  double weights = 1e-8;
  for (const float w : graph.weight) weights += 2.0 * w;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto i = static_cast<std::size_t>(graph.edges[e].i);
    const auto j = static_cast<std::size_t>(graph.edges[e].j);
    for (std::size_t c = 0; c < dz; ++c) {
      const double diff = z[i * dz + c] - z[j * dz + c];
      sum += 2.0 * graph.weight[e] * diff * diff;
      const double g = lambda * 4.0 * graph.weight[e] * diff / weights;
      d_z[i * dz + c] += g;
      d_z[j * dz + c] -= g;
    }
  }
  return sum / weights;
}

struct Collapse {
  double variance = 0;
  double covariance = 0;
};

Collapse variance_and_covariance(View z, std::size_t n, std::size_t dz, const Options& o,
                                 Vector& d_z) {
  Vector mean(dz);
  for (std::size_t i = 0; i < n * dz; ++i) mean[i % dz] += z[i] / static_cast<double>(n);
  const auto centred = [&](std::size_t i, std::size_t c) { return z[i * dz + c] - mean[c]; };
  Collapse result;
  const auto rows = static_cast<double>(n);
  const auto dims = static_cast<double>(dz);
  for (std::size_t q = 0; q < dz; ++q) {
    double variance = 0;
    for (std::size_t i = 0; i < n; ++i) variance += centred(i, q) * centred(i, q) / rows;
    const double sd = std::sqrt(variance + 1e-4);
    if (sd >= o.target_sd) continue;
    result.variance += (o.target_sd - sd) / dims;
    for (std::size_t i = 0; i < n; ++i)
      d_z[i * dz + q] -= o.variance * centred(i, q) / (rows * sd * dims);
  }
  for (std::size_t p = 0; p < dz; ++p) {
    for (std::size_t q = 0; q < dz; ++q) {
      if (p == q) continue;
      double cov = 0;
      for (std::size_t i = 0; i < n; ++i) cov += centred(i, p) * centred(i, q) / (rows - 1);
      result.covariance += cov * cov / (dims * (dims - 1));
      const double g = o.covariance * 4 * cov / ((rows - 1) * dims * (dims - 1));
      for (std::size_t i = 0; i < n; ++i) d_z[i * dz + p] += g * centred(i, q);
    }
  }
  return result;
}

double dispersion(View z, std::size_t dz, std::span<const Edge> pairs, const Options& o,
                  Vector& d_z) {
  double sum = 0;
  const auto count = static_cast<double>(pairs.size());
  for (const Edge& p : pairs) {
    const auto i = static_cast<std::size_t>(p.i);
    const auto j = static_cast<std::size_t>(p.j);
    double square = 0;
    for (std::size_t c = 0; c < dz; ++c) {
      const double diff = z[i * dz + c] - z[j * dz + c];
      square += diff * diff;
    }
    const double potential = std::exp(-o.temperature * square);
    sum += potential / count;
    for (std::size_t c = 0; c < dz; ++c) {
      const double g =
          -2 * o.dispersion * o.temperature * potential * (z[i * dz + c] - z[j * dz + c]) / count;
      d_z[i * dz + c] += g;
      d_z[j * dz + c] -= g;
    }
  }
  return sum;
}

/// MSE(z', sg[z]) over one transition; its gradient, weighted, goes to d_next.
double temporal(View next, View previous, double lambda_share, Vector& d_next) {
  double sum = 0;
  const auto count = static_cast<double>(next.size());
  for (std::size_t c = 0; c < next.size(); ++c) {
    const double diff = next[c] - previous[c];
    sum += diff * diff / count;
    d_next[c] += lambda_share * 2 * diff / count;
  }
  return sum;
}

}  // namespace

TwinEpoch twin_epoch(const RuleShape& shape, std::span<const double> values, const Graph& graph,
                     PointsView points, std::span<const double> xi, std::span<const Edge> pairs,
                     const Options& options, const TwinEpoch* detached) {
  TwinEpoch epoch;
  epoch.gradient.assign(values.size(), 0.0);
  const PublishedCells twin(shape, values, epoch.gradient, graph, points, xi, options);

  epoch.states.push_back(twin.initial_state());
  for (int t = 0; t < options.rollout; ++t) {
    epoch.alpha.push_back(twin.conductance(epoch.states.back()));
    epoch.states.push_back(twin.step(epoch.states.back(), epoch.alpha.back()));
  }

  const auto n = static_cast<std::size_t>(points.n);
  const auto dz = static_cast<std::size_t>(shape.domain);
  const Vector& z = epoch.states.back().z;
  TwinState ds{Vector(n * shape.hidden), Vector(n * dz)};
  LossTerms& loss = epoch.loss;
  loss.smoothness = smoothness(graph, z, dz, options.smoothness, ds.z);
  const Collapse collapse = variance_and_covariance(z, n, dz, options, ds.z);
  loss.variance = collapse.variance;
  loss.covariance = collapse.covariance;
  loss.dispersion = dispersion(z, dz, pairs, options, ds.z);

  const int transitions = std::min(options.tail - 1, options.rollout);
  for (int t = options.rollout; t > 0; --t) {
    if (t > options.rollout - transitions) {
      const Vector& target = (detached == nullptr ? epoch : *detached).states[t - 1].z;
      loss.temporal +=
          temporal(epoch.states[t].z, target, options.temporal / transitions, ds.z) / transitions;
    }
    ds = twin.step_backward(epoch.states[t - 1], epoch.states[t], epoch.alpha[t - 1], ds);
  }
  twin.initial_state_backward(epoch.states.front(), ds);
  loss.total = options.smoothness * loss.smoothness + options.variance * loss.variance +
               options.covariance * loss.covariance + options.dispersion * loss.dispersion +
               options.temporal * loss.temporal;
  return epoch;
}

}  // namespace gnac::detail
