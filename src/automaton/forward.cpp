// The cell step: conductances of all edges, then hidden and domain updates of all cells.
// Twin: twin.cpp, forward half. Equations: docs/method.md, "The cell step".
#include <algorithm>
#include <cmath>
#include <cstring>

#include "automaton/automaton.h"

namespace gnac {
namespace {

// Items of parallel loops are this many blocks: long enough to hide the hand-out, short enough to
// balance and to let a heartbeat through.
constexpr std::int64_t kBlocksPerItem = 8;

}  // namespace

Automaton::Automaton(const Cells& cells, const RuleShape& shape, double update_scale,
                     double seed_scale, bool training, Team& team)
    : cells_(cells),
      layout_(shape),
      kernels_(kernels()),
      team_(team),
      eta_(static_cast<float>(update_scale)),
      seed_scale_(static_cast<float>(seed_scale)) {
  const PackedLayout& l = layout_;
  const int inputs = shape.features + std::max(3, shape.seed_dim);
  const auto block = [](int cols) { return static_cast<std::size_t>(kBlock) * cols; };
  scratch_.resize(static_cast<std::size_t>(team.size()));
  for (Scratch& s : scratch_) {
    s.message.resize(block(l.row));
    s.in_h.resize(block(l.in_h));
    s.in_z.resize(block(l.in_z));
    for (auto* b : {&s.pre_h, &s.pre_z, &s.act_h, &s.act_z, &s.pre_e, &s.d_pre})
      b->resize(block(l.width));
    s.out_h.resize(block(l.hidden));
    s.out_z.resize(block(l.domain));
    s.d_out.resize(block(std::max(l.hidden, l.domain)));
    s.d_hidden.resize(block(l.hidden));
    s.d_in.resize(block(std::max(l.in_h, l.in_z)));
    for (auto* b : {&s.u, &s.delta, &s.du}) b->resize(block(l.row));
    s.fixed_in.resize(block(inputs));
    s.dlogit.resize(kBlock);
  }
  fixed_e_.resize(cells.edge_count * l.width);
  fixed_h_.resize(cells.n * l.width);
  fixed_z_.resize(cells.n * l.width);
  if (!training) return;

  // About 0.7 MiB of edge vectors a round: they are read back from cache.
  plan_ = plan_scatter(cells, std::max(1, 3072 * 56 / (kLanes * kBlock * l.row)),
                       regions_of_round(cells.n));
  // A lane is worth its gradient arena from some eight blocks on; four keep a small graph's threads
  // busy.
  const std::int64_t blocks = std::max(cells.edge_blocks(), cells.cell_blocks());
  const auto lanes =
      static_cast<std::size_t>(std::min(blocks, std::clamp<std::int64_t>(blocks / 8, 4, kLanes)));
  lanes_.assign(lanes, Buffer<float>(l.size));
  if (relu()) {
    const std::size_t table = static_cast<std::size_t>(relu_groups(l)) * kPatterns * l.row;
    relu_sums_.assign(lanes, Buffer<float>(table));
  } else {
    d_fixed_e_.resize(cells.edge_count * l.width);
  }
  d_fixed_h_.resize(cells.n * l.width);
  d_fixed_z_.resize(cells.n * l.width);
  message_gradient_.resize(cells.n * l.row);
  edge_vectors_.resize(plan_.slots * l.row);
  ones_.assign(kBlock, 1.0f);
}

double Automaton::bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges, bool training) {
  const double width = padded(shape.width);
  const double row = padded(shape.hidden + shape.domain);
  const auto cells = static_cast<double>(n);
  const auto m = static_cast<double>(edges);
  const double layout = cells * (shape.features * 4.0 + 16) + m * (12 + 16 + 16);
  const double fixed = 4.0 * width * (m + 2 * cells);
  if (!training) return layout + fixed;
  const double tables = width / kUnitsPerGroup * kPatterns * row * 4.0 * kLanes;
  const double d_fixed = mask_bytes(shape) > 0 ? 8.0 * width * cells + tables : fixed;
  return layout + fixed + d_fixed + 4.0 * cells * row + m * 12;
}

void Automaton::fixed_edge_input(float* out, std::int64_t block) const {
  const EdgeBlock edges = cells_.block(block);
  const int d = cells_.features;
  const float* g = cells_.geometry.data() + 3 * block * kBlock;
  for (int e = 0; e < edges.count; ++e, g += 3) {
    const float* xi = cells_.x.data() + static_cast<std::ptrdiff_t>(edges.i[e]) * d;
    const float* xj = cells_.x.data() + static_cast<std::ptrdiff_t>(edges.j[e]) * d;
    for (int c = 0; c < d; ++c) *out++ = std::fabs(xi[c] - xj[c]);
    for (int c = 0; c < 3; ++c) *out++ = g[c];
  }
}

