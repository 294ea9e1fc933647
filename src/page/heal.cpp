#include "page/heal.h"

#include <string>

namespace gnac::detail {
namespace {

using nlohmann::json;

constexpr std::int64_t kMostPoints = 5000;
constexpr std::int64_t kMostValues = 100000;  // N×d doubles: keeps the page small

std::string why_off(const Model& model) {
  const Rule& rule = model.rule;
  if (model.evolution.states.empty()) return "It is off: this fit ran no rule.";
  if (rule.shape.form != RuleForm::universal)
    return "It is off for rules of the published form, which belong to the points they were "
           "trained "
           "on.";
  if (model.own_graph || model.points.d == 0)
    return "It is off for a graph of your own: moving a point has no meaning in it.";
  if (model.points.n > kMostPoints) return "It is off for more than 5,000 points.";
  if (model.points.n * model.points.d > kMostValues)
    return "It is off for more than 100,000 values: the page would become large.";
  return "";
}

}  // namespace

json add_heal(const Model& model, PageArrays& arrays) {
  const std::string off = why_off(model);
  if (!off.empty()) return {{"off", off}};
  const Rule& rule = model.rule;
  arrays.add("exact-points", model.points.values);
  arrays.add("rule", rule.values);
  json tensors = json::object();
  for (const Tensor& tensor : rule_table(rule.shape)) {
    tensors[tensor.name] = {tensor.offset, tensor.rows, tensor.cols};
  }
  return {{"tensors", tensors},
          {"hidden", rule.shape.hidden},
          {"activation", to_string(rule.shape.activation)},
          {"sum", rule.shape.sum},
          {"openness", rule.shape.openness},
          {"updateScale", rule.update_scale},
          {"steps", rule.steps},
          {"neighbors", model.options.neighbors},
          {"cellMean", rule.cell.mean},
          {"cellDeviation", rule.cell.deviation},
          {"edgeMean", rule.edge.mean},
          {"edgeDeviation", rule.edge.deviation}};
}

}  // namespace gnac::detail
