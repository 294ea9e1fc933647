#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <thread>

#include "automaton/kernels/kernels.h"
#include "commands.h"
#include "gnac/rule_file.h"
#include "gnac/version.h"
#include "output.h"
#include "support/memory.h"
#include "support/simd_target.h"
#include "table_flags.h"

namespace gnac::cli {

using namespace detail;
namespace {

std::string machine_text() {
  const std::vector<std::string> targets = simd_targets();
  return fmt::format(
      "gnac       {}\n"
      "kernels    {} (this CPU can run: {})\n"
      "cores      {}\n"
      "memory     {} available\n",
      version(), kernels().target, fmt::join(targets, ", "), std::thread::hardware_concurrency(),
      size_text(available_memory()));
}

std::string rule_text(const std::string& path) {
  const Rule rule = read_rule(path);
  const RuleShape& shape = rule.shape;
  std::string text = fmt::format(
      "{}: a rule\n"
      "features   {}\n"
      "states     d_h = {}, d_z = {}, d_xi = {}\n"
      "networks   width {}, {}\n"
      "dynamics   eta = {}, s_xi = {}\n"
      "training   k = {}, seed {}\n"
      "scaling    {}\n"
      "values     {}\n\n",
      path, shape.features, shape.hidden, shape.domain, shape.seed_dim, shape.width,
      to_string(shape.activation), rule.update_scale, rule.seed_scale, rule.neighbors, rule.seed,
      rule.scaling.centre.empty() ? "none" : "centre and divisor per column", rule.values.size());
  for (const Tensor& tensor : rule_table(shape)) {
    text += fmt::format("{:<14} {}\n", tensor.name,
                        tensor.cols == 0 ? fmt::format("[{}]", tensor.rows)
                                         : fmt::format("[{}, {}]", tensor.rows, tensor.cols));
  }
  return text;
}

std::string column_text(const PointTable& table, std::int64_t c) {
  const PointsView points = table.points;
  double least = points(0, c);
  double most = least;
  double mean = 0;
  for (std::int64_t i = 0; i < points.n; ++i) {
    least = std::min(least, points(i, c));
    most = std::max(most, points(i, c));
    mean += (points(i, c) - mean) / static_cast<double>(i + 1);
  }
  const std::string name = table.names.empty() ? std::to_string(c) : table.names[c];
  return fmt::format("{:<16} {:>12.6g} {:>12.6g} {:>12.6g}\n", name, least, mean, most);
}

std::string points_text(const std::string& path, const ReadOptions& columns) {
  const PointTable table = read_table({{path}, columns});
  std::string text =
      fmt::format("{}: {} points of {} columns\n\n{:<16} {:>12} {:>12} {:>12}\n", path,
                  table.points.n, table.points.d, "column", "least", "mean", "most");
  for (std::int64_t c = 0; c < table.points.d; ++c) text += column_text(table, c);
  return text;
}

/// A safetensors file starts with the 8-byte length of its JSON header.
bool looks_like_rule(const std::string& path) {
  if (path.ends_with(".safetensors")) return true;
  std::ifstream file(path, std::ios::binary);
  char start[9] = {};
  return file.read(start, sizeof start) && start[8] == '{' && start[7] == 0;
}

}  // namespace

Action add_info(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  auto columns = std::make_shared<ReadOptions>();
  app.add_option("FILE", *path, "a rule or a table of points; without it: this build and machine")
      ->option_text(" ");
  add_column_flags(app, *columns, "About a table");
  return [path, columns] {
    if (path->empty()) return print_text(machine_text());
    print_text(looks_like_rule(*path) ? rule_text(*path) : points_text(*path, *columns));
  };
}

}  // namespace gnac::cli