void Automaton::set_rule(std::span<const float> values) {
  pack(rule_, layout_, values);
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  team_.for_blocks(cells_.edge_blocks(), kBlocksPerItem, [&](auto begin, auto end, int thread) {
    float* in = scratch(thread).fixed_in.data();
    for (std::int64_t b = begin; b < end; ++b) {
      fixed_edge_input(in, b);
      kernels_.gemm({in, d + 3, 1, rule_(l.e.fixed), l.width, rule_(l.e.bias1), 0,
                     fixed_e_.data() + b * kBlock * l.width, l.width, cells_.block(b).count, d + 3,
                     l.width});
    }
  });
  team_.for_blocks(cells_.n, kBlock * kBlocksPerItem, [&](auto begin, auto end, int) {
    const float* x = cells_.x.data() + begin * d;
    const auto rows = static_cast<int>(end - begin);
    for (const auto& [net, out] : {std::pair{&l.h, &fixed_h_}, std::pair{&l.z, &fixed_z_}}) {
      kernels_.gemm({x, d, 1, rule_(net->fixed), l.width, rule_(net->bias1), 0,
                     out->data() + begin * l.width, l.width, rows, d, l.width});
    }
  });
}

void Automaton::initial_state(float* state, const float* xi) {
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  const int dxi = l.shape.seed_dim;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  team_.for_blocks(cells_.n, kBlock, [&](auto begin, auto end, int thread) {
    Scratch& s = scratch(thread);
    const auto count = static_cast<int>(end - begin);
    const int inputs = d + dxi;
    for (int r = 0; r < count; ++r) {
      float* in = s.fixed_in.data() + static_cast<std::ptrdiff_t>(r) * inputs;
      std::memcpy(in, cells_.x.data() + (begin + r) * d, sizeof(float) * d);
      for (int c = 0; c < dxi; ++c) in[d + c] = seed_scale_ * xi[(begin + r) * dxi + c];
    }
    const float* in = s.fixed_in.data();
    // f_x(x) + s_ξ f_ξ(ξ) = b_x + W_x x + W_ξ (s_ξ ξ) + s_ξ b_ξ
    kernels_.gemm({in, inputs, 1, rule_(l.x_weight), l.hidden, rule_(l.x_bias), 0, s.out_h.data(),
                   l.hidden, count, d, l.hidden});
    kernels_.gemm({in + d, inputs, 1, rule_(l.xi_weight), l.hidden, s.out_h.data(), l.hidden,
                   s.out_h.data(), l.hidden, count, dxi, l.hidden});
    for (int r = 0; r < count; ++r) {
      for (int c = 0; c < l.hidden; ++c)
        s.out_h[r * l.hidden + c] += seed_scale_ * rule_(l.xi_bias)[c];
    }
    kernels_.tanh(s.out_h.data(), s.out_h.data(), count * l.hidden);
    kernels_.gemm({in, inputs, 1, rule_(l.z0.fixed), l.width, rule_(l.z0.bias1), 0, s.pre_z.data(),
                   l.width, count, inputs, l.width});
    kernels_.activate(s.act_z.data(), s.pre_z.data(), count * l.width, l.shape.activation);
    kernels_.gemm({s.act_z.data(), l.width, 1, rule_(l.z0.second), l.domain, rule_(l.z0.bias2), 0,
                   s.out_z.data(), l.domain, count, l.shape.width, l.domain});
    for (int r = 0; r < count; ++r) {
      float* row = state + (begin + r) * l.row;
      std::fill(row, row + l.row, 0.0f);
      std::memcpy(row, s.out_h.data() + r * l.hidden, sizeof(float) * dh);
      std::memcpy(row + dh, s.out_z.data() + r * l.domain, sizeof(float) * dz);
    }
  });
}

int Automaton::mask_bytes(const RuleShape& shape) {
  return shape.activation == Activation::relu ? padded(shape.width) / kLane : 0;
}

