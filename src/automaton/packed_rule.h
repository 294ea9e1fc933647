#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/rule.h"
#include "support/aligned.h"
#include "support/team.h"

namespace gnac::detail {

/// A matrix in a packed arena: rows×cols row-major, cols a multiple of kLane, padding zero.
struct Packed {
  std::size_t at = 0;
  int rows = 0;
  int cols = 0;
};

/// Where the rule's tensors lie for the kernels: inputs are rows (the transpose of PyTorch's
/// layout), columns are padded, and a network's first map is split by its inputs, so that the share
/// of those that do not change within a rollout can be computed once per epoch.
///
/// A cell's state row is [h | z | zeros] of `row` floats; "dynamic" inputs of f_e are |Δ| of two
/// such rows, of f_h [state row | mean message of h | openness], of f_z [state row with the new h |
/// mean message of z]. The universal form has no z: networks f_z0 and f_z and the maps of x and ξ
/// are empty, and h⁰ comes from the network f_x0.
struct PackedLayout {
  explicit PackedLayout(const RuleShape& shape);

  int dynamic_h() const { return row + shape.hidden + (shape.openness ? 1 : 0); }

  RuleShape shape;
  int row = 0;     ///< padded(d_h + d_z)
  int width = 0;   ///< padded(W)
  int hidden = 0;  ///< padded(d_h)
  int domain = 0;  ///< padded(d_z)
  int in_h = 0;    ///< padded(row + d_h + openness): stride of f_h's dynamic input
  int in_z = 0;    ///< padded(row + d_z): stride of f_z's dynamic input

  // Each as in fx: weight and bias; a network has first, bias1, second, bias2.
  Packed x_weight, x_bias, xi_weight, xi_bias;
  struct Network {
    Packed dynamic;  ///< share of the changing inputs; empty for f_z0 and f_x0
    Packed fixed;  ///< share of x (f_h, f_z, f_x0), of |Δx| and g (f_e), of x and s_ξ·ξ (f_z0)
    Packed bias1;
    Packed second;  ///< W×out; for f_e its transpose, 1×W
    Packed bias2;
    Packed dynamic_t;  ///< in the transposed arena: W×inputs
    Packed second_t;   ///< in the transposed arena: out×W
  };
  Network x0, z0, e, h, z;
  Packed sum;    ///< row×W: share of h_i + h_j in f_e, a product per cell
  Packed sum_t;  ///< in the transposed arena

  std::size_t size = 0;                        ///< floats of a packed arena
  std::size_t transposed_size = 0;             ///< floats of the transposed arena
  std::vector<std::int32_t> place;             ///< of each arena value in the packed arena
  std::vector<std::int32_t> transposed_place;  ///< in the transposed arena, or -1
};

/// The values of a rule, packed.
struct PackedRule {
  Buffer<float> values;
  Buffer<float> transposed;

  const float* operator()(const Packed& p) const { return values.data() + p.at; }
  const float* t(const Packed& p) const { return transposed.data() + p.at; }
};

void pack(PackedRule& packed, const PackedLayout& layout, std::span<const float> values);

/// Sum of the lanes' packed gradients, in the order of the lanes.
std::vector<double> sum_lanes(std::span<const Buffer<float>> lanes, Team& team);

/// A packed gradient in the layout of rule_table().
void unpack(std::span<double> gradient, const PackedLayout& layout, std::span<const double> packed);

}  // namespace gnac::detail
