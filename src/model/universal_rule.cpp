#include "model/universal_rule.h"

#include <span>

#include "gnac/error.h"
#include "gnac/model.h"
#include "gnac/rule_file.h"
#include "shipped_rules.h"  // made from rules/ when the library is built

namespace gnac::detail {

FeatureSet feature_set(const Rule& rule) {
  if (rule.feature_set == "coordinates") return FeatureSet::coordinates;
  if (rule.feature_set == "graph") return FeatureSet::graph;
  throw Error("the rule is for features called '" + rule.feature_set +
              "', which this version does not have");
}

}  // namespace gnac::detail

namespace gnac {

using namespace detail;

int state_columns(const RuleShape& shape) {
  return shape.form == RuleForm::universal ? shape.hidden : shape.domain;
}

const Rule& universal_rule(bool coordinates) {
  const auto parse = [](std::span<const unsigned char> bytes) {
    return parse_rule({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                      "the universal rule");
  };
  if (coordinates) {
    static const Rule kPoints = parse(shipped::universal);
    return kPoints;
  }
  static const Rule kGraph = parse(shipped::universal_graph);
  return kGraph;
}

}  // namespace gnac
