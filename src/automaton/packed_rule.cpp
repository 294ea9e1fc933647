#include "automaton/packed_rule.h"

#include <algorithm>
#include <functional>

#include "automaton/kernels/kernels.h"

namespace gnac {
namespace {

Packed reserve(std::size_t& size, int rows, int cols) {
  const Packed p{size, rows, padded(cols)};
  size += static_cast<std::size_t>(p.rows) * p.cols;
  size = (size + 15) / 16 * 16;  // whole cache lines
  return p;
}

/// Input c of a first map goes to row `row` of the dynamic or the fixed share.
struct InputPlace {
  bool dynamic;
  int row;
};

}  // namespace

PackedLayout::PackedLayout(const RuleShape& s) : shape(s) {
  const int d = s.features;
  const int dh = s.hidden;
  const int dz = s.domain;
  row = padded(dh + dz);
  width = padded(s.width);
  hidden = padded(dh);
  domain = padded(dz);
  in_h = padded(row + dh);
  in_z = padded(row + dz);

  x_weight = reserve(size, d, dh);
  x_bias = reserve(size, 1, dh);
  xi_weight = reserve(size, s.seed_dim, dh);
  xi_bias = reserve(size, 1, dh);
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
  z0 = network(0, d + s.seed_dim, dz);
  e = network(row, d + 3, 1, true);
  h = network(row + dh, d, dh);
  z = network(row + dz, d, dz);

  const auto table = rule_table(s);
  const Tensor& last = table.back();
  place.assign(last.offset + last.size(), 0);
  transposed_place.assign(place.size(), -1);
  const auto put = [&](const std::string& name, const std::function<std::size_t(int, int)>& to) {
    const Tensor& t = find_tensor(table, name);
    for (int r = 0; r < t.rows; ++r) {
      for (int c = 0; c < std::max(1, t.cols); ++c) {
        place[t.offset + static_cast<std::size_t>(r) * std::max(1, t.cols) + c] =
            static_cast<std::int32_t>(to(r, c));
      }
    }
  };
  const auto put_t = [&](const std::string& name,
                         const std::function<std::ptrdiff_t(int, int)>& to) {
    const Tensor& t = find_tensor(table, name);
    for (int r = 0; r < t.rows; ++r) {
      for (int c = 0; c < t.cols; ++c) {
        transposed_place[t.offset + static_cast<std::size_t>(r) * t.cols + c] =
            static_cast<std::int32_t>(to(r, c));
      }
    }
  };
  // A [out, in] tensor to an in×out matrix; a vector to a row.
  const auto plain = [&](const Packed& p) {
    return [p](int out, int in) { return p.at + static_cast<std::size_t>(in) * p.cols + out; };
  };
  put("fx.weight", plain(x_weight));
  put("fx.bias", plain(x_bias));
  put("fxi.weight", plain(xi_weight));
  put("fxi.bias", plain(xi_bias));
  const auto put_network = [&](const std::string& name, const Network& n,
                               const std::function<InputPlace(int)>& input) {
    put(name + ".0.weight", [&](int out, int in) {
      const InputPlace p = input(in);
      const Packed& m = p.dynamic ? n.dynamic : n.fixed;
      return m.at + static_cast<std::size_t>(p.row) * m.cols + out;
    });
    put_t(name + ".0.weight", [&](int out, int in) -> std::ptrdiff_t {
      const InputPlace p = input(in);
      if (!p.dynamic) return -1;
      return static_cast<std::ptrdiff_t>(n.dynamic_t.at) +
             static_cast<std::ptrdiff_t>(out) * n.dynamic_t.cols + p.row;
    });
    put(name + ".0.bias", plain(n.bias1));
    if (&n == &e) {
      put(name + ".2.weight",
          [&](int, int in) { return n.second.at + static_cast<std::size_t>(in); });
    } else {
      put(name + ".2.weight", plain(n.second));
    }
    put_t(name + ".2.weight", [&](int out, int in) {
      return static_cast<std::ptrdiff_t>(n.second_t.at) +
             static_cast<std::ptrdiff_t>(out) * n.second_t.cols + in;
    });
    put(name + ".2.bias", plain(n.bias2));
  };
  // Input orders of the tensors (DESIGN of the rule file) against the rows of the packed matrices.
  put_network("fz0", z0, [&](int c) { return InputPlace{false, c}; });  // x, s_ξ·ξ
  put_network("fe", e, [=](int c) {                                     // |Δx|, |Δh|, |Δz|, g
    if (c < d) return InputPlace{false, c};
    if (c < d + dh + dz) return InputPlace{true, c - d};
    return InputPlace{false, c - dh - dz};
  });
  const int r = row;
  put_network("fh", h, [=](int c) {  // h, mean message h, z, x
    if (c < dh) return InputPlace{true, c};
    if (c < 2 * dh) return InputPlace{true, r + c - dh};
    if (c < 2 * dh + dz) return InputPlace{true, c - dh};
    return InputPlace{false, c - 2 * dh - dz};
  });
  put_network("fz", z, [=](int c) {  // new h, z, mean message z, x
    if (c < dh + dz) return InputPlace{true, c};
    if (c < dh + 2 * dz) return InputPlace{true, r + c - dh - dz};
    return InputPlace{false, c - dh - 2 * dz};
  });
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

}  // namespace gnac
