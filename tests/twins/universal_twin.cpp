#include "twins/universal_twin.h"

#include <algorithm>
#include <cmath>

#include "twins/twin_network.h"

namespace gnac::detail {
namespace {

using namespace twin;  // NOLINT: linear maps and networks

/// What cells receive: the mean over their edges of α(h_i - h_j) and of α.
struct Received {
  Vector message;   ///< N×d_h
  Vector openness;  ///< N
};

class UniversalCells {
 public:
  UniversalCells(const RuleShape& shape, double eta, View values, std::span<double> gradient,
                 const Graph& graph, TwinFeatures features)
      : shape_(shape), eta_(eta), graph_(graph), features_(features) {
    const Maps maps(shape, values, gradient);
    fx_ = maps.network("fx");
    fe_ = maps.network("fe");
    fh_ = maps.network("fh");
  }

  // --- forward

  /// h⁰ = tanh f_x(c)
  Vector initial_state() const {
    Vector h;
    for (std::size_t v = 0; v < n(); ++v) {
      for (const double o : fx_.forward(c(v))) h.push_back(std::tanh(o));
    }
    return h;
  }

  /// [|c_i - c_j|, |h_i - h_j|, g_ij, h_i + h_j]
  Vector edge_representation(const Vector& h, std::size_t e) const {
    const auto [i, j] = ends(e);
    Vector r;
    for (std::size_t q = 0; q < c(i).size(); ++q) r.push_back(std::abs(c(i)[q] - c(j)[q]));
    for (std::size_t q = 0; q < dh(); ++q) r.push_back(std::abs(row(h, i)[q] - row(h, j)[q]));
    for (const double g : features_.edge.subspan(e * dg(), dg())) r.push_back(g);
    if (shape_.sum) {
      for (std::size_t q = 0; q < dh(); ++q) r.push_back(row(h, i)[q] + row(h, j)[q]);
    }
    return r;
  }

  Vector logits(const Vector& h) const {
    Vector logit(graph_.edges.size());
    for (std::size_t e = 0; e < logit.size(); ++e) {
      logit[e] = fe_.forward(edge_representation(h, e))[0];
    }
    return logit;
  }

  Vector conductance(const Vector& h) const {
    Vector alpha = logits(h);
    for (double& a : alpha) a = 1 / (1 + std::exp(-a));
    return alpha;
  }

  Received received(const Vector& h, const Vector& alpha) const {
    Received r{Vector(n() * dh()), Vector(n())};
    for (std::size_t e = 0; e < alpha.size(); ++e) {
      const auto [i, j] = ends(e);
      for (std::size_t q = 0; q < dh(); ++q) {
        const double m = alpha[e] * (row(h, i)[q] - row(h, j)[q]);
        r.message[j * dh() + q] += m / degree(j);
        r.message[i * dh() + q] -= m / degree(i);
      }
      r.openness[i] += alpha[e] / degree(i);
      r.openness[j] += alpha[e] / degree(j);
    }
    return r;
  }

  /// [h, mean message, openness, c]
  Vector hidden_input(const Vector& h, const Received& r, std::size_t v) const {
    const View open = shape_.openness ? View(&r.openness[v], 1) : View();
    return concatenate({row(h, v), row(r.message, v), open, c(v)});
  }

  /// h' = tanh(h + η tanh f_h)
  Vector step(const Vector& h, const Vector& alpha) const {
    const Received r = received(h, alpha);
    Vector next(h.size());
    for (std::size_t v = 0; v < n(); ++v) {
      const Vector o = fh_.forward(hidden_input(h, r, v));
      for (std::size_t q = 0; q < dh(); ++q) {
        next[v * dh() + q] = std::tanh(h[v * dh() + q] + eta_ * std::tanh(o[q]));
      }
    }
    return next;
  }

  // --- backward: d_q is the gradient of the loss with respect to q

  /// Adds the contribution of one edge's logit to the gradient of its ends' states.
  void logit_backward(const Vector& h, std::size_t e, double d_logit, Vector& d_h) const {
    const auto [i, j] = ends(e);
    const Vector d = fe_.backward(edge_representation(h, e), Vector{d_logit});
    const std::size_t at = c(i).size();
    for (std::size_t q = 0; q < dh(); ++q) {
      const double difference = sign(row(h, i)[q] - row(h, j)[q]) * d[at + q];
      const double sum = shape_.sum ? d[at + dh() + dg() + q] : 0;
      d_h[i * dh() + q] += difference + sum;
      d_h[j * dh() + q] += sum - difference;
    }
  }

  Vector logits_backward(const Vector& h, const Vector& d_logit) const {
    Vector d_h(h.size());
    for (std::size_t e = 0; e < d_logit.size(); ++e) logit_backward(h, e, d_logit[e], d_h);
    return d_h;
  }

