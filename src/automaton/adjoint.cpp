// The adjoint of the cell step and of the initial state. Gradients are derived in docs/method.md,
// "The adjoint"; twin: twin.cpp, backward half. A name d_q is the gradient of the loss by q.
#include <algorithm>
#include <cstring>

#include "automaton/automaton.h"

namespace gnac {
namespace {

// Range of blocks of one lane.
struct LaneRange {
  std::int64_t begin;
  std::int64_t end;
};

LaneRange lane_range(std::int64_t blocks, std::int64_t lanes, std::int64_t lane) {
  return {blocks * lane / lanes, blocks * (lane + 1) / lanes};
}

}  // namespace

void Automaton::begin_adjoint() {
  const auto zero = [&](Buffer<float>& buffer) {
    team_.for_blocks(std::ssize(buffer), 1 << 16, [&](auto begin, auto end, int) {
      std::fill(buffer.begin() + begin, buffer.begin() + end, 0.0f);
    });
  };
  for (Buffer<float>* b : {&d_fixed_e_, &d_fixed_h_, &d_fixed_z_}) zero(*b);
  for (auto& lane : lanes_) zero(lane);
  for (auto& sums : relu_sums_) zero(sums);
  if (relu()) build_relu_table(relu_table_, layout_, rule_);
}

void Automaton::adjoint_cells(Scratch& s, float* lane, float* d_state, const float* d_next,
                              const float* state, const float* next, const float* message,
                              std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  const auto activation = l.shape.activation;
  // One network, from the gradient of its output before tanh (d_out) to that of its dynamic input
  // (d_in); its weights' gradients go to the lane.
  const auto network = [&](const PackedLayout::Network& n, int out, int ld_in, int in,
                           const float* input, const float* pre, const float* act, float* d_fixed) {
    kernels_.gemm({act, 1, l.width, s.d_out.data(), n.second.cols, lane + n.second.at,
                   n.second.cols, lane + n.second.at, n.second.cols, l.shape.width, count,
                   n.second.cols});
    kernels_.gemm({ones_.data(), 0, 1, s.d_out.data(), n.bias2.cols, lane + n.bias2.at, 0,
                   lane + n.bias2.at, 0, 1, count, n.bias2.cols});
    kernels_.gemm({s.d_out.data(), n.second.cols, 1, rule_.t(n.second_t), l.width, nullptr, 0,
                   s.d_pre.data(), l.width, count, out, l.width});
    kernels_.activate_adjoint(s.d_pre.data(), pre, count * l.width, activation);
    for (std::ptrdiff_t c = 0; c < static_cast<std::ptrdiff_t>(count) * l.width; ++c)
      d_fixed[c] += s.d_pre[c];
    kernels_.gemm({input, 1, ld_in, s.d_pre.data(), l.width, lane + n.dynamic.at, l.width,
                   lane + n.dynamic.at, l.width, in, count, l.width});
    kernels_.gemm({s.d_pre.data(), l.width, 1, rule_.t(n.dynamic_t), n.dynamic_t.cols, nullptr, 0,
                   s.d_in.data(), n.dynamic_t.cols, count, l.width, n.dynamic_t.cols});
  };

  forward_cells(s, state, message + begin * l.row, next, begin, count);

  // z' = z + ηΔz, Δz = tanh(o)
  for (int r = 0; r < count; ++r) {
    const float* dn = d_next + (begin + r) * l.row + dh;
    float* to = s.d_out.data() + r * l.domain;
    const float* dz_out = s.out_z.data() + r * l.domain;
    for (int c = 0; c < dz; ++c) to[c] = eta_ * dn[c] * (1.0f - dz_out[c] * dz_out[c]);
    for (int c = dz; c < l.domain; ++c) to[c] = 0.0f;
  }
  network(l.z, dz, l.in_z, l.row + dz, s.in_z.data(), s.pre_z.data(), s.act_z.data(),
          d_fixed_z_.data() + begin * l.width);
  for (int r = 0; r < count; ++r) {
    const float* d_in = s.d_in.data() + r * l.in_z;
    const float* dn = d_next + (begin + r) * l.row;
    const float* h_new = next + (begin + r) * l.row;
    float* ds = d_state + (begin + r) * l.row;
    float* g = message_gradient_.data() + (begin + r) * l.row;
    std::fill(ds, ds + l.row, 0.0f);
    std::fill(g, g + l.row, 0.0f);
    for (int c = 0; c < dz; ++c) ds[dh + c] = dn[dh + c] + d_in[dh + c];
    for (int c = 0; c < dz; ++c) g[dh + c] = d_in[l.row + c];
    // h' = tanh(h + ηΔh), Δh = tanh(o)
    float* to = s.d_out.data() + r * l.hidden;
    const float* dh_out = s.out_h.data() + r * l.hidden;
    for (int c = 0; c < dh; ++c) {
      const float outer = (dn[c] + d_in[c]) * (1.0f - h_new[c] * h_new[c]);
      ds[c] = outer;
      to[c] = eta_ * outer * (1.0f - dh_out[c] * dh_out[c]);
    }
    for (int c = dh; c < l.hidden; ++c) to[c] = 0.0f;
  }
  network(l.h, dh, l.in_h, l.row + dh, s.in_h.data(), s.pre_h.data(), s.act_h.data(),
          d_fixed_h_.data() + begin * l.width);
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
  }
}

