#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/cells.h"
#include "automaton/packed_rule.h"
#include "automaton/relu_tables.h"
#include "gnac/rule.h"
#include "support/aligned.h"
#include "support/team.h"

namespace gnac {

/// Scratch of one thread: matrices of kBlock rows.
struct Scratch {
  Buffer<float> message, in_h, in_z, pre_h, pre_z, act_h, act_z, out_h, out_z;
  Buffer<float> d_out, d_pre, d_in, d_hidden;
  Buffer<float> u, delta, pre_e, du, fixed_in;
  Buffer<float> dlogit;
};

/// The cell step of one rule on one graph, and its adjoint, in single precision. States are n rows
/// of `cells.row` floats [h | z | zeros]. The double-precision twin is automaton/twin.h; this
/// differs from it in blocking and in the order of sums alone.
///
/// One epoch is: set_rule, initial_state, step × T, then begin_adjoint, step_adjoint × T in
/// reverse, initial_adjoint, gradient.
class Automaton {
 public:
  /// `training`: reserve what the adjoint needs.
  Automaton(const Cells& cells, const RuleShape& shape, double update_scale, double seed_scale,
            bool training, Team& team);

  /// Take the values of a rule, and compute the share of the first maps that does not change within
  /// a rollout: of x in f_h and f_z, of |Δx| and g in f_e.
  void set_rule(std::span<const float> values);

  /// h⁰ = tanh(f_x(x) + s_ξ f_ξ(ξ)), z⁰ = f_z0([x, s_ξ ξ]); xi is n×d_ξ in the order of the cells.
  void initial_state(float* state, const float* xi);

  /// α of every edge at this state; in training with ReLU also the bits of the active units of f_e,
  /// mask_bytes() per edge.
  void conductance(float* alpha, const float* state, std::uint8_t* mask = nullptr);

  /// Bytes of mask per edge and step: 0 unless the activation is ReLU.
  static int mask_bytes(const RuleShape& shape);

  /// The next state, given the conductances of this one; in training also the mean messages, n×row.
  void update(float* next, const float* state, const float* alpha, float* message = nullptr);

  void begin_adjoint();

  /// From d_next, the gradient of the next state, to d_state, the gradient of the state. With ReLU,
  /// alpha is overwritten by the gradient of each edge's logit.
  void step_adjoint(float* d_state, const float* d_next, const float* state, const float* next,
                    float* alpha, const float* message, const std::uint8_t* mask);

  /// The end of the way back: initial state, and the shares that did not change within the rollout.
  /// alphas and masks are those of all steps, as step_adjoint left them.
  void initial_adjoint(const float* d_state, const float* state, const float* xi,
                       const float* alphas, const std::uint8_t* masks, int steps);

  /// The gradient of every value of the rule, in the layout of rule_table().
  void gradient(std::span<double> out);

  /// Bytes that an automaton of this shape keeps for this many cells and edges.
  static double bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges, bool training);

 private:
  Scratch& scratch(int thread) { return scratch_[static_cast<std::size_t>(thread)]; }
  void fixed_edge_input(float* out, std::int64_t block) const;
  void forward_cells(Scratch& s, const float* state, const float* message, const float* new_hidden,
                     std::int64_t begin, int count);
  void adjoint_cells(Scratch& s, float* lane, float* d_state, const float* d_next,
                     const float* state, const float* next, const float* message,
                     std::int64_t begin, int count);
  void adjoint_edges(Scratch& s, float* lane, float* out, const float* state, const float* alpha,
                     std::int64_t block);
  void adjoint_initial_cells(Scratch& s, float* lane, const float* d_state, const float* state,
                             const float* xi, std::int64_t begin, int count);
  void fixed_adjoint_cells(Scratch& s, float* lane, std::int64_t begin, int count);
  void fixed_adjoint_edges(Scratch& s, float* lane, std::int64_t block);
  void fixed_adjoint_edges_relu(Scratch& s, float* lane, const float* dlogits,
                                const std::uint8_t* masks, int steps, std::int64_t block);
  void finish_relu(std::span<double> packed_gradient);
  bool relu() const { return layout_.shape.activation == Activation::relu; }

  const Cells& cells_;
  PackedLayout layout_;
  PackedRule rule_;
  const Kernels& kernels_;
  Team& team_;
  float eta_;
  float seed_scale_;

  std::vector<Scratch> scratch_;
  Buffer<float> fixed_e_;  ///< edges×width: bias and share of |Δx|, g
  Buffer<float> fixed_h_;  ///< n×width: bias and share of x
  Buffer<float> fixed_z_;

  // Training only.
  ScatterPlan plan_;
  std::vector<Buffer<float>> lanes_;  ///< packed gradients
  Buffer<float> d_fixed_e_, d_fixed_h_, d_fixed_z_;
  Buffer<float> message_gradient_;        ///< n×row: gradient of the mean message over degree
  Buffer<float> edge_vectors_;            ///< of one round: slots×row
  Buffer<float> relu_table_;              ///< F of relu_tables.h
  std::vector<Buffer<float>> relu_sums_;  ///< S of relu_tables.h, per lane
  Buffer<float> ones_;                    ///< kBlock ones: a column sum is a product with them
};

}  // namespace gnac