void Automaton::conductance(float* alpha, const float* state, std::uint8_t* mask) {
  const PackedLayout& l = layout_;
  team_.for_blocks(cells_.edge_blocks(), kBlocksPerItem, [&](auto begin, auto end, int thread) {
    Scratch& s = scratch(thread);
    for (std::int64_t b = begin; b < end; ++b) {
      const EdgeBlock edges = cells_.block(b);
      prefetch(fixed_e_.data() + b * kBlock * l.width, edges.count * l.width);
      kernels_.edge_difference(s.u.data(), state, l.row, edges);
      kernels_.gemm({s.u.data(), l.row, 1, rule_(l.e.dynamic), l.width,
                     fixed_e_.data() + b * kBlock * l.width, l.width, s.pre_e.data(), l.width,
                     edges.count, l.row, l.width});
      const std::int64_t at = b * kBlock;
      if (mask != nullptr && relu()) {
        kernels_.edge_conductance_relu(alpha + at, mask + at * mask_bytes(l.shape), s.pre_e.data(),
                                       rule_(l.e.second), *rule_(l.e.bias2), l.width, edges.count);
      } else {
        kernels_.edge_conductance(alpha + at, s.pre_e.data(), rule_(l.e.second), *rule_(l.e.bias2),
                                  l.width, l.shape.activation, edges.count);
      }
    }
  });
}

// Everything of the cell update up to the domain proposal. `message` has a row for each cell of
// the block. Leaves in the scratch: the inputs, pre-activations and activations of f_h and f_z, and
// Δh and Δz. `new_hidden` is the next state where it is known (the adjoint), else null and computed
// here into in_z.
void Automaton::forward_cells(Scratch& s, const float* state, const float* message,
                              const float* new_hidden, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  for (int r = 0; r < count; ++r) {
    float* in = s.in_h.data() + r * l.in_h;
    std::memcpy(in, state + (begin + r) * l.row, sizeof(float) * l.row);
    std::memcpy(in + l.row, message + r * l.row, sizeof(float) * dh);
  }
  kernels_.gemm({s.in_h.data(), l.in_h, 1, rule_(l.h.dynamic), l.width,
                 fixed_h_.data() + begin * l.width, l.width, s.pre_h.data(), l.width, count,
                 l.row + dh, l.width});
  kernels_.activate(s.act_h.data(), s.pre_h.data(), count * l.width, l.shape.activation);
  kernels_.gemm({s.act_h.data(), l.width, 1, rule_(l.h.second), l.hidden, rule_(l.h.bias2), 0,
                 s.out_h.data(), l.hidden, count, l.shape.width, l.hidden});
  kernels_.tanh(s.out_h.data(), s.out_h.data(), count * l.hidden);

  float* hidden = s.d_hidden.data();
  if (new_hidden == nullptr) {
    for (int r = 0; r < count; ++r) {
      const float* own = state + (begin + r) * l.row;
      for (int c = 0; c < dh; ++c) {
        hidden[r * l.hidden + c] = own[c] + eta_ * s.out_h[r * l.hidden + c];
      }
      for (int c = dh; c < l.hidden; ++c) hidden[r * l.hidden + c] = 0.0f;
    }
    kernels_.tanh(hidden, hidden, count * l.hidden);
  }
  for (int r = 0; r < count; ++r) {
    float* in = s.in_z.data() + r * l.in_z;
    const float* new_row =
        new_hidden == nullptr ? hidden + r * l.hidden : new_hidden + (begin + r) * l.row;
    std::memcpy(in, state + (begin + r) * l.row, sizeof(float) * l.row);
    std::memcpy(in, new_row, sizeof(float) * dh);
    std::memcpy(in + l.row, message + r * l.row + dh, sizeof(float) * dz);
  }
  kernels_.gemm({s.in_z.data(), l.in_z, 1, rule_(l.z.dynamic), l.width,
                 fixed_z_.data() + begin * l.width, l.width, s.pre_z.data(), l.width, count,
                 l.row + dz, l.width});
  kernels_.activate(s.act_z.data(), s.pre_z.data(), count * l.width, l.shape.activation);
  kernels_.gemm({s.act_z.data(), l.width, 1, rule_(l.z.second), l.domain, rule_(l.z.bias2), 0,
                 s.out_z.data(), l.domain, count, l.shape.width, l.domain});
  kernels_.tanh(s.out_z.data(), s.out_z.data(), count * l.domain);
}

void Automaton::update(float* next, const float* state, const float* alpha, float* message) {
  const PackedLayout& l = layout_;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  team_.for_blocks(cells_.n, kBlock, [&](auto begin, auto end, int thread) {
    Scratch& s = scratch(thread);
    const auto count = static_cast<int>(end - begin);
    float* to_message = message != nullptr ? message + begin * l.row : s.message.data();
    kernels_.mean_message(to_message, state, alpha, l.row, cells_.adjacency(), begin, end);
    forward_cells(s, state, to_message, nullptr, begin, count);
    for (int r = 0; r < count; ++r) {
      float* to = next + (begin + r) * l.row;
      std::memcpy(to, s.in_z.data() + r * l.in_z, sizeof(float) * l.row);  // [h' | z | zeros]
      for (int c = 0; c < dz; ++c) to[dh + c] += eta_ * s.out_z[r * l.domain + c];
    }
  });
}

}  // namespace gnac