// The signed vector that each edge of a block adds to its first end and takes from its second.
void Automaton::adjoint_edges(Scratch& s, float* lane, float* out, const float* state,
                              const float* alpha, std::int64_t block) {
  const PackedLayout& l = layout_;
  const EdgeBlock edges = cells_.block(block);
  const std::int64_t at = block * kBlock;
  prefetch(fixed_e_.data() + at * l.width, edges.count * l.width);
  prefetch(d_fixed_e_.data() + at * l.width, edges.count * l.width);
  kernels_.edge_message_adjoint(s.delta.data(), s.u.data(), s.message.data(), s.dlogit.data(),
                                state, message_gradient_.data(), alpha + at, l.row, edges);
  kernels_.gemm({s.u.data(), l.row, 1, rule_(l.e.dynamic), l.width, fixed_e_.data() + at * l.width,
                 l.width, s.pre_e.data(), l.width, edges.count, l.row, l.width});
  kernels_.edge_conductance_adjoint(s.pre_e.data(), d_fixed_e_.data() + at * l.width,
                                    lane + l.e.second.at, s.dlogit.data(), rule_(l.e.second),
                                    l.width, l.shape.activation, edges.count);
  for (int e = 0; e < edges.count; ++e) lane[l.e.bias2.at] += s.dlogit[e];
  kernels_.gemm({s.u.data(), 1, l.row, s.pre_e.data(), l.width, lane + l.e.dynamic.at, l.width,
                 lane + l.e.dynamic.at, l.width, l.row, edges.count, l.width});
  kernels_.gemm({s.pre_e.data(), l.width, 1, rule_.t(l.e.dynamic_t), l.row, nullptr, 0, s.du.data(),
                 l.row, edges.count, l.width, l.row});
  kernels_.add_signed(out, s.message.data(), s.delta.data(), s.du.data(), edges.count * l.row);
}

void Automaton::step_adjoint(float* d_state, const float* d_next, const float* state,
                             const float* next, float* alpha, const float* message,
                             const std::uint8_t* mask) {
  const PackedLayout& l = layout_;
  const std::int64_t lanes = std::ssize(lanes_);
  const int groups = mask_bytes(l.shape);
  team_.for_each(lanes, [&](std::int64_t lane, int thread) {
    const auto [first, last] = lane_range(cells_.cell_blocks(), lanes, lane);
    for (std::int64_t b = first; b < last; ++b) {
      const std::int64_t begin = b * kBlock;
      const auto count = static_cast<int>(std::min<std::int64_t>(kBlock, cells_.n - begin));
      adjoint_cells(scratch(thread), lanes_[lane].data(), d_state, d_next, state, next, message,
                    begin, count);
    }
  });
  for (std::size_t r = 0; r < plan_.rounds.size(); ++r) {
    const ScatterPlan::Round& round = plan_.rounds[r];
    const std::int64_t blocks = round.blocks_end - round.blocks_begin;
    team_.for_each(std::min(lanes, blocks), [&](std::int64_t lane, int thread) {
      const auto [first, last] = lane_range(blocks, std::min(lanes, blocks), lane);
      for (std::int64_t b = first; b < last; ++b) {
        float* out = edge_vectors_.data() + b * kBlock * l.row;
        const std::int64_t block = plan_.block[round.blocks_begin + b];
        if (relu()) {
          kernels_.edge_adjoint_relu(out, alpha + block * kBlock, relu_sums_[lane].data(), state,
                                     message_gradient_.data(), mask + block * kBlock * groups,
                                     relu_table_.data(), l.row, groups, cells_.block(block));
        } else {
          adjoint_edges(scratch(thread), lanes_[lane].data(), out, state, alpha, block);
        }
      }
    });
    constexpr std::int64_t kCellsPerItem = 256;
    const std::int32_t* start =
        plan_.start.data() + round.cells_begin + static_cast<std::int64_t>(r);
    const std::uint32_t* entry = plan_.entry.data() + plan_.entries_begin[r];
    team_.for_blocks(round.cells_end - round.cells_begin, kCellsPerItem,
                     [&](auto begin, auto end, int) {
                       kernels_.gather_signed(d_state, edge_vectors_.data(), l.row,
                                              plan_.cell.data() + round.cells_begin + begin,
                                              start + begin, entry, static_cast<int>(end - begin));
                     });
  }
}

