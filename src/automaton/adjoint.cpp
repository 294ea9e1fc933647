// The adjoint of the cell step and of the initial state. Gradients are derived in docs/method.md,
// "The adjoint" and "The universal form"; twins: tests/twins, backward halves.
// d_q is the gradient of the loss with respect to q.
#include <algorithm>
#include <cstring>

#include "automaton/automaton.h"

namespace gnac::detail {

// Calls fn(lane's gradient, block, scratch) for all blocks; each lane has a fixed range of them.
template <class Fn>
void Automaton::for_lanes(std::int64_t lanes, std::int64_t blocks, const Fn& fn) {
  team_.for_each(lanes, [&](std::int64_t lane, int thread) {
    const std::int64_t end = blocks * (lane + 1) / lanes;
    for (std::int64_t b = blocks * lane / lanes; b < end; ++b) {
      fn(lanes_[lane].data(), b, scratch(thread));
    }
  });
}

void Automaton::begin_adjoint() {
  const auto zero = [&](Buffer<float>& buffer) {
    team_.for_blocks(std::ssize(buffer), 1 << 16, [&](auto begin, auto end, int) {
      std::fill(buffer.begin() + begin, buffer.begin() + end, 0.0f);
    });
  };
  for (Buffer<float>* b : {&d_fixed_e_, &d_fixed_h_, &d_fixed_z_}) zero(*b);
  for (auto& lane : lanes_) zero(lane);
}

// The gradient of a matrix: += aᵀ·b over a block's rows.
void Automaton::add_product(float* lane, const Packed& to, MatrixView a, const float* b,
                            int count) {
  kernels_.gemm({.a = a,
                 .transpose_a = true,
                 .b = {b, to.cols},
                 .init = {lane + to.at, to.cols},
                 .c = {lane + to.at, to.cols},
                 .m = to.rows,
                 .k = count,
                 .n = to.cols});
}

// The gradient of a bias: += column sums of b.
void Automaton::add_columns(float* lane, const Packed& to, const float* b, int count) {
  add_product(lane, to, {ones_.data(), 1}, b, count);
}

// From the gradient of a network's output (s.d_out) to that of its dynamic input (s.d_in); the
// weights' gradients go to the lane, that of the pre-activation is added to d_fixed.
void Automaton::network_adjoint(Scratch& s, float* lane, const NetworkAdjoint& n, int count) {
  const PackedLayout& l = layout_;
  const Network& net = n.net;
  kernels_.gemm({.a = {n.act, l.width},
                 .transpose_a = true,
                 .b = {s.d_out.data(), net.second.cols},
                 .init = {lane + net.second.at, net.second.cols},
                 .c = {lane + net.second.at, net.second.cols},
                 .m = l.shape.width,
                 .k = count,
                 .n = net.second.cols});
  add_columns(lane, net.bias2, s.d_out.data(), count);
  kernels_.gemm({.a = {s.d_out.data(), net.second.cols},
                 .b = {rule_.t(net.second_t), l.width},
                 .c = {s.d_pre.data(), l.width},
                 .m = count,
                 .k = n.outputs,
                 .n = l.width});
  kernels_.activate_adjoint(s.d_pre.data(), n.pre, count * l.width, l.shape.activation);
  if (n.d_fixed != nullptr) {
    for (std::ptrdiff_t c = 0; c < static_cast<std::ptrdiff_t>(count) * l.width; ++c)
      n.d_fixed[c] += s.d_pre[c];
  }
  if (n.inputs == 0) return;
  kernels_.gemm({.a = n.input,
                 .transpose_a = true,
                 .b = {s.d_pre.data(), l.width},
                 .init = {lane + net.dynamic.at, l.width},
                 .c = {lane + net.dynamic.at, l.width},
                 .m = n.inputs,
                 .k = count,
                 .n = l.width});
  kernels_.gemm({.a = {s.d_pre.data(), l.width},
                 .b = {rule_.t(net.dynamic_t), net.dynamic_t.cols},
                 .c = {s.d_in.data(), net.dynamic_t.cols},
                 .m = count,
                 .k = l.width,
                 .n = net.dynamic_t.cols});
}

// z' = z + ηΔz, Δz = tanh(o): writes the z columns of d_state and of the message's gradient, and
// the gradient of the new h, including its part of d_next, to s.d_hidden.
void Automaton::adjoint_domain(Scratch& s, float* lane, float* d_state, const float* d_next,
                               const StepTape& step, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  forward_domain(s, step.state, step.message + begin * l.row, {step.next + begin * l.row, l.row},
                 begin, count);
  for (int r = 0; r < count; ++r) {
    const float* dn = d_next + (begin + r) * l.row + dh;
    float* to = s.d_out.data() + r * l.domain;
    const float* dz_out = s.out_z.data() + r * l.domain;
    for (int c = 0; c < dz; ++c) to[c] = eta_ * dn[c] * (1.0f - dz_out[c] * dz_out[c]);
    for (int c = dz; c < l.domain; ++c) to[c] = 0.0f;
  }
  network_adjoint(s, lane,
                  {.net = l.z,
                   .outputs = dz,
                   .input = {s.in_z.data(), l.in_z},
                   .inputs = l.row + dz,
                   .pre = s.pre_z.data(),
                   .act = s.act_z.data(),
                   .d_fixed = d_fixed_z_.data() + begin * l.width},
                  count);
  for (int r = 0; r < count; ++r) {
    const float* d_in = s.d_in.data() + r * l.in_z;
    const float* dn = d_next + (begin + r) * l.row;
    float* ds = d_state + (begin + r) * l.row;
    float* g = message_gradient_.data() + (begin + r) * l.row;
    for (int c = 0; c < dz; ++c) ds[dh + c] = dn[dh + c] + d_in[dh + c];
    for (int c = 0; c < dz; ++c) g[dh + c] = d_in[l.row + c];
    for (int c = 0; c < dh; ++c) s.d_hidden[r * l.hidden + c] = dn[c] + d_in[c];
  }
}

// h' = tanh(h + ηΔh), Δh = tanh(o), from the gradient of h' in s.d_hidden.
void Automaton::adjoint_hidden(Scratch& s, float* lane, float* d_state, const HiddenRows& rows,
                               const StepTape& step, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  for (int r = 0; r < count; ++r) {
    const float* h_new = step.next + (begin + r) * l.row;
    float* ds = d_state + (begin + r) * l.row;
    float* to = s.d_out.data() + r * l.hidden;
    const float* dh_out = rows.out + r * l.hidden;
    for (int c = 0; c < dh; ++c) {
      const float outer = s.d_hidden[r * l.hidden + c] * (1.0f - h_new[c] * h_new[c]);
      ds[c] = outer;
      to[c] = eta_ * outer * (1.0f - dh_out[c] * dh_out[c]);
    }
    for (int c = dh; c < l.hidden; ++c) to[c] = 0.0f;
  }
  network_adjoint(s, lane,
                  {.net = l.h,
                   .outputs = dh,
                   .input = {s.in_h.data(), l.in_h},
                   .inputs = l.dynamic_h(),
                   .pre = rows.pre,
                   .act = rows.act,
                   .d_fixed = d_fixed_h_.data() + begin * l.width},
                  count);
  for (int r = 0; r < count; ++r) {
    const float* d_in = s.d_in.data() + r * l.in_h;
    const std::int64_t v = begin + r;
    float* ds = d_state + v * l.row;
    float* g = message_gradient_.data() + v * l.row;
    for (int c = 0; c < dh + dz; ++c) ds[c] += d_in[c];
    for (int c = 0; c < dh; ++c) g[c] = d_in[l.row + c];
    const std::int64_t degree = cells_.offset[v + 1] - cells_.offset[v];
    const float share = degree > 0 ? 1.0f / static_cast<float>(degree) : 0.0f;
    for (int c = 0; c < dh + dz; ++c) g[c] *= share;
    if (l.shape.openness) openness_gradient_[v] = share * d_in[l.row + dh];
  }
}

// From messages and logits of a block of edges to s.message, s.delta and s.du: the signed vector
// message + sign(delta)·du is added to the first end and taken from the second. `pre` holds the
// pre-activations of f_e and becomes their gradient. The gradient of the logits is that of the
// messages, or d_logit if it is given.
void Automaton::adjoint_edges(Scratch& s, float* lane, float* pre, const StepTape& step,
                              const float* d_logit, std::int64_t block) {
  const PackedLayout& l = layout_;
  const EdgeBlock edges = cells_.block(block);
  const std::int64_t at = block * kBlock;
  float* d_fixed = d_fixed_e_.data() + at * l.width;
  prefetch(d_fixed, edges.count * l.width);
  kernels_.edge_message_adjoint({.delta = s.delta.data(),
                                 .u = s.u.data(),
                                 .message = s.message.data(),
                                 .dlogit = s.dlogit.data(),
                                 .state = step.state,
                                 .g = message_gradient_.data(),
                                 .q = l.shape.openness ? openness_gradient_.data() : nullptr,
                                 .alpha = step.alpha + at,
                                 .row = l.row,
                                 .edges = edges});
  const float* dlogit = d_logit != nullptr ? d_logit + at : s.dlogit.data();
  if (step.edge_pre == nullptr) {
    edge_preactivation(pre, s.u.data(), fixed_e_.data() + at * l.width, block);
  }
  kernels_.edge_logit_adjoint({.pre = pre,
                               .dfixed = d_fixed,
                               .dw2 = lane + l.e.second.at,
                               .dlogit = dlogit,
                               .head = head(),
                               .count = edges.count});
  float d_bias = lane[l.e.bias2.at];
  for (int e = 0; e < edges.count; ++e) d_bias += dlogit[e];
  lane[l.e.bias2.at] = d_bias;
  add_product(lane, l.e.dynamic, {s.u.data(), l.row}, pre, edges.count);
  kernels_.gemm({.a = {pre, l.width},
                 .b = {rule_.t(l.e.dynamic_t), l.row},
                 .c = {s.du.data(), l.row},
                 .m = edges.count,
                 .k = l.width,
                 .n = l.row});
}

// Messages and conductances of every edge, round by round; adds to d_state. For one graph that all
// threads work on.
void Automaton::edges_adjoint_in_rounds(float* d_state, const StepTape& step) {
  const PackedLayout& l = layout_;
  for (std::size_t r = 0; r < plan_.rounds.size(); ++r) {
    const ScatterPlan::Round& round = plan_.rounds[r];
    const std::int64_t blocks = round.blocks_end - round.blocks_begin;
    for_lanes(std::min<std::int64_t>(std::ssize(lanes_), blocks), blocks,
              [&](float* lane, std::int64_t b, Scratch& s) {
                const std::int64_t block = plan_.block[round.blocks_begin + b];
                prefetch(fixed_e_.data() + block * kBlock * l.width,
                         cells_.block(block).count * l.width);
                adjoint_edges(s, lane, s.pre_e.data(), step, nullptr, block);
                kernels_.add_signed(edge_vectors_.data() + b * kBlock * l.row, s.message.data(),
                                    s.delta.data(), s.du.data(), cells_.block(block).count * l.row);
              });
    constexpr std::int64_t kCellsPerItem = 256;
    const std::int32_t* start =
        plan_.start.data() + round.cells_begin + static_cast<std::int64_t>(r);
    team_.for_blocks(
        round.cells_end - round.cells_begin, kCellsPerItem, [&](auto begin, auto end, int) {
          kernels_.gather_signed({.to = d_state,
                                  .from = edge_vectors_.data(),
                                  .row = l.row,
                                  .node = plan_.cell.data() + round.cells_begin + begin,
                                  .start = start + begin,
                                  .entry = plan_.entry.data() + plan_.entries_begin[r],
                                  .cells = static_cast<int>(end - begin)});
        });
  }
}

// The same in the universal form, edge by edge in their order: one lane, so one thread.
void Automaton::edges_adjoint(float* d_state, const StepTape& step, const float* d_logit) {
  const PackedLayout& l = layout_;
  std::fill(d_sums_.begin(), d_sums_.end(), 0.0f);
  for_lanes(1, cells_.edge_blocks(), [&](float* lane, std::int64_t b, Scratch& s) {
    float* pre = step.edge_pre + b * kBlock * l.width;
    adjoint_edges(s, lane, pre, step, d_logit, b);
    kernels_.edge_scatter({.d_state = d_state,
                           .d_sums = l.shape.sum ? d_sums_.data() : nullptr,
                           .message = s.message.data(),
                           .delta = s.delta.data(),
                           .du = s.du.data(),
                           .d_pre = pre,
                           .row = l.row,
                           .width = l.width,
                           .edges = cells_.block(b)});
  });
  if (l.shape.sum) sums_adjoint(d_state, step.state);
}

// The product per cell: d_h += W1ˢᵀ·d_sums, dW1ˢ += hᵀ·d_sums.
void Automaton::sums_adjoint(float* d_state, const float* state) {
  const PackedLayout& l = layout_;
  for_lanes(std::ssize(lanes_), cells_.cell_blocks(), [&](float* lane, std::int64_t b, Scratch&) {
    const std::int64_t begin = b * kBlock;
    const auto count = static_cast<int>(std::min<std::int64_t>(kBlock, cells_.n - begin));
    const float* d_sums = d_sums_.data() + begin * l.width;
    float* ds = d_state + begin * l.row;
    add_product(lane, l.sum, {state + begin * l.row, l.row}, d_sums, count);
    kernels_.gemm({.a = {d_sums, l.width},
                   .b = {rule_.t(l.sum_t), l.row},
                   .init = {ds, l.row},
                   .c = {ds, l.row},
                   .m = count,
                   .k = l.width,
                   .n = l.row});
  });
}

void Automaton::logits_adjoint(float* d_state, const float* state, float* edge_pre,
                               const float* d_logit) {
  std::fill(d_state, d_state + cells_.n * layout_.row, 0.0f);
  std::fill(message_gradient_.begin(), message_gradient_.end(), 0.0f);
  std::fill(openness_gradient_.begin(), openness_gradient_.end(), 0.0f);
  // No message follows the last logits: G = 0, so any value will do for α.
  edges_adjoint(d_state, {.state = state, .alpha = d_logit, .edge_pre = edge_pre}, d_logit);
}

void Automaton::step_adjoint(float* d_state, const float* d_next, const StepTape& step) {
  const PackedLayout& l = layout_;
  for_lanes(std::ssize(lanes_), cells_.cell_blocks(), [&](float* lane, std::int64_t b, Scratch& s) {
    const std::int64_t begin = b * kBlock;
    const auto count = static_cast<int>(std::min<std::int64_t>(kBlock, cells_.n - begin));
    const HiddenRows rows = hidden_rows(s, step.hidden, begin);
    hidden_input(s, step.state, step.message + begin * l.row,
                 l.shape.openness ? step.openness + begin : nullptr, begin, count);
    if (step.hidden.pre == nullptr) forward_hidden(s, rows, begin, count);
    std::fill(d_state + begin * l.row, d_state + (begin + count) * l.row, 0.0f);
    std::fill(message_gradient_.begin() + begin * l.row,
              message_gradient_.begin() + (begin + count) * l.row, 0.0f);
    if (published()) {
      adjoint_domain(s, lane, d_state, d_next, step, begin, count);
    } else {  // row = padded(d_h)
      std::memcpy(s.d_hidden.data(), d_next + begin * l.row, sizeof(float) * count * l.row);
    }
    adjoint_hidden(s, lane, d_state, rows, step, begin, count);
  });
  if (published()) {
    edges_adjoint_in_rounds(d_state, step);
  } else {
    edges_adjoint(d_state, step, nullptr);
  }
}

void Automaton::adjoint_initial_published(Scratch& s, float* lane, const float* d_state,
                                          const float* state, const float* xi, std::int64_t begin,
                                          int count) {
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  const int inputs = d + l.shape.seed_dim;
  initial_inputs(s, xi, begin, count);
  const float* in = s.fixed_in.data();
  for (int r = 0; r < count; ++r) {
    const float* ds = d_state + (begin + r) * l.row;
    const float* own = state + (begin + r) * l.row;
    float* to = s.d_hidden.data() + r * l.hidden;
    for (int c = 0; c < dh; ++c) to[c] = ds[c] * (1.0f - own[c] * own[c]);
    for (int c = dh; c < l.hidden; ++c) to[c] = 0.0f;
    float* dz_to = s.d_out.data() + r * l.domain;
    for (int c = 0; c < dz; ++c) dz_to[c] = ds[dh + c];
    for (int c = dz; c < l.domain; ++c) dz_to[c] = 0.0f;
  }
  add_product(lane, l.x_weight, {in, inputs}, s.d_hidden.data(), count);
  add_product(lane, l.xi_weight, {in + d, inputs}, s.d_hidden.data(), count);
  add_columns(lane, l.x_bias, s.d_hidden.data(), count);
  for (int r = 0; r < count; ++r) {
    for (int c = 0; c < l.hidden; ++c)
      lane[l.xi_bias.at + c] += seed_scale_ * s.d_hidden[r * l.hidden + c];
  }
  first_map(s.pre_z.data(), l.z0, {in, inputs}, inputs, {rule_(l.z0.bias1), 0}, count);
  kernels_.activate(s.act_z.data(), s.pre_z.data(), count * l.width, l.shape.activation);
  network_adjoint(
      s, lane, {.net = l.z0, .outputs = dz, .pre = s.pre_z.data(), .act = s.act_z.data()}, count);
  add_product(lane, l.z0.fixed, {in, inputs}, s.d_pre.data(), count);
  add_columns(lane, l.z0.bias1, s.d_pre.data(), count);
}

void Automaton::adjoint_initial_universal(Scratch& s, float* lane, const float* d_state,
                                          const float* state, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  initial_universal(s, nullptr, begin, count);
  for (std::ptrdiff_t c = 0; c < static_cast<std::ptrdiff_t>(count) * l.row; ++c) {
    const float h = state[begin * l.row + c];
    s.d_out[c] = d_state[begin * l.row + c] * (1.0f - h * h);
  }
  network_adjoint(
      s, lane,
      {.net = l.x0, .outputs = l.shape.hidden, .pre = s.pre_h.data(), .act = s.act_h.data()},
      count);
  add_product(lane, l.x0.fixed, {cells_.x.data() + begin * d, d}, s.d_pre.data(), count);
  add_columns(lane, l.x0.bias1, s.d_pre.data(), count);
}

void Automaton::fixed_adjoint_cells(float* lane, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  const auto share = [&](const Network& net, const Buffer<float>& d_fixed) {
    const float* from = d_fixed.data() + begin * l.width;
    add_product(lane, net.fixed, {cells_.x.data() + begin * d, d}, from, count);
    add_columns(lane, net.bias1, from, count);
  };
  share(l.h, d_fixed_h_);
  if (published()) share(l.z, d_fixed_z_);
}

void Automaton::fixed_adjoint_edges(Scratch& s, float* lane, std::int64_t block) {
  const PackedLayout& l = layout_;
  const int inputs = cells_.features + cells_.edge_features;
  const int count = cells_.block(block).count;
  const float* from = d_fixed_e_.data() + block * kBlock * l.width;
  fixed_edge_input(s.fixed_in.data(), block);
  add_product(lane, l.e.fixed, {s.fixed_in.data(), inputs}, from, count);
  add_columns(lane, l.e.bias1, from, count);
}

void Automaton::initial_adjoint(const float* d_state, const float* state, const float* xi) {
  for_lanes(std::ssize(lanes_), cells_.cell_blocks(), [&](float* lane, std::int64_t b, Scratch& s) {
    const std::int64_t begin = b * kBlock;
    const auto count = static_cast<int>(std::min<std::int64_t>(kBlock, cells_.n - begin));
    if (published()) {
      adjoint_initial_published(s, lane, d_state, state, xi, begin, count);
    } else {
      adjoint_initial_universal(s, lane, d_state, state, begin, count);
    }
    fixed_adjoint_cells(lane, begin, count);
  });
  for_lanes(std::ssize(lanes_), cells_.edge_blocks(),
            [&](float* lane, std::int64_t b, Scratch& s) { fixed_adjoint_edges(s, lane, b); });
}

void Automaton::gradient(std::span<double> out) {
  unpack(out, layout_, sum_lanes(lanes_, team_));
}

}  // namespace gnac::detail
