#include "studies/deep/network.h"

#include <cmath>

#include "support/random.h"

namespace gnac::detail {
namespace {

using Weights = Eigen::Map<const Eigen::MatrixXf>;
using Bias = Eigen::Map<const Eigen::VectorXf>;

}  // namespace

Network make_autoencoder(Eigen::Index d, Eigen::Index width, Eigen::Index code,
                         std::uint64_t seed) {
  const Eigen::Index sizes[] = {d, width, width, code, width, width, d};
  Network network;
  network.encoder = 3;
  std::size_t place = 0;
  for (int l = 0; l < 6; ++l) {
    Layer layer;
    layer.in = sizes[l];
    layer.out = sizes[l + 1];
    layer.weight = place;
    layer.bias = place + static_cast<std::size_t>(layer.in * layer.out);
    layer.relu = l != 2 && l != 5;
    place = layer.bias + static_cast<std::size_t>(layer.out);
    network.layers.push_back(layer);
  }
  network.values.assign(place, 0);
  Draws draws(seed, Stream::method, 1);
  for (const Layer& layer : network.layers) {
    const double bound = std::sqrt((layer.relu ? 6.0 : 3.0) / static_cast<double>(layer.in));
    for (std::size_t w = layer.weight; w < layer.bias; ++w) {
      network.values[w] = static_cast<float>(bound * (2 * draws.uniform() - 1));
    }
  }
  return network;
}

void forward(const Network& network, std::size_t from, std::size_t to, Outputs& outputs) {
  outputs.resize(to - from + 1);
  for (std::size_t l = from; l < to; ++l) {
    const Layer& layer = network.layers[l];
    const Weights weight(&network.values[layer.weight], layer.out, layer.in);
    Eigen::MatrixXf& out = outputs[l - from + 1];
    out.noalias() = weight * outputs[l - from];
    out.colwise() += Bias(&network.values[layer.bias], layer.out);
    if (layer.relu) out = out.cwiseMax(0.0F);
  }
}

void backward(const Network& network, std::size_t from, std::size_t to, const Outputs& outputs,
              Eigen::MatrixXf& grad, std::span<float> tensors) {
  for (std::size_t l = to; l-- > from;) {
    const Layer& layer = network.layers[l];
    if (layer.relu) {
      grad = (outputs[l - from + 1].array() > 0.0F).select(grad, 0.0F);
    }
    Eigen::Map<Eigen::MatrixXf>(&tensors[layer.weight], layer.out, layer.in).noalias() +=
        grad * outputs[l - from].transpose();
    Eigen::Map<Eigen::VectorXf>(&tensors[layer.bias], layer.out) += grad.rowwise().sum();
    if (l > 0) {
      const Weights weight(&network.values[layer.weight], layer.out, layer.in);
      grad = weight.transpose() * grad;
    }
  }
}

void Adam::step(std::span<float> values, std::span<const float> gradient) {
  constexpr float kFirst = 0.9F;
  constexpr float kSecond = 0.999F;
  first_.resize(values.size());
  second_.resize(values.size());
  ++steps_;
  const double unbias1 = 1 - std::pow(kFirst, steps_);
  const double unbias2 = 1 - std::pow(kSecond, steps_);
  const auto rate = static_cast<float>(rate_ / unbias1);
  const auto scale = static_cast<float>(1 / std::sqrt(unbias2));
  for (std::size_t v = 0; v < values.size(); ++v) {
    const float g = gradient[v];
    first_[v] = kFirst * first_[v] + (1 - kFirst) * g;
    second_[v] = kSecond * second_[v] + (1 - kSecond) * g * g;
    values[v] -= rate * first_[v] / (std::sqrt(second_[v]) * scale + 1e-8F);
  }
}

}  // namespace gnac::detail
