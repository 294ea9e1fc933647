#include "automaton/packed_rule.h"

#include <algorithm>
#include <functional>

#include "automaton/kernels/kernels.h"

namespace gnac::detail {
namespace {

Packed reserve(std::size_t& size, int rows, int cols) {
  const Packed p{size, rows, padded(cols)};
  size += static_cast<std::size_t>(p.rows) * p.cols;
  size = (size + 15) / 16 * 16;  // whole cache lines
  return p;
}

/// Which part of a network's first map an input belongs to, and its row there.
enum class Share { dynamic, fixed, sum };
struct InputPlace {
  Share share;
  int row;
};
using Inputs = std::function<InputPlace(int)>;

/// Fills the places of a layout's tensors, name by name.
class Placing {
 public:
  explicit Placing(PackedLayout& layout) : layout_(layout), table_(rule_table(layout.shape)) {
    const Tensor& last = table_.back();
    layout.place.assign(last.offset + last.size(), 0);
    layout.transposed_place.assign(layout.place.size(), -1);
  }

  /// A [out, in] tensor to an in×out matrix; a vector to a row.
  void linear(const std::string& name, const Packed& weight, const Packed& bias) {
    each(name + ".weight", [&](std::size_t at, int out, int in) { put(at, weight, in, out); });
    each(name + ".bias", [&](std::size_t at, int out, int) { put(at, bias, 0, out); });
  }

  void network(const std::string& name, const PackedLayout::Network& n, const Inputs& input) {
    const bool conductance = &n == &layout_.e;
    each(name + ".0.weight", [&](std::size_t at, int out, int in) {
      const auto [share, row] = input(in);
      put(at,
          share == Share::dynamic ? n.dynamic
          : share == Share::fixed ? n.fixed
                                  : layout_.sum,
          row, out);
      if (share != Share::fixed) {
        put_transposed(at, share == Share::dynamic ? n.dynamic_t : layout_.sum_t, out, row);
      }
    });
    each(name + ".0.bias", [&](std::size_t at, int out, int) { put(at, n.bias1, 0, out); });
    each(name + ".2.weight", [&](std::size_t at, int out, int in) {
      put(at, n.second, conductance ? 0 : in, conductance ? in : out);
      put_transposed(at, n.second_t, out, in);
    });
    each(name + ".2.bias", [&](std::size_t at, int out, int) { put(at, n.bias2, 0, out); });
  }

 private:
  template <class Fn>
  void each(const std::string& name, const Fn& fn) {
    const Tensor& t = find_tensor(table_, name);
    const int cols = std::max(1, t.cols);
    for (int r = 0; r < t.rows; ++r) {
      for (int c = 0; c < cols; ++c) fn(t.offset + static_cast<std::size_t>(r) * cols + c, r, c);
    }
  }
  static std::int32_t place(const Packed& p, int row, int col) {
    return static_cast<std::int32_t>(p.at + static_cast<std::size_t>(row) * p.cols + col);
  }
  void put(std::size_t at, const Packed& p, int row, int col) {
    layout_.place[at] = place(p, row, col);
  }
  void put_transposed(std::size_t at, const Packed& p, int row, int col) {
    layout_.transposed_place[at] = place(p, row, col);
  }

