#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gnac/options.h"
#include "gnac/rule.h"
#include "studies/benchmark.h"
#include "studies/readouts.h"

namespace gnac::detail {

/// One way to leave something out of G-NAC, all else being equal.
struct Variant {
  std::string name;      ///< the method of its runs, e.g. "no-temporal"
  std::string question;  ///< what the comparison with the full method answers
  enum class Kind {
    trained,     ///< as usual, with changed options
    open,        ///< trained with every conductance 1
    blind,       ///< trained on a graph whose geometry features are all zero
    untrained,   ///< the initial values of the rule
    graph_only,  ///< no automaton: ranks of input distances
  } kind = Kind::trained;
  std::vector<std::pair<std::string, std::string>> options = {};  ///< changed ones
  ControlReadout readout = ControlReadout::per_component;
};

std::vector<Variant> ablation_variants();

/// Make the conductance of every edge 1 from the first epoch to the last: with this bias of f_e its
/// sigmoid is 1 to the last bit, so that no gradient reaches f_e.
void open_edges(Rule& rule);

struct AblationPlan {
  std::vector<std::shared_ptr<const StudyData>> tasks;
  std::vector<std::string> variants;  ///< names; empty: all
  std::vector<std::uint64_t> seeds{7, 17, 27};
  Options options = Options::paper();
};

/// Tasks × variants × seeds. The full method's runs are those of the benchmark. Variants of the
/// evolution share one training with each other and with the full method.
std::vector<Job> ablation_jobs(const AblationPlan& plan);

}  // namespace gnac::detail
