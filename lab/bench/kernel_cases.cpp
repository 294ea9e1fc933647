#include "bench/kernel_cases.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "support/aligned.h"
#include "support/random.h"

namespace gnac::bench {
namespace {

constexpr int kCells = 480;
constexpr int kDegree = 26;  // both directions: the mixture has about 13 edges per cell

Buffer<float> normal_values(std::size_t count, Draws& draws, double scale = 1) {
  Buffer<float> values(count);
  for (float& v : values) v = static_cast<float>(scale * draws.normal());
  return values;
}

// A ring of cells, each joined to the 13 before and the 13 after it; blocks of its edges; and
// operands for every kernel.
struct Data {
  Data(const Options& options, Draws draws)
      : row(padded(options.hidden + options.domain)),
        width(padded(options.width)),
        hidden(options.hidden),
        activation(options.activation),
        state(normal_values(static_cast<std::size_t>(kCells) * row, draws)),
        gradient(normal_values(state.size(), draws, 1e-3)),
        matrix(normal_values(static_cast<std::size_t>(2 * row) * width, draws, 0.1)),
        w2(normal_values(width, draws, 0.1)),
        u(normal_values(kBlock * 2 * row, draws)),
        delta(normal_values(kBlock * row, draws)),
        pre(normal_values(kBlock * width, draws)),
        slope_one(kBlock * width, 20.0f),
        fixed(normal_values(kBlock * width, draws)),
        out(kBlock * std::max(row, width)),
        sums(static_cast<std::size_t>(2 * row) * width),
        dlogit(normal_values(kBlock, draws, 1e-3)),
        alpha(kBlock, 0.5f),
        alpha_all(static_cast<std::size_t>(kCells) * kDegree / 2, 0.5f),
        shares(normal_values(static_cast<std::size_t>(kCells) * width, draws)) {
    offset.push_back(0);
    for (int v = 0; v < kCells; ++v) {
      for (int step = -kDegree / 2; step <= kDegree / 2; ++step) {
        if (step == 0) continue;
        const int other = (v + step + kCells) % kCells;
        const int lower = step > 0 ? v : other;  // the edge belongs to the cell it starts from
        neighbor.push_back(other);
        edge.push_back(lower * (kDegree / 2) + std::abs(step) - 1);
      }
      offset.push_back(std::ssize(neighbor));
    }
    for (int e = 0; e < kBlock; ++e) {
      first.push_back(e / (kDegree / 2));
      second.push_back(first.back() + 1 + e % (kDegree / 2));
    }
    // The scatter of one block: each touched cell with its entries.
    for (int v = 0; v < kCells; ++v) {
      const auto before = std::ssize(entry);
      for (int e = 0; e < kBlock; ++e) {
        if (first[e] == v) entry.push_back(2u * static_cast<unsigned>(e));
        if (second[e] == v) entry.push_back(2u * static_cast<unsigned>(e) + 1);
      }
      if (std::ssize(entry) == before) continue;
      node.push_back(v);
      start.push_back(static_cast<std::int32_t>(before));
    }
    start.push_back(static_cast<std::int32_t>(entry.size()));
  }

  EdgeBlock edges() const { return {first.data(), second.data(), kBlock}; }

  int row, width, hidden;
  Activation activation;
  Buffer<float> state, gradient, matrix, w2, u, delta, pre, slope_one, fixed, out, sums;
  EdgeHead head() const { return {w2.data(), 0.1f, width, activation}; }
  Gather gather() {
    return {gradient.data(),
            delta.data(),
            row,
            node.data(),
            start.data(),
            entry.data(),
            static_cast<int>(node.size())};
  }

