#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/cells.h"
#include "automaton/packed_rule.h"
#include "gnac/rule.h"
#include "support/aligned.h"
#include "support/team.h"

namespace gnac::detail {

/// Scratch of one thread: matrices of kBlock rows.
struct Scratch {
  Buffer<float> message, openness, in_h, in_z, pre_h, pre_z, act_h, act_z, out_h, out_z;
  Buffer<float> d_out, d_pre, d_in, d_hidden;
  Buffer<float> u, delta, pre_e, du, fixed_in;
  Buffer<float> dlogit;
};

/// Values of f_h for some cells, a row each: pre-activations and activations (width) and the
/// update Δh (padded d_h). Null: not kept.
struct HiddenRows {
  float* pre = nullptr;
  float* act = nullptr;
  float* out = nullptr;
};

/// Values of the forward pass that the adjoint of one step needs: the states before and after it,
/// the conductances, the mean messages (n×row) and, if the rule sees it, the openness (n). The
/// universal form, whose training graphs fit in cache, also keeps what its networks computed; the
/// published form recomputes that.
struct StepTape {
  const float* state = nullptr;
  const float* next = nullptr;
  const float* alpha = nullptr;
  const float* message = nullptr;
  const float* openness = nullptr;
  float* edge_pre = nullptr;  ///< edges×width: pre-activations of f_e; the adjoint overwrites them
  HiddenRows hidden = {};     ///< of all cells
};

/// The arrays that an automaton keeps besides cells and states, from the least memory to the most.
enum class Keeps {
  nothing,  ///< the shares of the first maps that do not change are recomputed in every step
  shares,   ///< those shares, unless there are very many edges
  adjoint,  ///< the shares, and what training needs
};

/// The cell step of one rule on one graph, and its adjoint, in single precision. States are n rows
/// of `cells.row` floats [h | z | zeros]. The double-precision twins are twin.h and
/// universal_twin.h of tests/twins; this differs from them only in blocking and in the order of
/// sums.
///
/// One epoch is: set_rule, initial_state, (conductance, update) × T, then begin_adjoint,
/// step_adjoint × T in reverse, initial_adjoint, gradient. The universal form is read by the logits
/// of the last state: logits after the T updates, logits_adjoint before the first step_adjoint.
class Automaton {
 public:
  Automaton(const Cells& cells, const RuleShape& shape, double update_scale, double seed_scale,
            Keeps keeps, Team& team);

  /// Take the values of a rule, and compute the share of the first maps that does not change within
  /// a rollout: of x in f_h and f_z, of |Δx| and g in f_e.
  void set_rule(std::span<const float> values);

  /// Published: h⁰ = tanh(f_x(x) + s_ξ f_ξ(ξ)), z⁰ = f_z0([x, s_ξ ξ]); xi is n×d_ξ in the order of
  /// the cells. Universal: h⁰ = tanh f_x(c); xi is ignored.
  void initial_state(float* state, const float* xi = nullptr);

  /// α of every edge at this state; in training also the pre-activations of f_e, edges×width.
  void conductance(float* alpha, const float* state, float* edge_pre = nullptr);

  /// α of the edges that are not late (a block of edges that has some of both is late), or, once
  /// the late cells' states are there, of the others.
  enum class Edges { all, on_time, late };
  void conductance(float* alpha, const float* state, Edges which);

  /// The logits whose sigmoid is α.
  void logits(float* logit, const float* state, float* edge_pre = nullptr);

  /// The next state of all cells but the late ones, given the conductances of this one; in training
  /// also the mean messages, n×row, the openness, n, and what f_h computed.
  void update(float* next, const float* state, const float* alpha, float* message = nullptr,
              float* openness = nullptr, HiddenRows hidden = {});

  void begin_adjoint();

  /// From the gradient of the logits of a state to that of the state. Overwrites d_state and the
  /// pre-activations that logits() kept.
  void logits_adjoint(float* d_state, const float* state, float* edge_pre, const float* d_logit);

  /// From d_next, the gradient of the next state, to d_state, the gradient of the state.
  void step_adjoint(float* d_state, const float* d_next, const StepTape& step);

  /// The end of the backward pass: the initial state, and the shares that did not change within the
  /// rollout.
  void initial_adjoint(const float* d_state, const float* state, const float* xi = nullptr);

  /// The gradient of every value of the rule, in the layout of rule_table().
  void gradient(std::span<double> out);

  const Cells& cells() const { return cells_; }
  Team& team() const { return team_; }

  /// Bytes that an automaton of this shape keeps for this many cells and edges.
  static double bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges, Keeps keeps);

