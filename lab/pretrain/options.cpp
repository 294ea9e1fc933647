#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "gnac/error.h"
#include "options/option_text.h"
#include "pretrain/batch.h"
#include "pretrain/pretrain.h"

namespace gnac::detail {
namespace {

void check_hidden(const PretrainOptions& o) {
  std::vector<std::string_view> known;
  for (const auto names : {cell_feature_names(o.features), edge_feature_names(o.features)})
    known.insert(known.end(), names.begin(), names.end());
  for (const std::string& hide : o.hide) {
    const auto named = [&](std::string_view feature) { return names_feature(hide, feature); };
    if (std::ranges::any_of(known, named)) continue;
    throw Error(fmt::format("there is no feature '{}' to hide; {}", hide,
                            suggestion(hide, known, "choose from " + listed(known, " and "))));
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> option_list(const PretrainOptions& o) {
  const auto text = [](const auto& value) { return fmt::format("{}", value); };
  return {
      {"features", o.features == FeatureSet::coordinates ? "coordinates" : "graph"},
      {"hide", fmt::format("{}", fmt::join(o.hide, " "))},
      {"hidden", text(o.hidden)},
      {"width", text(o.width)},
      {"activation", std::string(to_string(o.activation))},
      {"update_scale", text(o.update_scale)},
      {"sum", text(o.sum)},
      {"openness", text(o.openness)},
      {"steps", text(o.steps)},
      {"step_spread", text(o.step_spread)},
      {"neighbors", text(o.neighbors)},
      {"least_points", text(o.problems.least_points)},
      {"most_points", text(o.problems.most_points)},
      {"large_share", text(o.problems.large_share)},
      {"large_points", text(o.problems.large_points)},
      {"most_clusters", text(o.problems.most_clusters)},
      {"most_dimensions", text(o.problems.most_dimensions)},
      {"without", text(o.problems.without)},
      {"start", o.start},
      {"partition", text(o.partition)},
      {"standardisation", text(o.standardisation)},
      {"seed", text(o.seed)},
      {"validation_seed", text(o.validation_seed)},
      {"validation", text(o.validation)},
      {"validate_every", text(o.validate_every)},
      {"iterations", text(o.iterations)},
      {"batch", text(o.batch)},
      {"learning_rate", text(o.learning_rate)},
      {"warm_up", text(o.warm_up)},
      {"weight_decay", text(o.weight_decay)},
  };
}

void validate(const PretrainOptions& o) {
  const auto within = [](const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return;
    throw Error(fmt::format("{} is {} but must be from {} to {}", name, value, low, high));
  };
  check_hidden(o);
  within("hidden", o.hidden, 1, 1024);
  within("width", o.width, 1, 1024);
  within("update_scale", o.update_scale, 0, 10);
  within("steps", o.steps, 0, 1000);
  within("step_spread", o.step_spread, 0, o.steps);
  within("neighbors", o.neighbors, 1, 1000);
  within("partition", o.partition, 0, 1000);
  within("standardisation", o.standardisation, 1, 1e6);
  within("validation", o.validation, 1, 1e6);
  within("validate_every", o.validate_every, 1, 1e9);
  within("iterations", o.iterations, 1, 1e9);
  within("batch", o.batch, 1, 1024);
  within("learning_rate", o.learning_rate, 1e-12, 10);
  within("warm_up", o.warm_up, 0, 1);
  within("weight_decay", o.weight_decay, 0, 10);
  if (o.seed == o.validation_seed) {
    throw Error(
        fmt::format("seed {} is reserved for the validation problems; give another", o.seed));
  }
}

}  // namespace gnac::detail
