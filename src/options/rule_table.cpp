#include "gnac/rule.h"

#include <algorithm>
#include <utility>

#include "gnac/error.h"

namespace gnac {

std::vector<Tensor> rule_table(const RuleShape& shape) {
  std::vector<Tensor> table;
  std::size_t offset = 0;
  const auto add = [&](std::string name, int rows, int cols, int fan_in) {
    table.push_back({std::move(name), rows, cols, offset, fan_in});
    offset += table.back().size();
  };
  const auto linear = [&](const std::string& name, int in, int out) {
    add(name + ".weight", out, in, in);
    add(name + ".bias", out, 0, in);
  };
  const auto network = [&](const std::string& name, int in, int out) {
    linear(name + ".0", in, shape.width);
    linear(name + ".2", shape.width, out);
  };
  const int d = shape.features;
  const int dg = shape.edge_features;
  const int dh = shape.hidden;
  const int dz = shape.domain;
  if (shape.form == RuleForm::universal) {
    network("fx", d, dh);                                       // c
    network("fe", d + dh + dg + (shape.sum ? dh : 0), 1);       // |Δc|, |Δh|, g, h_i + h_j
    network("fh", dh + dh + (shape.openness ? 1 : 0) + d, dh);  // h, mean message, openness, c
    return table;
  }
  linear("fx", d, dh);
  linear("fxi", shape.seed_dim, dh);
  network("fz0", d + shape.seed_dim, dz);  // x, s_ξ·ξ
  network("fe", d + dh + dz + dg, 1);      // |Δx|, |Δh|, |Δz|, g
  network("fh", dh + dh + dz + d, dh);     // h, mean message h, z, x
  network("fz", dh + dz + dz + d, dz);     // new h, z, mean message z, x
  return table;
}

const Tensor& find_tensor(const std::vector<Tensor>& table, std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Tensor& t) { return t.name == name; });
  if (found == table.end()) throw Error("a rule has no tensor '" + std::string(name) + "'");
  return *found;
}

}  // namespace gnac