void Automaton::adjoint_initial_cells(Scratch& s, float* lane, const float* d_state,
                                      const float* state, const float* xi, std::int64_t begin,
                                      int count) {
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  const int dxi = l.shape.seed_dim;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  const int inputs = d + dxi;
  float* in = s.fixed_in.data();
  for (int r = 0; r < count; ++r) {
    std::memcpy(in + r * inputs, cells_.x.data() + (begin + r) * d, sizeof(float) * d);
    for (int c = 0; c < dxi; ++c) in[r * inputs + d + c] = seed_scale_ * xi[(begin + r) * dxi + c];
    const float* ds = d_state + (begin + r) * l.row;
    const float* own = state + (begin + r) * l.row;
    float* to = s.d_hidden.data() + r * l.hidden;
    for (int c = 0; c < dh; ++c) to[c] = ds[c] * (1.0f - own[c] * own[c]);
    for (int c = dh; c < l.hidden; ++c) to[c] = 0.0f;
    float* dz_to = s.d_out.data() + r * l.domain;
    for (int c = 0; c < dz; ++c) dz_to[c] = ds[dh + c];
    for (int c = dz; c < l.domain; ++c) dz_to[c] = 0.0f;
  }
  const auto add_product = [&](const float* a, std::ptrdiff_t ld_a, const Packed& p,
                               const float* b) {
    kernels_.gemm(
        {a, 1, ld_a, b, p.cols, lane + p.at, p.cols, lane + p.at, p.cols, p.rows, count, p.cols});
  };
  const auto add_columns = [&](const Packed& p, const float* b) {
    add_product(ones_.data(), 1, p, b);
  };
  add_product(in, inputs, l.x_weight, s.d_hidden.data());
  add_product(in + d, inputs, l.xi_weight, s.d_hidden.data());
  add_columns(l.x_bias, s.d_hidden.data());
  for (int r = 0; r < count; ++r) {
    for (int c = 0; c < l.hidden; ++c)
      lane[l.xi_bias.at + c] += seed_scale_ * s.d_hidden[r * l.hidden + c];
  }
  kernels_.gemm({in, inputs, 1, rule_(l.z0.fixed), l.width, rule_(l.z0.bias1), 0, s.pre_z.data(),
                 l.width, count, inputs, l.width});
  kernels_.activate(s.act_z.data(), s.pre_z.data(), count * l.width, l.shape.activation);
  add_product(s.act_z.data(), l.width, l.z0.second, s.d_out.data());
  add_columns(l.z0.bias2, s.d_out.data());
  kernels_.gemm({s.d_out.data(), l.domain, 1, rule_.t(l.z0.second_t), l.width, nullptr, 0,
                 s.d_pre.data(), l.width, count, dz, l.width});
  kernels_.activate_adjoint(s.d_pre.data(), s.pre_z.data(), count * l.width, l.shape.activation);
  add_product(in, inputs, l.z0.fixed, s.d_pre.data());
  add_columns(l.z0.bias1, s.d_pre.data());
}

void Automaton::fixed_adjoint_cells(Scratch&, float* lane, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  for (const auto& [net, d_fixed] : {std::pair{&l.h, &d_fixed_h_}, std::pair{&l.z, &d_fixed_z_}}) {
    const float* from = d_fixed->data() + begin * l.width;
    kernels_.gemm({cells_.x.data() + begin * d, 1, d, from, l.width, lane + net->fixed.at, l.width,
                   lane + net->fixed.at, l.width, d, count, l.width});
    kernels_.gemm({ones_.data(), 0, 1, from, l.width, lane + net->bias1.at, 0, lane + net->bias1.at,
                   0, 1, count, l.width});
  }
}