 private:
  using Network = PackedLayout::Network;
  Scratch& scratch(int thread) { return scratch_[static_cast<std::size_t>(thread)]; }
  bool published() const { return layout_.shape.form == RuleForm::published; }
  EdgeHead head() const;
  void fixed_edge_input(float* out, std::int64_t block) const;
  void share_sums(const float* state, std::int64_t first, std::int64_t last);
  void edge_pass(float* out, const float* state, float* edge_pre, bool sigmoid, Edges which);
  void fixed_share(float* out, const Network& net, const float* in, int columns, int rows);
  void fixed_edge_share(float* out, Scratch& s, std::int64_t block);
  void edge_preactivation(float* pre, const float* u, const float* fixed, std::int64_t block);
  void first_map(float* pre, const Network& net, MatrixView input, int inputs, MatrixView fixed,
                 int count);
  void second_map(float* out, const Network& net, const float* act, int count);
  /// Features and scaled seeds of `count` cells from `begin` on, side by side, in s.fixed_in.
  void initial_inputs(Scratch& s, const float* xi, std::int64_t begin, int count) const;
  void initial_published(Scratch& s, float* state, const float* xi, std::int64_t begin, int count);
  void initial_universal(Scratch& s, float* state, std::int64_t begin, int count);
  HiddenRows hidden_rows(Scratch& s, const HiddenRows& kept, std::int64_t begin) const;
  void hidden_input(Scratch& s, const float* state, const float* message, const float* openness,
                    std::int64_t begin, int count);
  void forward_hidden(Scratch& s, const HiddenRows& to, std::int64_t begin, int count);
  void new_hidden(Scratch& s, const float* state, const float* update, std::int64_t begin,
                  int count);
  void forward_domain(Scratch& s, const float* state, const float* message, MatrixView new_hidden,
                      std::int64_t begin, int count);

  /// One network in the backward pass (see adjoint.cpp).
  struct NetworkAdjoint {
    const Network& net;
    int outputs = 0;
    MatrixView input = {};
    int inputs = 0;
    const float* pre = nullptr;
    const float* act = nullptr;
    float* d_fixed = nullptr;
  };
  void add_product(float* lane, const Packed& to, MatrixView a, const float* b, int count);
  void add_columns(float* lane, const Packed& to, const float* b, int count);
  void network_adjoint(Scratch& s, float* lane, const NetworkAdjoint& n, int count);
  void adjoint_domain(Scratch& s, float* lane, float* d_state, const float* d_next,
                      const StepTape& step, std::int64_t begin, int count);
  void adjoint_hidden(Scratch& s, float* lane, float* d_state, const HiddenRows& rows,
                      const StepTape& step, std::int64_t begin, int count);
  void adjoint_edges(Scratch& s, float* lane, float* pre, const StepTape& step,
                     const float* d_logit, std::int64_t block);
  void edges_adjoint_in_rounds(float* d_state, const StepTape& step);
  void edges_adjoint(float* d_state, const StepTape& step, const float* d_logit);
  void sums_adjoint(float* d_state, const float* state);
  void adjoint_initial_published(Scratch& s, float* lane, const float* d_state, const float* state,
                                 const float* xi, std::int64_t begin, int count);
  void adjoint_initial_universal(Scratch& s, float* lane, const float* d_state, const float* state,
                                 std::int64_t begin, int count);
  void fixed_adjoint_cells(float* lane, std::int64_t begin, int count);
  void fixed_adjoint_edges(Scratch& s, float* lane, std::int64_t block);
  template <class Fn>
  void for_lanes(std::int64_t lanes, std::int64_t blocks, const Fn& fn);

  const Cells& cells_;
  PackedLayout layout_;
  PackedRule rule_;
  const Kernels& kernels_;
  Team& team_;
  float eta_;
  float seed_scale_;

  std::vector<Scratch> scratch_;
  Buffer<float> fixed_e_;  ///< edges×width: bias and share of |Δx|, g; empty if it is not kept
  Buffer<float> fixed_h_;  ///< n×width: bias and share of x; empty if it is not kept
  Buffer<float> fixed_z_;
  Buffer<float> sums_;  ///< n×width: share of h in f_e if it sees h_i + h_j

  // Training only.
  ScatterPlan plan_;                  ///< published form
  std::vector<Buffer<float>> lanes_;  ///< packed gradients
  Buffer<float> d_fixed_e_, d_fixed_h_, d_fixed_z_;
  Buffer<float> d_sums_;             ///< n×width
  Buffer<float> message_gradient_;   ///< n×row: gradient of the mean message over degree
  Buffer<float> openness_gradient_;  ///< n: gradient of the mean conductance over degree
  Buffer<float> edge_vectors_;       ///< of one round: slots×row; published form
  Buffer<float> ones_;               ///< kBlock ones: a column sum is a product with them
};

}  // namespace gnac::detail
