#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/options.h"

namespace gnac {

/// The dimensions that fix a rule's tensors.
struct RuleShape {
  int features = 0;  ///< d
  int hidden = 48;   ///< d_h
  int domain = 8;    ///< d_z
  int seed_dim = 4;  ///< d_ξ
  int width = 16;    ///< W
  Activation activation = Activation::tanh;
  bool operator==(const RuleShape&) const = default;
};

/// One tensor of a rule: a rows×cols matrix, or a vector when cols is 0, at `offset` in the arena.
struct Tensor {
  std::string name;  ///< as a PyTorch module would call it, e.g. "fe.0.weight"
  int rows = 0;
  int cols = 0;  ///< 0: a vector of `rows` values
  std::size_t offset = 0;
  int fan_in = 0;  ///< inputs of the linear map it belongs to

  std::size_t size() const { return static_cast<std::size_t>(rows) * (cols == 0 ? 1 : cols); }
};

/// The one table of tensors: names, shapes and places in the flat arena. Weights, gradients and
/// both AdamW moments share it.
std::vector<Tensor> rule_table(const RuleShape& shape);

/// The row of a rule_table() with this name; throws Error when there is none.
const Tensor& find_tensor(const std::vector<Tensor>& table, std::string_view name);

/// A trained transition rule: everything needed to use it on new points.
struct Rule {
  RuleShape shape;
  double update_scale = 0.15;  ///< η
  double seed_scale = 0.10;    ///< s_ξ
  int neighbors = 20;          ///< k of the graph it was trained on
  std::uint64_t seed = 7;      ///< of its training
  InputScaling scaling;        ///< applied to raw points before the rule sees them
  std::vector<float> values;   ///< the arena, laid out by rule_table(shape)
};

}  // namespace gnac