  Vector step_backward(const Vector& h, const Vector& next, const Vector& alpha,
                       const Vector& d_next) const {
    const Received r = received(h, alpha);
    Vector d_h(h.size());
    Received d_r{Vector(h.size()), Vector(n())};
    for (std::size_t v = 0; v < n(); ++v) {
      const Vector in = hidden_input(h, r, v);
      Vector d_out = fh_.forward(in);
      for (std::size_t q = 0; q < dh(); ++q) {
        const double outer = d_next[v * dh() + q] * (1 - next[v * dh() + q] * next[v * dh() + q]);
        const double t = std::tanh(d_out[q]);
        d_h[v * dh() + q] += outer;
        d_out[q] = eta_ * outer * (1 - t * t);
      }
      const Vector d_in = fh_.backward(in, d_out);
      for (std::size_t q = 0; q < dh(); ++q) {
        d_h[v * dh() + q] += d_in[q];
        d_r.message[v * dh() + q] = d_in[dh() + q];
      }
      if (shape_.openness) d_r.openness[v] = d_in[2 * dh()];
    }
    for (std::size_t e = 0; e < alpha.size(); ++e) {
      const auto [i, j] = ends(e);
      double d_alpha = d_r.openness[i] / degree(i) + d_r.openness[j] / degree(j);
      for (std::size_t q = 0; q < dh(); ++q) {
        const double gamma =
            d_r.message[j * dh() + q] / degree(j) - d_r.message[i * dh() + q] / degree(i);
        d_alpha += gamma * (row(h, i)[q] - row(h, j)[q]);
        d_h[i * dh() + q] += alpha[e] * gamma;
        d_h[j * dh() + q] -= alpha[e] * gamma;
      }
      logit_backward(h, e, d_alpha * alpha[e] * (1 - alpha[e]), d_h);
    }
    return d_h;
  }

  void initial_backward(const Vector& h, const Vector& d_h) const {
    for (std::size_t v = 0; v < n(); ++v) {
      Vector d_out(dh());
      for (std::size_t q = 0; q < dh(); ++q) {
        d_out[q] = d_h[v * dh() + q] * (1 - row(h, v)[q] * row(h, v)[q]);
      }
      fx_.backward(c(v), d_out);
    }
  }

 private:
  struct Ends {
    std::size_t i, j;
  };
  std::size_t n() const { return static_cast<std::size_t>(graph_.nodes); }
  std::size_t dh() const { return static_cast<std::size_t>(shape_.hidden); }
  std::size_t dg() const { return static_cast<std::size_t>(shape_.edge_features); }
  View c(std::size_t v) const {
    const auto d = static_cast<std::size_t>(shape_.features);
    return features_.cell.subspan(v * d, d);
  }
  View row(const Vector& h, std::size_t v) const { return View(h).subspan(v * dh(), dh()); }
  Ends ends(std::size_t e) const {
    return {static_cast<std::size_t>(graph_.edges[e].i),
            static_cast<std::size_t>(graph_.edges[e].j)};
  }
  double degree(std::size_t v) const {
    return static_cast<double>(graph_.degree(static_cast<std::int64_t>(v)));
  }

  RuleShape shape_;
  double eta_;
  const Graph& graph_;
  TwinFeatures features_;
  Network fx_, fe_, fh_;
};

// Cross-entropy of the logits against "same cluster"; kept and cut edges have equal weight.
double cross_entropy(const Graph& graph, const Vector& logit, std::span<const std::int32_t> labels,
                     Vector& d_logit) {
  double kept = 0;
  double cut = 0;
  const auto counted = [&](const Edge& e) { return labels[e.i] > 0 && labels[e.j] > 0; };
  const auto same = [&](const Edge& e) { return labels[e.i] == labels[e.j]; };
  for (const Edge& e : graph.edges) {
    if (counted(e)) (same(e) ? kept : cut) += 1;
  }
  double loss = 0;
  for (std::size_t e = 0; e < logit.size(); ++e) {
    const Edge& edge = graph.edges[e];
    if (!counted(edge)) continue;
    const double weight = same(edge) ? 1 / std::max(kept, 1.0) : 1 / std::max(cut, 20.0);
    const double alpha = 1 / (1 + std::exp(-logit[e]));
    loss -= weight * std::log(same(edge) ? alpha : 1 - alpha);
    d_logit[e] = weight * (alpha - (same(edge) ? 1 : 0));
  }
  return loss;
}

}  // namespace

UniversalTwin universal_twin(const RuleShape& shape, double update_scale,
                             std::span<const double> values, const Graph& graph,
                             TwinFeatures features, std::span<const std::int32_t> labels,
                             int steps) {
  UniversalTwin run;
  run.gradient.assign(values.size(), 0.0);
  const UniversalCells twin(shape, update_scale, values, run.gradient, graph, features);
  run.hidden.push_back(twin.initial_state());
  for (int t = 0; t < steps; ++t) {
    run.alpha.push_back(twin.conductance(run.hidden.back()));
    run.hidden.push_back(twin.step(run.hidden.back(), run.alpha.back()));
  }
  run.logit = twin.logits(run.hidden.back());
  Vector d_logit(run.logit.size());
  run.loss = cross_entropy(graph, run.logit, labels, d_logit);
  Vector d_h = twin.logits_backward(run.hidden.back(), d_logit);
  for (int t = steps; t > 0; --t) {
    d_h = twin.step_backward(run.hidden[t - 1], run.hidden[t], run.alpha[t - 1], d_h);
  }
  twin.initial_backward(run.hidden.front(), d_h);
  return run;
}

}  // namespace gnac::detail
