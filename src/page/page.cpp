// page_html(): everything that a page shows, gathered from a model.
#include "gnac/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "explain/known_table.h"
#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/explain.h"
#include "gnac/layout.h"
#include "model/answer.h"
#include "model/check_model.h"
#include "page/document.h"
#include "page/edges.h"
#include "page/facts.h"
#include "page/heal.h"
#include "page/known.h"
#include "page/partitions.h"
#include "page/quantise.h"
#include "page/trajectory.h"
#include "page/views.h"
#include "support/files.h"
#include "support/team.h"

namespace gnac {

using namespace detail;
namespace {

using Json = nlohmann::json;

constexpr CodeRange kUnit{0, 1};
constexpr std::int64_t kFinePoints = 30000;        // up to this many, steps have 16 bits
constexpr std::int64_t kMostMemberships = 500000;  // N×K bytes
constexpr int kMostClusters = 255;                 // for which memberships are computed

const char* rule_name(const Model& model) {
  if (model.evolution.states.empty()) return "none";
  return model.rule.shape.form == RuleForm::universal ? "universal" : "published";
}

// Each row as its difference from the one before, which is mostly zeros.
std::vector<std::int32_t> differences(const std::vector<std::vector<std::int32_t>>& rows) {
  std::vector<std::int32_t> out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      out.push_back(rows[r][i] ^ (r > 0 ? rows[r - 1][i] : 0));
    }
  }
  return out;
}

void add_labels(const PagePartitions& partitions, Json& facts, PageArrays& arrays) {
  arrays.add("colours", differences(partitions.colours));
  facts["counts"] = partitions.clusters;
  if (std::ranges::find(partitions.quick, true) != partitions.quick.end()) {
    facts["quick"] = partitions.quick;
    if (partitions.groups > 0) facts["groups"] = partitions.groups;
  }
  if (!partitions.scores.empty()) {
    facts["scores"] = Json::array();
    for (const int k : partitions.clusters) {
      const auto score = partitions.scores.find(k);
      facts["scores"].push_back(score == partitions.scores.end() ? Json() : Json(score->second));
    }
  }
  facts["eigenvalues"] = partitions.eigenvalues;
}

template <class Code>
void add_step_codes(const StatePlaces& places, Json& ranges, PageArrays& arrays) {
  std::vector<Code> codes;
  const std::size_t axes = places.by_step[0].size();
  std::vector<CodeRange> range(axes, {1e300, -1e300});
  for (const auto& step : places.by_step) {
    for (std::size_t a = 0; a < axes; ++a) {
      const CodeRange here = range_of(std::span(step[a]));
      range[a] = {std::min(range[a].low, here.low), std::max(range[a].high, here.high)};
    }
  }
  for (const auto& step : places.by_step) {
    for (std::size_t a = 0; a < axes; ++a) append_codes(std::span(step[a]), range[a], codes);
  }
  for (const CodeRange& r : range) ranges.push_back({r.low, r.high});
  arrays.add("steps", codes);
}

void add_steps(const StatePlaces& places, const Rollout& rollout, std::int64_t n, Json& facts,
               PageArrays& arrays) {
  Json ranges = Json::array();
  if (n <= kFinePoints) {
    add_step_codes<std::uint16_t>(places, ranges, arrays);
  } else {
    add_step_codes<std::uint8_t>(places, ranges, arrays);
  }
  Json directions = Json::array();
  for (std::int64_t k = 0; k < places.axes.count(); ++k) {
    const auto begin = places.axes.direction.begin() + k * places.axes.columns;
    directions.push_back(std::vector<double>(begin, begin + places.axes.columns));
  }
  facts["steps"] = {{"at", rollout.step},
                    {"ranges", ranges},
                    {"mean", places.axes.mean},
                    {"directions", directions}};
}

void add_edges(const Model& model, const Rollout& rollout, Json& facts, PageArrays& arrays) {
  const PageEdges edges = page_edges(model, rollout);
  arrays.add("edge-count", edges.count);
  arrays.add("edge-step", edges.step);
  arrays.add("edge-affinity", edges.affinity);
  if (!edges.conductance.empty()) arrays.add("edge-conductance", edges.conductance);
  if (!edges.on_the_way.empty()) arrays.add("edge-steps", edges.on_the_way);
  facts["edges"] = {{"all", model.graph.edges.size()}, {"shown", edges.chosen.size()}};
}

// Confidence, memberships and outliers, for rules that support them.
void add_certainty(const Model& model, Json& facts, PageArrays& arrays, const Observer& observer) {
  if (!model.confidence.clusters.empty()) {
    facts["confidence"] = model.confidence.fit;
    facts["clusterConfidence"] = model.confidence.clusters;
    facts["doubt"] = doubt_about(model);
    if (!model.counts.empty()) facts["range"] = clusters_text(model);
  }
  if (model.rule.shape.form != RuleForm::universal || model.evolution.conductance.empty()) return;
  std::vector<std::uint8_t> codes;
  const auto outliers = outlier_scores(model, observer);
  append_codes(std::span(outliers), kUnit, codes);
  arrays.add("outliers", codes);
  facts["outlierThreshold"] = kOutlierThreshold;
  if (model.clusters > kMostClusters) return;
  const auto member = memberships(model, observer);
  codes.clear();
  for (std::int64_t i = 0; i < model.graph.nodes; ++i) {
    const float own = member[i * model.clusters + model.labels()[i]];
    codes.push_back(quantised<std::uint8_t>(static_cast<double>(own), kUnit));
  }
  arrays.add("own-membership", codes);
  if (std::ssize(member) > kMostMemberships) return;
  codes.clear();
  append_codes(std::span(member), kUnit, codes);
  arrays.add("memberships", codes);
}