void Automaton::fixed_adjoint_edges(Scratch& s, float* lane, std::int64_t block) {
  const PackedLayout& l = layout_;
  const int inputs = cells_.features + 3;
  const int count = cells_.block(block).count;
  const float* from = d_fixed_e_.data() + block * kBlock * l.width;
  fixed_edge_input(s.fixed_in.data(), block);
  kernels_.gemm({s.fixed_in.data(), 1, inputs, from, l.width, lane + l.e.fixed.at, l.width,
                 lane + l.e.fixed.at, l.width, inputs, count, l.width});
  kernels_.gemm({ones_.data(), 0, 1, from, l.width, lane + l.e.bias1.at, 0, lane + l.e.bias1.at, 0,
                 1, count, l.width});
}

void Automaton::fixed_adjoint_edges_relu(Scratch& s, float* lane, const float* dlogits,
                                         const std::uint8_t* masks, int steps, std::int64_t block) {
  const PackedLayout& l = layout_;
  const int inputs = cells_.features + 3;
  const int count = cells_.block(block).count;
  const int groups = mask_bytes(l.shape);
  float* active = s.pre_e.data();  // Σ over steps of dlogit on the active units
  std::fill(active, active + static_cast<std::ptrdiff_t>(count) * l.width, 0.0f);
  for (int t = 0; t < steps; ++t) {
    const std::int64_t at = t * cells_.edge_count + block * kBlock;
    kernels_.add_active(active, dlogits + at, masks + at * groups, l.width, count);
    for (int e = 0; e < count; ++e) lane[l.e.bias2.at] += dlogits[at + e];
  }
  fixed_edge_input(s.fixed_in.data(), block);
  kernels_.gemm({s.fixed_in.data(), 1, inputs, active, l.width, lane + l.e.fixed.at, l.width,
                 lane + l.e.fixed.at, l.width, inputs, count, l.width});
  kernels_.gemm({ones_.data(), 0, 1, active, l.width, lane + l.e.bias1.at, 0, lane + l.e.bias1.at,
                 0, 1, count, l.width});
}

// The lanes hold Σ dlogit·active·input for f_e's first map: from it dW1 = w2·B and dw2 = Σ W1·B.
void Automaton::finish_relu(std::span<double> gradient) {
  const PackedLayout& l = layout_;
  const std::vector<double> b = unfold_relu_sums(relu_sums_, l, team_);
  std::copy(b.begin(), b.end(), gradient.begin() + static_cast<std::ptrdiff_t>(l.e.dynamic.at));
  const float* w2 = rule_(l.e.second);
  double* d_w2 = gradient.data() + l.e.second.at;
  for (const Packed& p : {l.e.dynamic, l.e.fixed, l.e.bias1}) {
    const float* w1 = rule_(p);
    double* sums = gradient.data() + p.at;
    for (std::ptrdiff_t r = 0; r < p.rows; ++r) {
      for (std::ptrdiff_t w = 0; w < l.width; ++w) {
        double& value = sums[r * l.width + w];
        d_w2[w] += w1[r * l.width + w] * value;
        value *= w2[w];
      }
    }
  }
}

void Automaton::initial_adjoint(const float* d_state, const float* state, const float* xi,
                                const float* alphas, const std::uint8_t* masks, int steps) {
  const std::int64_t lanes = std::ssize(lanes_);
  team_.for_each(lanes, [&](std::int64_t lane, int thread) {
    Scratch& s = scratch(thread);
    float* to = lanes_[lane].data();
    const auto cells = lane_range(cells_.cell_blocks(), lanes, lane);
    for (std::int64_t b = cells.begin; b < cells.end; ++b) {
      const std::int64_t begin = b * kBlock;
      const auto count = static_cast<int>(std::min<std::int64_t>(kBlock, cells_.n - begin));
      adjoint_initial_cells(s, to, d_state, state, xi, begin, count);
      fixed_adjoint_cells(s, to, begin, count);
    }
    const auto edges = lane_range(cells_.edge_blocks(), lanes, lane);
    for (std::int64_t b = edges.begin; b < edges.end; ++b) {
      if (relu()) {
        fixed_adjoint_edges_relu(s, to, alphas, masks, steps, b);
      } else {
        fixed_adjoint_edges(s, to, b);
      }
    }
  });
}

void Automaton::gradient(std::span<double> out) {
  std::vector<double> packed = sum_lanes(lanes_, team_);
  if (relu()) finish_relu(packed);
  unpack(out, layout_, packed);
}

}  // namespace gnac
