#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "automaton/kernels/kernels.h"
#include "column_report.h"
#include "commands.h"
#include "gnac/model.h"
#include "gnac/rule_file.h"
#include "gnac/version.h"
#include "input.h"
#include "io/bytes.h"
#include "io/safetensors.h"
#include "io/text.h"
#include "output.h"
#include "support/memory.h"
#include "support/simd_target.h"
#include "support/team.h"
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
      version(), kernels().target, fmt::join(targets, ", "), processors(),
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

/// "3 of 334, 333, 333 points", or the range of their sizes.
std::string sizes_text(const Model& model) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(model.clusters), 0);
  for (const std::int32_t label : model.labels()) ++sizes[label];
  constexpr std::size_t kMost = 12;
  const auto [least, most] = std::ranges::minmax(sizes);
  const std::string range = fmt::format("{} to {}", least, most);
  return fmt::format("{} of {} points", sizes.size(),
                     sizes.size() <= kMost ? fmt::format("{}", fmt::join(sizes, ", ")) : range);
}

std::string model_text(const std::string& path) {
  const Model model = read_model(path);
  const bool universal = model.rule.shape.form == RuleForm::universal;
  std::string text = fmt::format(
      "{}: a fitted model\n"
      "points     {} x {}, scale {}\n"
      "clusters   {}\n"
      "graph      {} edges, {} neighbours per point\n"
      "rule       {}\n",
      path, model.points.n, model.points.d, to_string(model.options.scale), sizes_text(model),
      model.graph.edges.size(), model.options.neighbors,
      model.evolution.steps == 0 ? "none"
      : universal                ? "universal"
                                 : "trained on the points");
  if (model.table.named) {
    std::vector<std::string> names;
    for (const TableColumn& column : model.table.columns) {
      if (column.role == ColumnRole::feature) names.push_back(column.name);
    }
    text += fmt::format("columns    {}\n", fmt::join(names, ", "));
  }
  if (!model.confidence.clusters.empty())
    text += fmt::format("confidence {:.2f}\n", model.confidence.fit);
  return text;
}

/// A rule or a model.
std::string safetensors_text(const std::string& path) {
  const auto metadata = parse_safetensors(read_bytes(path), path).metadata;
  const auto format = metadata.find("format");
  const bool model = format != metadata.end() && format->second == "gnac-model";
  return model ? model_text(path) : rule_text(path);
}

std::string points_text(const std::string& path, const ReadOptions& columns) {
  TableFlags flags{{path}, columns};
  flags.columns.summaries = true;
  const PointTable table = read_table(flags);
  return fmt::format(
             "{}: {} of {}, {} of points\n\n", path,
             counted(static_cast<std::size_t>(table.points.n) + table.dropped.size(), "row"),
             counted(table.recipe.columns.size(), "column"),
             counted(static_cast<std::size_t>(table.points.d), "column")) +
         column_lines(table);
}

}  // namespace

Action add_info(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  auto columns = std::make_shared<ReadOptions>();
  app.add_option("FILE", *path,
                 "a model, a rule or a table of points; without it: this build and machine")
      ->option_text(" ");
  add_column_flags(app, *columns, "About a table");
  return [path, columns] {
    if (path->empty()) return print_text(machine_text());
    const bool tensors = path->ends_with(".safetensors") || is_safetensors(*path);
    print_text(tensors ? safetensors_text(*path) : points_text(*path, *columns));
  };
}

}  // namespace gnac::cli