  Buffer<float> dlogit, alpha, alpha_all, shares;
  std::vector<std::int64_t> offset;
  std::vector<std::int32_t> neighbor, edge, first, second, node, start;
  std::vector<std::uint32_t> entry;
};

using Shared = std::shared_ptr<Data>;

Case product(std::string name, std::string item, const Kernels& k, Shared data, const Gemm& g) {
  const double m = g.m, n = g.n, depth = g.k;
  return {std::move(name),
          std::move(item),
          kBlock,
          2 * m * n * depth,
          4 * (m * depth + depth * n + (g.init.data != nullptr ? 2 : 1) * m * n),
          [&k, data, g] { k.gemm(g); }};
}

void add_products(std::vector<Case>& cases, const Kernels& k, const Shared& d) {
  const int row = d->row;
  const int width = d->width;
  const int hidden = padded(d->hidden);
  cases.push_back(product("gemm f_e forward, U·W", "edge", k, d,
                          {.a = {d->u.data(), row},
                           .b = {d->matrix.data(), width},
                           .init = {d->fixed.data(), width},
                           .c = {d->out.data(), width},
                           .m = kBlock,
                           .k = row,
                           .n = width}));
  cases.push_back(product("gemm f_e weights, Uᵀ·dP", "edge", k, d,
                          {.a = {d->u.data(), row},
                           .transpose_a = true,
                           .b = {d->pre.data(), width},
                           .init = {d->sums.data(), width},
                           .c = {d->sums.data(), width},
                           .m = row,
                           .k = kBlock,
                           .n = width}));
  cases.push_back(product("gemm f_e inputs, dP·Wᵀ", "edge", k, d,
                          {.a = {d->pre.data(), width},
                           .b = {d->matrix.data(), row},
                           .c = {d->out.data(), row},
                           .m = kBlock,
                           .k = width,
                           .n = row}));
  cases.push_back(product("gemm f_h first map", "cell", k, d,
                          {.a = {d->u.data(), 2 * row},
                           .b = {d->matrix.data(), width},
                           .init = {d->fixed.data(), width},
                           .c = {d->out.data(), width},
                           .m = kBlock,
                           .k = row + d->hidden,
                           .n = width}));
  cases.push_back(product("gemm f_h second map", "cell", k, d,
                          {.a = {d->pre.data(), width},
                           .b = {d->matrix.data(), hidden},
                           .c = {d->out.data(), hidden},
                           .m = kBlock,
                           .k = width,
                           .n = hidden}));
}

void add_edge_kernels(std::vector<Case>& cases, const Kernels& k, const Shared& d) {
  const double rows = 4.0 * kBlock * d->row;  // bytes of a block of state rows
  const double units = 4.0 * kBlock * d->width;
  const auto add = [&](const char* name, double bytes, std::function<void()> run) {
    cases.push_back({name, "edge", kBlock, 0, bytes, std::move(run)});
  };
  add("edge_difference", 3 * rows,
      [&k, d] { k.edge_difference(d->u.data(), d->state.data(), d->row, d->edges()); });
  add("edge_sum", 4 * units, [&k, d] {
    k.edge_sum(d->out.data(), d->fixed.data(), d->shares.data(), d->width, d->edges());
  });
  add("edge_logit", units,
      [&k, d] { k.edge_logit(d->alpha.data(), d->pre.data(), d->head(), kBlock); });
  add("sigmoid", 8.0 * kBlock, [&k, d] { k.sigmoid(d->alpha.data(), d->dlogit.data(), kBlock); });
  add("edge_message_adjoint", 7 * rows, [&k, d] {
    k.edge_message_adjoint({.delta = d->delta.data(),
                            .u = d->u.data(),
                            .message = d->out.data(),
                            .dlogit = d->dlogit.data(),
                            .state = d->state.data(),
                            .g = d->gradient.data(),
                            .alpha = d->alpha.data(),
                            .row = d->row,
                            .edges = d->edges()});
  });
  add("edge_logit_adjoint", 4 * units, [&k, d] {
    k.edge_logit_adjoint({.pre = d->pre.data(),
                          .dfixed = d->fixed.data(),
                          .dw2 = d->sums.data(),
                          .dlogit = d->dlogit.data(),
                          .head = d->head(),
                          .count = kBlock});
  });
  add("add_signed", 4 * rows, [&k, d] {
    k.add_signed(d->out.data(), d->state.data(), d->delta.data(), d->u.data(), kBlock * d->row);
  });
  add("gather_signed", 2 * rows + 8.0 * d->row * static_cast<double>(d->node.size()),
      [&k, d] { k.gather_signed(d->gather()); });
}

void add_cell_kernels(std::vector<Case>& cases, const Kernels& k, const Shared& d) {
  const double units = 4.0 * kBlock * d->width;
  const auto add = [&](const char* name, double bytes, std::function<void()> run) {
    cases.push_back({name, "cell", kBlock, 0, bytes, std::move(run)});
  };
  add("mean_message", 4.0 * kBlock * (d->row * (kDegree + 2.0) + 3.0 * kDegree), [&k, d] {
    k.mean_message({.out = d->out.data(),
                    .state = d->state.data(),
                    .alpha = d->alpha_all.data(),
                    .row = d->row,
                    .adjacency = {d->offset.data(), d->neighbor.data(), d->edge.data()},
                    .begin = 100,
                    .end = 100 + kBlock});
  });
  add("activate", 2 * units,
      [&k, d] { k.activate(d->out.data(), d->pre.data(), kBlock * d->width, d->activation); });
  // Slopes of exactly 1 (or 0, for tanh), so that repeating in place makes no denormal numbers.
  add("activate_adjoint", 3 * units, [&k, d] {
    k.activate_adjoint(d->fixed.data(), d->slope_one.data(), kBlock * d->width, d->activation);
  });
  add("tanh", 2 * units, [&k, d] { k.tanh(d->out.data(), d->pre.data(), kBlock * d->width); });
}

}  // namespace

std::vector<Case> kernel_cases(const Kernels& kernels, const Options& options) {
  // Each group of kernels has its own data, so that sums that grow in one do not disturb another.
  const auto fresh = [&] { return std::make_shared<Data>(options, Draws(7, Stream::study)); };
  std::vector<Case> cases;
  add_products(cases, kernels, fresh());
  add_edge_kernels(cases, kernels, fresh());
  add_cell_kernels(cases, kernels, fresh());
  return cases;
}

}  // namespace gnac::bench
