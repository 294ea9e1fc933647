// The cell step: conductances of all edges, then hidden and domain updates of all cells.
// Twins: tests/twins, forward halves. Equations: docs/method.md, "The cell
// step" and "The universal form".
#include <algorithm>
#include <cmath>
#include <cstring>

#include "automaton/automaton.h"

namespace gnac::detail {
namespace {

// Items of parallel loops are this many blocks: enough work to hide the cost of handing it out,
// little enough to balance and to keep the heartbeat.
constexpr std::int64_t kBlocksPerItem = 8;

// With more edges, outside training, the fixed share of the edges is recomputed in every step: 192
// bytes per edge would be most of the memory of a large graph.
constexpr std::int64_t kMostKeptBytes = std::int64_t{1} << 30;

bool keeps_shares(Keeps keeps, std::int64_t edges, int width) {
  return keeps == Keeps::adjoint || (keeps == Keeps::shares && 4 * edges * width <= kMostKeptBytes);
}

}  // namespace

Automaton::Automaton(const Cells& cells, const RuleShape& shape, double update_scale,
                     double seed_scale, Keeps keeps, Team& team)
    : cells_(cells),
      layout_(shape),
      kernels_(kernels()),
      team_(team),
      eta_(static_cast<float>(update_scale)),
      seed_scale_(static_cast<float>(seed_scale)) {
  const PackedLayout& l = layout_;
  const int inputs = shape.features + std::max(shape.edge_features, shape.seed_dim);
  const auto block = [](int cols) { return static_cast<std::size_t>(kBlock) * cols; };
  scratch_.resize(static_cast<std::size_t>(team.size()));
  for (Scratch& s : scratch_) {
    s.message.resize(block(l.row));
    s.openness.resize(kBlock);
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
  const bool kept = keeps_shares(keeps, cells.edge_count, l.width);
  if (kept) fixed_e_.resize(cells.edge_count * l.width);
  if (kept || published()) fixed_h_.resize(cells.n * l.width);
  if (published()) fixed_z_.resize(cells.n * l.width);
  if (shape.sum) sums_.resize(cells.n * l.width);
  if (keeps != Keeps::adjoint) return;

  if (published()) {
    // About 0.7 MiB of edge vectors a round: they are read back from cache.
    plan_ = plan_scatter(cells, std::max(1, 3072 * 56 / (kLanes * kBlock * l.row)),
                         regions_of_round(cells.n));
    edge_vectors_.resize(plan_.slots * l.row);
  }
  // A lane is worth its gradient arena from some eight blocks on; four keep a small graph's threads
  // busy. A universal rule trains on many small problems, each the work of one thread.
  const std::int64_t blocks = std::max(cells.edge_blocks(), cells.cell_blocks());
  const std::int64_t lanes =
      published() ? std::min(blocks, std::clamp<std::int64_t>(blocks / 8, 4, kLanes)) : 1;
  lanes_.assign(static_cast<std::size_t>(lanes), Buffer<float>(l.size));
  d_fixed_e_.resize(fixed_e_.size());
  d_fixed_h_.resize(fixed_h_.size());
  d_fixed_z_.resize(fixed_z_.size());
  d_sums_.resize(sums_.size());
  message_gradient_.resize(cells.n * l.row);
  if (shape.openness) openness_gradient_.resize(cells.n);
  ones_.assign(kBlock, 1.0f);
}

double Automaton::bytes(const RuleShape& shape, std::int64_t n, std::int64_t edges, Keeps keeps) {
  const double width = padded(shape.width);
  const double row = padded(shape.hidden + shape.domain);
  const auto cells = static_cast<double>(n);
  const auto m = static_cast<double>(edges);
  const bool universal = shape.form == RuleForm::universal;
  const double geometry = universal ? 4.0 * shape.edge_features : 16;  // with the weight
  const double layout = cells * (shape.features * 4.0 + 16) + m * (12 + geometry + 16);
  const bool kept = keeps_shares(keeps, edges, padded(shape.width));
  const double per_cell = universal ? (kept ? 1 : 0) + (shape.sum ? 1 : 0) : 2;  // of width
  const double fixed = 4.0 * width * ((kept ? m : 0) + per_cell * cells);
  if (keeps != Keeps::adjoint) return layout + fixed;
  return layout + 2 * fixed + 4.0 * cells * row + m * 12;
}

EdgeHead Automaton::head() const {
  const Network& e = layout_.e;
  return {rule_(e.second), *rule_(e.bias2), layout_.width, layout_.shape.activation};
}

void Automaton::fixed_edge_input(float* out, std::int64_t block) const {
  const EdgeBlock edges = cells_.block(block);
  const int d = cells_.features;
  const int dg = cells_.edge_features;
  const float* g = cells_.geometry.data() + dg * block * kBlock;
  for (int e = 0; e < edges.count; ++e, g += dg) {
    const float* xi = cells_.x.data() + static_cast<std::ptrdiff_t>(edges.i[e]) * d;
    const float* xj = cells_.x.data() + static_cast<std::ptrdiff_t>(edges.j[e]) * d;
    for (int c = 0; c < d; ++c) *out++ = std::fabs(xi[c] - xj[c]);
    for (int c = 0; c < dg; ++c) *out++ = g[c];
  }
}

// pre = fixed + W1·input, where `fixed` holds the bias and the share of what does not change.
void Automaton::first_map(float* pre, const Network& net, MatrixView input, int inputs,
                          MatrixView fixed, int count) {
  const int width = layout_.width;
  const Packed& map = net.dynamic.rows == 0 ? net.fixed : net.dynamic;
  kernels_.gemm({.a = input,
                 .b = {rule_(map), width},
                 .init = fixed,
                 .c = {pre, width},
                 .m = count,
                 .k = inputs,
                 .n = width});
}

void Automaton::second_map(float* out, const Network& net, const float* act, int count) {
  const int outputs = net.second.cols;
  kernels_.gemm({.a = {act, layout_.width},
                 .b = {rule_(net.second), outputs},
                 .init = {rule_(net.bias2), 0},
                 .c = {out, outputs},
                 .m = count,
                 .k = layout_.shape.width,
                 .n = outputs});
}

// Bias and fixed share of a network's first map.
void Automaton::fixed_share(float* out, const Network& net, const float* in, int columns,
                            int rows) {
  const int width = layout_.width;
  kernels_.gemm({.a = {in, columns},
                 .b = {rule_(net.fixed), width},
                 .init = {rule_(net.bias1), 0},
                 .c = {out, width},
                 .m = rows,
                 .k = columns,
                 .n = width});
}

// The same of f_e for a block of edges.
void Automaton::fixed_edge_share(float* out, Scratch& s, std::int64_t block) {
  float* in = s.fixed_in.data();
  fixed_edge_input(in, block);
  fixed_share(out, layout_.e, in, cells_.features + cells_.edge_features,
              cells_.block(block).count);
}

void Automaton::set_rule(std::span<const float> values) {
  pack(rule_, layout_, values);
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  if (!fixed_e_.empty()) {
    team_.for_blocks(cells_.edge_blocks(), kBlocksPerItem, [&](auto begin, auto end, int thread) {
      for (std::int64_t b = begin; b < end; ++b)
        fixed_edge_share(fixed_e_.data() + b * kBlock * l.width, scratch(thread), b);
    });
  }
  team_.for_blocks(cells_.n, kBlock * kBlocksPerItem, [&](auto begin, auto end, int) {
    const float* x = cells_.x.data() + begin * d;
    const auto rows = static_cast<int>(end - begin);
    if (!fixed_h_.empty()) fixed_share(fixed_h_.data() + begin * l.width, l.h, x, d, rows);
    if (published()) fixed_share(fixed_z_.data() + begin * l.width, l.z, x, d, rows);
  });
}

void Automaton::initial_inputs(Scratch& s, const float* xi, std::int64_t begin, int count) const {
  const int d = cells_.features;
  const int dxi = layout_.shape.seed_dim;
  for (int r = 0; r < count; ++r) {
    float* in = s.fixed_in.data() + static_cast<std::ptrdiff_t>(r) * (d + dxi);
    std::memcpy(in, cells_.x.data() + (begin + r) * d, sizeof(float) * d);
    for (int c = 0; c < dxi; ++c) in[d + c] = seed_scale_ * xi[(begin + r) * dxi + c];
  }
}

void Automaton::initial_published(Scratch& s, float* state, const float* xi, std::int64_t begin,
                                  int count) {
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  const int dxi = l.shape.seed_dim;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  const int inputs = d + dxi;
  initial_inputs(s, xi, begin, count);
  const float* in = s.fixed_in.data();
  // f_x(x) + s_ξ f_ξ(ξ) = b_x + W_x x + W_ξ (s_ξ ξ) + s_ξ b_ξ
  kernels_.gemm({.a = {in, inputs},
                 .b = {rule_(l.x_weight), l.hidden},
                 .init = {rule_(l.x_bias), 0},
                 .c = {s.out_h.data(), l.hidden},
                 .m = count,
                 .k = d,
                 .n = l.hidden});
  kernels_.gemm({.a = {in + d, inputs},
                 .b = {rule_(l.xi_weight), l.hidden},
                 .init = {s.out_h.data(), l.hidden},
                 .c = {s.out_h.data(), l.hidden},
                 .m = count,
                 .k = dxi,
                 .n = l.hidden});
  for (int r = 0; r < count; ++r) {
    for (int c = 0; c < l.hidden; ++c)
      s.out_h[r * l.hidden + c] += seed_scale_ * rule_(l.xi_bias)[c];
  }
  kernels_.tanh(s.out_h.data(), s.out_h.data(), count * l.hidden);
  first_map(s.pre_z.data(), l.z0, {in, inputs}, inputs, {rule_(l.z0.bias1), 0}, count);
  kernels_.activate(s.act_z.data(), s.pre_z.data(), count * l.width, l.shape.activation);
  second_map(s.out_z.data(), l.z0, s.act_z.data(), count);
  for (int r = 0; r < count; ++r) {
    float* row = state + (begin + r) * l.row;
    std::fill(row, row + l.row, 0.0f);
    std::copy_n(s.out_h.data() + r * l.hidden, dh, row);  // of none there is no memory
    std::memcpy(row + dh, s.out_z.data() + r * l.domain, sizeof(float) * dz);
  }
}

// h⁰ = tanh f_x(c). Leaves pre-activations and activations of f_x in pre_h and act_h.
void Automaton::initial_universal(Scratch& s, float* state, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int d = cells_.features;
  first_map(s.pre_h.data(), l.x0, {cells_.x.data() + begin * d, d}, d, {rule_(l.x0.bias1), 0},
            count);
  kernels_.activate(s.act_h.data(), s.pre_h.data(), count * l.width, l.shape.activation);
  if (state == nullptr) return;
  second_map(s.out_h.data(), l.x0, s.act_h.data(), count);
  // The padding of h stays 0 = tanh 0, and a row has no other columns: row = padded(d_h).
  kernels_.tanh(state + begin * l.row, s.out_h.data(), count * l.row);
}

void Automaton::initial_state(float* state, const float* xi) {
  team_.for_blocks(cells_.n, kBlock, [&](auto begin, auto end, int thread) {
    const auto count = static_cast<int>(end - begin);
    if (published()) {
      initial_published(scratch(thread), state, xi, begin, count);
    } else {
      initial_universal(scratch(thread), state, begin, count);
    }
  });
}

// The share of h in f_e, cell by cell: W1ˢ(h_i + h_j) is then a gather per edge.
void Automaton::share_sums(const float* state, std::int64_t first, std::int64_t last) {
  const PackedLayout& l = layout_;
  team_.for_blocks(last - first, kBlock * kBlocksPerItem, [&](auto begin, auto end, int) {
    const std::int64_t cell = first + begin;
    kernels_.gemm({.a = {state + cell * l.row, l.row},
                   .b = {rule_(l.sum), l.width},
                   .c = {sums_.data() + cell * l.width, l.width},
                   .m = static_cast<int>(end - begin),
                   .k = l.row,
                   .n = l.width});
  });
}

// pre = fixed share + W1ᵟ u (+ the two ends' share_sums), for a block of edges; u = |Δ|.
void Automaton::edge_preactivation(float* pre, const float* u, const float* fixed,
                                   std::int64_t block) {
  const PackedLayout& l = layout_;
  const EdgeBlock edges = cells_.block(block);
  const float* start = fixed;
  if (l.shape.sum) {
    kernels_.edge_sum(pre, start, sums_.data(), l.width, edges);
    start = pre;
  }
  first_map(pre, l.e, {u, l.row}, l.row, {start, l.width}, edges.count);
}

void Automaton::edge_pass(float* out, const float* state, float* edge_pre, bool sigmoid,
                          Edges which) {
  const PackedLayout& l = layout_;
  const std::int64_t cells = cells_.n - cells_.late_cells;
  const std::int64_t blocks = cells_.late_edges == 0
                                  ? cells_.edge_blocks()
                                  : (cells_.edge_count - cells_.late_edges) / kBlock;
  const bool skips = which == Edges::late;
  const bool stops = which == Edges::on_time;
  if (l.shape.sum) share_sums(state, skips ? cells : 0, stops ? cells : cells_.n);
  const std::int64_t first = skips ? blocks : 0;
  const std::int64_t last = stops ? blocks : cells_.edge_blocks();
  team_.for_blocks(last - first, kBlocksPerItem, [&](auto begin, auto end, int thread) {
    Scratch& s = scratch(thread);
    for (std::int64_t b = first + begin; b < first + end; ++b) {
      const EdgeBlock edges = cells_.block(b);
      const float* fixed = s.d_pre.data();
      if (fixed_e_.empty()) {
        fixed_edge_share(s.d_pre.data(), s, b);
      } else {
        fixed = fixed_e_.data() + b * kBlock * l.width;
        prefetch(fixed, edges.count * l.width);
      }
      kernels_.edge_difference(s.u.data(), state, l.row, edges);
      float* pre = edge_pre != nullptr ? edge_pre + b * kBlock * l.width : s.pre_e.data();
      edge_preactivation(pre, s.u.data(), fixed, b);
      float* to = out + b * kBlock;
      kernels_.edge_logit(to, pre, head(), edges.count);
      if (sigmoid) kernels_.sigmoid(to, to, edges.count);
    }
  });
}

void Automaton::logits(float* logit, const float* state, float* edge_pre) {
  edge_pass(logit, state, edge_pre, false, Edges::all);
}

void Automaton::conductance(float* alpha, const float* state, float* edge_pre) {
  edge_pass(alpha, state, edge_pre, true, Edges::all);
}

void Automaton::conductance(float* alpha, const float* state, Edges which) {
  edge_pass(alpha, state, nullptr, true, which);
}

// Where the values of f_h of the cells from `begin` on are: among those kept, or in the scratch.
HiddenRows Automaton::hidden_rows(Scratch& s, const HiddenRows& kept, std::int64_t begin) const {
  if (kept.pre == nullptr) return {s.pre_h.data(), s.act_h.data(), s.out_h.data()};
  return {kept.pre + begin * layout_.width, kept.act + begin * layout_.width,
          kept.out + begin * layout_.hidden};
}

// [h | z, mean message, openness] of a block of cells, to in_h. `message` and `openness` have a row
// for each of them.
void Automaton::hidden_input(Scratch& s, const float* state, const float* message,
                             const float* openness, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int dh = l.shape.hidden;
  for (int r = 0; r < count; ++r) {
    float* in = s.in_h.data() + r * l.in_h;
    std::memcpy(in, state + (begin + r) * l.row, sizeof(float) * l.row);
    std::memcpy(in + l.row, message + r * l.row, sizeof(float) * dh);
    if (l.shape.openness) in[l.row + dh] = openness[r];
  }
}

// Δh = tanh f_h of a block of cells, from in_h.
void Automaton::forward_hidden(Scratch& s, const HiddenRows& to, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const float* fixed = s.d_pre.data();
  if (fixed_h_.empty()) {
    fixed_share(s.d_pre.data(), l.h, cells_.x.data() + begin * cells_.features, cells_.features,
                count);
  } else {
    fixed = fixed_h_.data() + begin * l.width;
  }
  first_map(to.pre, l.h, {s.in_h.data(), l.in_h}, l.dynamic_h(), {fixed, l.width}, count);
  kernels_.activate(to.act, to.pre, count * l.width, l.shape.activation);
  second_map(to.out, l.h, to.act, count);
  kernels_.tanh(to.out, to.out, count * l.hidden);
}

// h' = tanh(h + ηΔh), into d_hidden.
void Automaton::new_hidden(Scratch& s, const float* state, const float* update, std::int64_t begin,
                           int count) {
  const PackedLayout& l = layout_;
  const int dh = l.shape.hidden;
  float* hidden = s.d_hidden.data();
  for (int r = 0; r < count; ++r) {
    const float* own = state + (begin + r) * l.row;
    for (int c = 0; c < dh; ++c) {
      hidden[r * l.hidden + c] = own[c] + eta_ * update[r * l.hidden + c];
    }
    for (int c = dh; c < l.hidden; ++c) hidden[r * l.hidden + c] = 0.0f;
  }
  kernels_.tanh(hidden, hidden, count * l.hidden);
}

// Δz = tanh f_z([new h, z, mean message z, x]); row r of new_hidden belongs to cell begin + r.
// Leaves input, pre-activations and activations of f_z in the scratch, and Δz in out_z.
void Automaton::forward_domain(Scratch& s, const float* state, const float* message,
                               MatrixView new_hidden, std::int64_t begin, int count) {
  const PackedLayout& l = layout_;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  for (int r = 0; r < count; ++r) {
    float* in = s.in_z.data() + r * l.in_z;
    std::memcpy(in, state + (begin + r) * l.row, sizeof(float) * l.row);
    std::copy_n(new_hidden.data + r * new_hidden.stride, dh, in);
    std::memcpy(in + l.row, message + r * l.row + dh, sizeof(float) * dz);
  }
  first_map(s.pre_z.data(), l.z, {s.in_z.data(), l.in_z}, l.row + dz,
            {fixed_z_.data() + begin * l.width, l.width}, count);
  kernels_.activate(s.act_z.data(), s.pre_z.data(), count * l.width, l.shape.activation);
  second_map(s.out_z.data(), l.z, s.act_z.data(), count);
  kernels_.tanh(s.out_z.data(), s.out_z.data(), count * l.domain);
}

void Automaton::update(float* next, const float* state, const float* alpha, float* message,
                       float* openness, HiddenRows hidden) {
  const PackedLayout& l = layout_;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  team_.for_blocks(cells_.n - cells_.late_cells, kBlock, [&](auto begin, auto end, int thread) {
    Scratch& s = scratch(thread);
    const auto count = static_cast<int>(end - begin);
    float* to_message = message != nullptr ? message + begin * l.row : s.message.data();
    float* to_openness = openness != nullptr ? openness + begin : s.openness.data();
    kernels_.mean_message({.out = to_message,
                           .state = state,
                           .alpha = alpha,
                           .row = l.row,
                           .adjacency = cells_.adjacency(),
                           .begin = begin,
                           .end = end});
    if (l.shape.openness) {
      kernels_.mean_conductance(to_openness, alpha, cells_.adjacency(), begin, end);
    }
    const HiddenRows rows = hidden_rows(s, hidden, begin);
    hidden_input(s, state, to_message, to_openness, begin, count);
    forward_hidden(s, rows, begin, count);
    new_hidden(s, state, rows.out, begin, count);
    if (!published()) {  // row = padded(d_h): the whole row is h' and zeros
      std::memcpy(next + begin * l.row, s.d_hidden.data(), sizeof(float) * count * l.row);
      return;
    }
    forward_domain(s, state, to_message, {s.d_hidden.data(), l.hidden}, begin, count);
    for (int r = 0; r < count; ++r) {
      float* to = next + (begin + r) * l.row;
      std::memcpy(to, s.in_z.data() + r * l.in_z, sizeof(float) * l.row);  // [h' | z | zeros]
      for (int c = 0; c < dz; ++c) to[dh + c] += eta_ * s.out_z[r * l.domain + c];
    }
  });
}

}  // namespace gnac::detail
