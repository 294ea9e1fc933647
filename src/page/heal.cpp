#include "page/heal.h"

#include <span>
#include <string>

#include "gnac/rule_file.h"
#include "model/distinct_cells.h"

namespace gnac::detail {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kMostPoints = 5000;
constexpr std::int64_t kMostCoordinates = 100000;  // N×d doubles: keeps the page small

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
  if (model.points.n * model.points.d > kMostCoordinates)
    return "It is off for more than 100,000 values: the page would become large.";
  if (count_distinct(model.points) < model.points.n)
    return "It is off for tables in which a row occurs twice: both would have to move.";
  return "";
}

}  // namespace

Json add_heal(const Model& model, PageArrays& arrays) {
  const std::string off = why_off(model);
  if (!off.empty()) return {{"off", off}};
  const std::string rule = rule_bytes(model.rule);
  arrays.add("exact-points", model.points.values);
  arrays.add("rule", std::span(reinterpret_cast<const std::uint8_t*>(rule.data()), rule.size()));
  return {{"neighbors", model.options.neighbors}};
}

}  // namespace gnac::detail
