#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnac/options.h"

namespace gnac {

/// The inputs that a rule sees and the output that is read (docs/method.md).
enum class RuleForm {
  published,  ///< sees coordinates; trained on the data at hand; read by distances of domain states
  universal,  ///< sees scale-free features; trained once on synthetic problems; read by conductance
};

/// The form and the dimensions, which determine a rule's tensors.
struct RuleShape {
  RuleForm form = RuleForm::published;
  int features = 0;       ///< d: coordinates (published) or features of a cell (universal)
  int edge_features = 3;  ///< of g_ij; the published form has three
  int hidden = 48;        ///< d_h
  int domain = 8;         ///< d_z; universal: 0
  int seed_dim = 4;       ///< d_ξ; universal: 0
  int width = 16;         ///< W
  Activation activation = Activation::tanh;
  bool sum = false;       ///< universal: f_e also sees h_i + h_j
  bool openness = false;  ///< universal: f_h also sees the mean conductance of the cell's edges
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

/// The table of tensors: names, shapes and places in the flat arena. Weights, gradients and
/// both AdamW moments share it.
///
///     for (const gnac::Tensor& tensor : gnac::rule_table(model.rule.shape))
///       model.rule.values[tensor.offset];  // the first value of tensor.name
std::vector<Tensor> rule_table(const RuleShape& shape);

/// The row of a rule_table() with this name; throws Error when there is none.
const Tensor& find_tensor(const std::vector<Tensor>& table, std::string_view name);

/// x → (x - mean) / deviation of each feature. Empty: the identity.
struct Standardisation {
  std::vector<float> mean;
  std::vector<float> deviation;
  bool operator==(const Standardisation&) const = default;
};

/// A trained transition rule: everything needed to use it on new points.
struct Rule {
  RuleShape shape;
  double update_scale = 0.15;  ///< η
  double seed_scale = 0.10;    ///< s_ξ
  int neighbors = 20;          ///< k: published: of the graph it was trained on; universal: advised
  int steps = 0;               ///< universal: steps of its evolution
  std::uint64_t seed = 7;      ///< of its training
  InputScaling scaling;        ///< published: applied to raw points before the rule sees them
  Standardisation cell, edge;  ///< universal: of the cell and edge features
  std::string feature_set;     ///< universal: which features it sees, "coordinates" or "graph"
  std::vector<float> values;   ///< the arena, laid out by rule_table(shape)
};

}  // namespace gnac
