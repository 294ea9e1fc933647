#include "studies/study_methods.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "methods/exactly_k.h"
#include "methods/linkage/ward.h"
#include "methods/method.h"
#include "options/option_text.h"
#include "studies/deep/deep_clustering.h"
#include "studies/som/map.h"

namespace gnac::detail {
namespace {

MethodRun run_deep(PointsView points, int clusters, bool reconstruct, std::uint64_t seed,
                   Team& team) {
  DeepResult result = deep_clustering(points, clusters, {}, reconstruct, seed, team);
  split_to(points, clusters, result.labels);
  return {.labels = std::move(result.labels),
          .facts = {{"reconstruction", result.reconstruction},
                    {"steps", static_cast<double>(result.steps)}}};
}

MethodRun run_dec(PointsView points, int clusters, const MethodOptions&, std::uint64_t seed,
                  Team& team) {
  return run_deep(points, clusters, false, seed, team);
}

MethodRun run_idec(PointsView points, int clusters, const MethodOptions&, std::uint64_t seed,
                   Team& team) {
  return run_deep(points, clusters, true, seed, team);
}

constexpr int kSomEpochs = 20;
constexpr double kSomRadius = 0.5;

/// Vesanto's rule of thumb, at least four units per cluster, no more than points.
std::int64_t default_units(std::int64_t n, int clusters) {
  const auto rule = std::llround(5 * std::sqrt(static_cast<double>(n)));
  return std::min<std::int64_t>(n, std::max<std::int64_t>(rule, 4 * std::int64_t{clusters}));
}

MethodRun run_som(PointsView points, int clusters, const MethodOptions&, std::uint64_t,
                  Team& team) {
  const SomMap map =
      train_som(points, default_units(points.n, clusters), kSomEpochs, kSomRadius, team);
  // Units that won points are merged by Ward's criterion, weighted by the number of points won.
  std::vector<std::int32_t> place(static_cast<std::size_t>(map.codebook.n), -1);
  Points won{.values = {}, .n = 0, .d = points.d};
  std::vector<double> hits;
  for (const std::int32_t u : map.unit) {
    if (place[u] < 0) {
      place[u] = static_cast<std::int32_t>(won.n++);
      const auto at = map.codebook.row(u);
      won.values.insert(won.values.end(), at.begin(), at.end());
      hits.push_back(0);
    }
    hits[place[u]] += 1;
  }
  const int groups = static_cast<int>(std::min<std::int64_t>(clusters, won.n));
  const auto group = cut_dendrogram(ward_merges(won, hits, team), won.n, groups);
  MethodRun run{.labels = {},
                .facts = {{"rows", static_cast<double>(map.rows)},
                          {"columns", static_cast<double>(map.columns)},
                          {"units_used", static_cast<double>(won.n)}}};
  run.labels.reserve(map.unit.size());
  for (const std::int32_t u : map.unit) run.labels.push_back(group[place[u]]);
  split_to(points, clusters, run.labels);
  return run;
}

/// A setting that is named in logs and cannot be changed.
MethodOption fixed(std::string_view name, double value) {
  MethodOption o;
  o.name = name;
  o.min = o.max = value;
  o.get = [value](const MethodOptions&) { return value; };
  o.set = [](MethodOptions&, double) {};
  return o;
}

MethodInfo deep_row(std::string_view name, std::string_view title, decltype(MethodInfo::run) run) {
  const DeepSettings s;
  MethodInfo row{name, title};
  row.stochastic = true;
  row.run = run;
  row.options = {fixed("code", s.code),
                 fixed("width", s.width),
                 fixed("pretrain_steps", s.pretrain_steps),
                 fixed("cluster_steps", s.cluster_steps),
                 fixed("interval", s.interval),
                 fixed("batch", s.batch),
                 fixed("learning_rate", s.learning_rate),
                 fixed("tolerance", s.tolerance)};
  return row;
}

std::vector<MethodInfo> make_table() {
  std::vector<MethodInfo> rows(method_table().begin(), method_table().end());
  // Xie, Girshick and Farhadi 2016; Guo, Gao, Liu and Yin 2017.
  MethodInfo dec = deep_row("dec", "deep embedded clustering", run_dec);
  MethodInfo idec = deep_row("idec", "improved deep embedded clustering", run_idec);
  idec.options.push_back(fixed("gamma", DeepSettings{}.gamma));
  // Kohonen 1982, batch map; units merged by Ward's criterion, Vesanto and Alhoniemi 2000.
  MethodInfo som{"som", "self-organising map"};
  som.run = run_som;
  som.options = {fixed("units", 0), fixed("epochs", kSomEpochs), fixed("radius", kSomRadius)};
  // HDBSCAN, which is not of the paper, stays last: colours of figures follow this order.
  rows.insert(rows.end() - 1, {std::move(dec), std::move(idec), std::move(som)});
  return rows;
}

}  // namespace

std::span<const MethodInfo> study_methods() {
  static const std::vector<MethodInfo> table = make_table();
  return table;
}

const MethodInfo& study_method(std::string_view name) {
  return method_in(study_methods(), name);
}

}  // namespace gnac::detail
