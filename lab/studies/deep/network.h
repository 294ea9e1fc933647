#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace gnac::detail {

/// One fully connected layer, with its tensors at these offsets of the arena.
struct Layer {
  Eigen::Index in = 0;
  Eigen::Index out = 0;
  std::size_t weight = 0;  ///< out×in, column by column
  std::size_t bias = 0;    ///< out
  bool relu = false;       ///< false: linear
};

/// The autoencoder: layers [0, encoder) make the code, the others undo it. Samples are columns.
struct Network {
  std::vector<Layer> layers;
  std::size_t encoder = 0;
  std::vector<float> values;  ///< all tensors; gradients and moments share the layout
};

/// d–W–W–code–W–W–d. Weights are uniform on ±√(6 / fan_in) (He) from the seed, biases are 0.
Network make_autoencoder(Eigen::Index d, Eigen::Index width, Eigen::Index code, std::uint64_t seed);

/// Outputs of layers [from, to): outputs[0] is the input, outputs[l - from + 1] that of layer l.
using Outputs = std::vector<Eigen::MatrixXf>;
void forward(const Network& network, std::size_t from, std::size_t to, Outputs& outputs);

/// The adjoint of forward(): `grad` holds the gradient at the last output on entry and that at the
/// input on return; tensor gradients are added to `tensors`.
void backward(const Network& network, std::size_t from, std::size_t to, const Outputs& outputs,
              Eigen::MatrixXf& grad, std::span<float> tensors);

/// Adam (Kingma and Ba 2015) with β = (0.9, 0.999), ε = 1e-8.
class Adam {
 public:
  explicit Adam(double rate) : rate_(rate) {}
  void step(std::span<float> values, std::span<const float> gradient);

 private:
  double rate_;
  int steps_ = 0;
  std::vector<float> first_;
  std::vector<float> second_;
};

}  // namespace gnac::detail