  PackedLayout& layout_;
  std::vector<Tensor> table_;
};

// Input orders of the tensors (docs/formats.md) against the rows of the packed matrices.

void place_published(PackedLayout& l) {
  const int d = l.shape.features;
  const int dh = l.shape.hidden;
  const int dz = l.shape.domain;
  Placing to(l);
  to.linear("fx", l.x_weight, l.x_bias);
  to.linear("fxi", l.xi_weight, l.xi_bias);
  to.network("fz0", l.z0, [](int c) { return InputPlace{Share::fixed, c}; });  // x, s_ξ·ξ
  to.network("fe", l.e, [=](int c) {  // |Δx|, |Δh|, |Δz|, g
    if (c < d) return InputPlace{Share::fixed, c};
    if (c < d + dh + dz) return InputPlace{Share::dynamic, c - d};
    return InputPlace{Share::fixed, c - dh - dz};
  });
  to.network("fh", l.h, [=, row = l.row](int c) {  // h, mean message h, z, x
    if (c < dh) return InputPlace{Share::dynamic, c};
    if (c < 2 * dh) return InputPlace{Share::dynamic, row + c - dh};
    if (c < 2 * dh + dz) return InputPlace{Share::dynamic, c - dh};
    return InputPlace{Share::fixed, c - 2 * dh - dz};
  });
  to.network("fz", l.z, [=, row = l.row](int c) {  // new h, z, mean message z, x
    if (c < dh + dz) return InputPlace{Share::dynamic, c};
    if (c < dh + 2 * dz) return InputPlace{Share::dynamic, row + c - dh - dz};
    return InputPlace{Share::fixed, c - dh - 2 * dz};
  });
}

void place_universal(PackedLayout& l) {
  const int d = l.shape.features;
  const int dg = l.shape.edge_features;
  const int dh = l.shape.hidden;
  const int message = dh + (l.shape.openness ? 1 : 0);
  Placing to(l);
  to.network("fx", l.x0, [](int c) { return InputPlace{Share::fixed, c}; });  // c
  to.network("fe", l.e, [=](int c) {  // |Δc|, |Δh|, g, h_i + h_j
    if (c < d) return InputPlace{Share::fixed, c};
    if (c < d + dh) return InputPlace{Share::dynamic, c - d};
    if (c < d + dh + dg) return InputPlace{Share::fixed, c - dh};
    return InputPlace{Share::sum, c - d - dh - dg};
  });
  to.network("fh", l.h, [=, row = l.row](int c) {  // h, mean message, openness, c
    if (c < dh) return InputPlace{Share::dynamic, c};
    if (c < dh + message) return InputPlace{Share::dynamic, row + c - dh};
    return InputPlace{Share::fixed, c - dh - message};
  });
}

}  // namespace

PackedLayout::PackedLayout(const RuleShape& s) : shape(s) {
  const int d = s.features;
  const int dh = s.hidden;
  const int dz = s.domain;
  row = padded(dh + dz);
  width = padded(s.width);
  hidden = padded(dh);
  domain = padded(dz);
  in_h = padded(dynamic_h());
  in_z = padded(row + dz);

  const auto network = [&](int dynamic, int fixed, int out, bool conductance = false) {
    Network n;
    n.dynamic = reserve(size, dynamic, s.width);
    n.fixed = reserve(size, fixed, s.width);
    n.bias1 = reserve(size, 1, s.width);
    n.second = conductance ? reserve(size, 1, s.width) : reserve(size, s.width, out);
    n.bias2 = reserve(size, 1, out);
    n.dynamic_t = reserve(transposed_size, width, padded(dynamic));
    n.second_t = reserve(transposed_size, out, s.width);
    return n;
  };
  e = network(row, d + s.edge_features, 1, true);
  h = network(dynamic_h(), d, dh);
  if (s.form == RuleForm::universal) {
    x0 = network(0, d, dh);
    if (s.sum) {
      sum = reserve(size, row, s.width);
      sum_t = reserve(transposed_size, width, row);
    }
    place_universal(*this);
    return;
  }
  x_weight = reserve(size, d, dh);
  x_bias = reserve(size, 1, dh);
  xi_weight = reserve(size, s.seed_dim, dh);
  xi_bias = reserve(size, 1, dh);
  z0 = network(0, d + s.seed_dim, dz);
  z = network(row + dz, d, dz);
  place_published(*this);
}

void pack(PackedRule& packed, const PackedLayout& layout, std::span<const float> values) {
  packed.values.assign(layout.size, 0.0f);
  packed.transposed.assign(layout.transposed_size, 0.0f);
  for (std::size_t p = 0; p < values.size(); ++p) {
    packed.values[layout.place[p]] = values[p];
    if (layout.transposed_place[p] >= 0) packed.transposed[layout.transposed_place[p]] = values[p];
  }
}

std::vector<double> sum_lanes(std::span<const Buffer<float>> lanes, Team& team) {
  std::vector<double> sum(lanes.front().size());
  team.for_blocks(std::ssize(sum), 2048, [&](std::int64_t begin, std::int64_t end) {
    for (const auto& lane : lanes) {
      for (std::int64_t p = begin; p < end; ++p) sum[p] += lane[p];
    }
  });
  return sum;
}

void unpack(std::span<double> gradient, const PackedLayout& layout,
            std::span<const double> packed) {
  for (std::size_t p = 0; p < gradient.size(); ++p) gradient[p] = packed[layout.place[p]];
}

}  // namespace gnac::detail