// The table by which people know the points: the caller's points if they are given, and these
// names.
KnownTable table_of(const Model& model, const PageExtras& extras,
                    const std::vector<std::string>& names) {
  KnownTable known =
      extras.points.d > 0 ? known_table(extras.points, model.table) : known_table(model);
  known.data.columns = {names.begin(), names.begin() + known.numbers.d};
  known.data.texts = extras.texts;
  known.data.labels = extras.labels;
  return known;
}

// Which points the caller's labels call outliers.
void add_outliers(const PageExtras& extras, PageArrays& arrays) {
  std::vector<std::uint8_t> mask;
  for (const std::int32_t label : extras.labels)
    mask.push_back(label < 0 ? std::uint8_t{1} : std::uint8_t{0});
  if (std::ranges::find(mask, 1) != mask.end()) arrays.add("flagged", mask);
}

// The model's points, then the new ones, scaled in the same way.
Points with_newcomers(const Model& model, const PageNewcomers& newcomers) {
  Points all = model.points;
  if (newcomers.points.n == 0) return all;
  const Points scaled = apply_scaling(newcomers.points, model.scaling);
  all.values.insert(all.values.end(), scaled.values.begin(), scaled.values.end());
  all.n += scaled.n;
  return all;
}

void check(const Model& model, const PageExtras& extras) {
  const std::int64_t n = model.graph.nodes;
  const auto within = [&](std::span<const std::int32_t> labels) {
    return std::ranges::all_of(labels,
                               [&](std::int32_t l) { return l >= -1 && l < model.clusters; });
  };
  if (!within(extras.labels) || !within(extras.newcomers.labels))
    throw Error(
        fmt::format("the page was given labels beyond the model's {} clusters", model.clusters));
  const PointsView points = extras.points;
  if (points.d > 0 && (points.n != n || points.d != model.points.d))
    throw Error(fmt::format(
        "the page was given {} points of {} columns, but the model was fitted to {} of {}",
        points.n, points.d, n, model.points.d));
  if (std::ssize(extras.newcomers.labels) != extras.newcomers.points.n)
    throw Error("the page was given new points without a label for each");
  if (std::ranges::any_of(extras.filled,
                          [&](const PageFill& f) { return f.point < 0 || f.point >= n; }))
    throw Error("the page was given filled values of points that are not there");
}

}  // namespace

std::string page_html(const Model& model, const PageExtras& extras, const Observer& observer) {
  require_whole(model);
  check(model, extras);
  Team team(model.options.threads, observer);
  team.report({.stage = Stage::readout});
  const std::int64_t n = model.graph.nodes;
  const auto names = column_names(extras, n, model.points.d, feature_names(model.table));
  Json facts{{"kind", "fit"},
             {"n", n},
             {"d", model.points.d},
             {"k", model.clusters},
             {"neighbors", model.options.neighbors},
             {"ownGraph", model.own_graph},
             {"components", model.graph.components},
             {"rule", rule_name(model)},
             {"readout", model.partition.readout}};
  if (model.points.d > 0) {
    facts["scale"] = to_string(model.options.scale);
    facts["metric"] = to_string(model.options.metric);
    facts["scaleReason"] = model.scale_reason;
  }
  PageArrays arrays;
  const PagePartitions partitions = page_partitions(model, extras.points, team);
  team.advance(0.6);
  add_labels(partitions, facts, arrays);
  facts["views"] = Json::array();
  const auto add = [&](const PageView& view) {
    if (!view.place.empty()) facts["views"].push_back(add_view(view, arrays, 0, n > kFinePoints));
  };
  const std::int64_t fresh = extras.newcomers.points.n;
  const bool mapped = model.points.d > 3 || model.points.d == 0;
  if (mapped) {
    const Points map = layout(model, 2, observer);
    const Points news =
        fresh > 0 ? place_on_map(model, map, extras.newcomers.points, observer) : Points{};
    facts["views"].push_back(add_view(map_view(map, news), arrays, fresh));
  }
  if (model.points.d > 0) {
    const PageView view = points_view(with_newcomers(model, extras.newcomers), names, team);
    facts["views"].push_back(add_view(view, arrays, fresh, mapped && n > kFinePoints));
    add_newcomers(extras.newcomers, facts, arrays);
  }
  add(spectral_view(partitions.spectrum, n));
  {
    const Rollout rollout = page_trajectory(model, team);
    const StatePlaces places = state_places(rollout, n, team);
    add(places.view);
    if (!rollout.states.empty()) add_steps(places, rollout, n, facts, arrays);
    const auto read = step_partitions(model, rollout, team);
    if (!read.empty()) arrays.add("step-colours", differences(read));
    add_edges(model, rollout, facts, arrays);
  }
  team.advance(0.8);
  add_rows(extras, n, facts, arrays);
  const KnownTable known = table_of(model, extras, names);
  facts["columns"] = add_columns(known.data, extras.filled, arrays);
  facts["tableColumns"] = known.data.columns.size() + known.data.categories.size();
  arrays.add_json("stories", json_for_html(stories_json(explain(model, known.data, observer))));
  add_outliers(extras, arrays);
  add_certainty(model, facts, arrays, observer);
  add_extras(extras, facts, arrays);
  facts["heal"] = add_heal(model, arrays);
  return page_document(facts, arrays, team);
}

void write_page(const Model& model, const std::string& path, const PageExtras& extras,
                const Observer& observer) {
  const std::string html = page_html(model, extras, observer);
  write_files({{path, html}});
}

}  // namespace gnac
