#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "gnac/rule.h"

// Building blocks of the double-precision twins: linear maps and two-layer networks with their
// gradients, in plain loops.
namespace gnac::detail::twin {

using Vector = std::vector<double>;
using View = std::span<const double>;

inline double activate(Activation activation, double x) {
  switch (activation) {
    case Activation::relu:
      return std::max(0.0, x);
    case Activation::tanh:
      return std::tanh(x);
    case Activation::silu:
      break;
  }
  return x / (1 + std::exp(-x));
}

inline double activate_slope(Activation activation, double x) {
  switch (activation) {
    case Activation::relu:
      return x > 0 ? 1 : 0;
    case Activation::tanh:
      return 1 - std::tanh(x) * std::tanh(x);
    case Activation::silu:
      break;
  }
  const double s = 1 / (1 + std::exp(-x));
  return s * (1 + x * (1 - s));
}

inline double sign(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/// y = Wx + b, W [out, in].
struct Linear {
  View weight, bias;
  std::span<double> d_weight, d_bias;

  Vector forward(View x) const {
    Vector y(bias.begin(), bias.end());
    for (std::size_t o = 0; o < y.size(); ++o) {
      for (std::size_t i = 0; i < x.size(); ++i) y[o] += weight[o * x.size() + i] * x[i];
    }
    return y;
  }
  /// Adds to d_weight and d_bias, returns dx.
  Vector backward(View x, View dy) const {
    Vector dx(x.size());
    for (std::size_t o = 0; o < dy.size(); ++o) {
      d_bias[o] += dy[o];
      for (std::size_t i = 0; i < x.size(); ++i) {
        d_weight[o * x.size() + i] += dy[o] * x[i];
        dx[i] += weight[o * x.size() + i] * dy[o];
      }
    }
    return dx;
  }
};

/// Linear, activation, linear.
struct Network {
  Linear first, second;
  Activation activation;

  Vector hidden(View pre) const {
    Vector a(pre.begin(), pre.end());
    for (double& v : a) v = activate(activation, v);
    return a;
  }
  Vector forward(View x) const { return second.forward(hidden(first.forward(x))); }
  Vector backward(View x, View dy) const {
    const Vector pre = first.forward(x);
    Vector d = second.backward(hidden(pre), dy);
    for (std::size_t i = 0; i < d.size(); ++i) d[i] *= activate_slope(activation, pre[i]);
    return first.backward(x, d);
  }
};

inline Vector concatenate(std::initializer_list<View> parts) {
  Vector all;
  for (const View p : parts) all.insert(all.end(), p.begin(), p.end());
  return all;
}

/// The maps of a rule by name, with the places of their gradients.
class Maps {
 public:
  Maps(const RuleShape& shape, View values, std::span<double> gradient)
      : table_(rule_table(shape)),
        activation_(shape.activation),
        values_(values),
        gradient_(gradient) {}

  Linear linear(const std::string& name) const {
    const Tensor& w = find_tensor(table_, name + ".weight");
    const Tensor& b = find_tensor(table_, name + ".bias");
    return {values_.subspan(w.offset, w.size()), values_.subspan(b.offset, b.size()),
            gradient_.subspan(w.offset, w.size()), gradient_.subspan(b.offset, b.size())};
  }
  Network network(const std::string& name) const {
    return {linear(name + ".0"), linear(name + ".2"), activation_};
  }

 private:
  std::vector<Tensor> table_;
  Activation activation_;
  View values_;
  std::span<double> gradient_;
};

}  // namespace gnac::detail::twin
