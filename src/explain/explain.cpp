#include "gnac/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "explain/columns_of.h"
#include "explain/known_table.h"
#include "explain/terms.h"
#include "gnac/error.h"
#include "graph/check.h"
#include "model/check_model.h"
#include "support/team.h"

namespace gnac {

using namespace detail;
namespace {

constexpr std::size_t kMostTraits = 5;
constexpr std::size_t kMostConditions = 3;
constexpr std::size_t kShownRows = 3;
constexpr double kTelling = 0.2;  // share - rest from which a trait is worth telling
constexpr double kGain = 0.02;    // of F1 for which a rule gets one more condition

void check(const Model& model, const ExplainData& data) {
  require_whole(model);
  const std::int64_t n = model.graph.nodes;
  const auto refuse = [&](const std::string& what, std::int64_t rows) {
    if (rows == n) return;
    throw Error(fmt::format("{} {} row{} but the model was fitted to {}; give the rows of the fit",
                            what, rows, rows == 1 ? "" : "s", n));
  };
  if (data.points.d > 0) refuse("the table has", data.points.n);
  for (const TextColumn& column : data.categories)
    refuse(fmt::format("column {} has", column.name), std::ssize(column.values));
  if (!data.texts.empty()) refuse("the texts have", std::ssize(data.texts));
  if (!data.labels.empty()) refuse("the labels have", std::ssize(data.labels));
  if (std::ranges::any_of(data.labels, [&](std::int32_t l) { return l >= model.clusters; }))
    throw Error(fmt::format("there are labels beyond the model's {} clusters", model.clusters));
  check_values(data.points);
  if (!data.columns.empty() && std::ssize(data.columns) != data.points.d) {
    throw Error(fmt::format("there are {} names for {} columns; give one for each",
                            data.columns.size(), data.points.d));
  }
  if (!data.dates.empty() && std::ssize(data.dates) != data.points.d) {
    throw Error(fmt::format("dates are given for {} of {} columns; say it of each or of none",
                            data.dates.size(), data.points.d));
  }
}

/// The rows with the smallest value of `key`, which is per member, at most kShownRows.
std::vector<std::int32_t> first_by(std::span<const std::int32_t> members,
                                   std::span<const double> key) {
  std::vector<std::size_t> at(members.size());
  std::iota(at.begin(), at.end(), 0);
  const std::size_t shown = std::min(kShownRows, at.size());
  std::partial_sort(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(shown), at.end(),
                    [&](std::size_t a, std::size_t b) {
                      return key[a] != key[b] ? key[a] < key[b] : members[a] < members[b];
                    });
  std::vector<std::int32_t> rows;
  for (std::size_t s = 0; s < shown; ++s) rows.push_back(members[at[s]]);
  return rows;
}

/// Per node, the share of the conductance of its edges that leads to its own cluster.
std::vector<double> own_pull(const Model& model) {
  const Graph& graph = model.graph;
  const auto& conductance = model.evolution.conductance;
  std::vector<double> own(static_cast<std::size_t>(graph.nodes), 0);
  std::vector<double> all(own.size(), 0);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [i, j] = graph.edges[e];
    const double pull = conductance.empty() ? 1 : static_cast<double>(conductance[e]);
    const bool same = model.labels()[i] == model.labels()[j];
    for (const std::int32_t end : {i, j}) {
      all[end] += pull;
      if (same) own[end] += pull;
    }
  }
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = all[i] > 0 ? own[i] / all[i] : 1;
  return own;
}

/// Squared distances of the members from their mean, which the medoid has the smallest of: it also
/// has the smallest sum of squared distances to the others. Without coordinates, minus the pull.
std::vector<double> remoteness(const Model& model, std::span<const std::int32_t> members,
                               std::span<const double> pull) {
  const PointsView points = model.points;
  std::vector<double> out;
  if (points.d == 0) {
    for (const std::int32_t i : members)
      out.push_back(-pull[i] * static_cast<double>(model.graph.degree(i)));
    return out;
  }
  std::vector<double> mean(static_cast<std::size_t>(points.d), 0);
  for (const std::int32_t i : members) {
    for (std::int64_t c = 0; c < points.d; ++c) mean[c] += points(i, c);
  }
  for (double& value : mean) value /= static_cast<double>(members.size());
  for (const std::int32_t i : members) {
    double square = 0;
    for (std::int64_t c = 0; c < points.d; ++c)
      square += (points(i, c) - mean[c]) * (points(i, c) - mean[c]);
    out.push_back(square);
  }
  return out;
}

/// Difference of the means in and out of the cluster, in (root mean square) standard deviations.
double difference_of_means(const ExplainColumn& column, std::span<const std::uint8_t> inside) {
  double n[2] = {0, 0};
  double sum[2] = {0, 0};
  double square[2] = {0, 0};
  for (std::size_t i = 0; i < inside.size(); ++i) {
    n[inside[i]] += 1;
    sum[inside[i]] += column.value[i];
  }
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const double off = column.value[i] - sum[inside[i]] / n[inside[i]];
    square[inside[i]] += off * off;
  }
  if (n[0] == 0 || n[1] == 0) return 0;
  const double deviation = std::sqrt((square[0] / n[0] + square[1] / n[1]) / 2);
  const double difference = sum[1] / n[1] - sum[0] / n[0];
  if (deviation > 0) return difference / deviation;
  return difference == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), difference);
}

Trait trait_of(const ExplainColumn& column, const Condition& condition,
               std::span<const std::uint8_t> inside) {
  double n[2] = {0, 0};
  double fits[2] = {0, 0};
  for (std::size_t i = 0; i < inside.size(); ++i) {
    n[inside[i]] += 1;
    fits[inside[i]] += holds(condition, column, static_cast<std::int64_t>(i)) ? 1 : 0;
  }
  Trait trait{.condition = condition};
  trait.share = fits[1] / n[1];
  trait.rest = n[0] > 0 ? fits[0] / n[0] : 0;
  const double overall = (fits[0] + fits[1]) / (n[0] + n[1]);
  trait.strength = condition.is_category ? (overall > 0 ? trait.share / overall : 0)
                                         : difference_of_means(column, inside);
  return trait;
}

/// +`gain` for rows of the sample in the cluster, -`cost` for others; 0 where `open` is not set.
std::vector<double> weights(std::span<const std::uint8_t> inside,
                            std::span<const std::uint8_t> open, double gain, double cost) {
  std::vector<double> out(inside.size(), 0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (open[i] != 0) out[i] = inside[i] != 0 ? gain : -cost;
  }
  return out;
}

struct Quality {
  double precision = 0;
  double recall = 0;
  double f1() const {
    return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
  }
};

Quality quality_of(std::span<const std::uint8_t> fits, std::span<const std::uint8_t> inside) {
  double both = 0;
  double fitting = 0;
  double members = 0;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    both += fits[i] != 0 && inside[i] != 0 ? 1 : 0;
    fitting += fits[i] != 0 ? 1 : 0;
    members += inside[i] != 0 ? 1 : 0;
  }
  return {fitting > 0 ? both / fitting : 0, members > 0 ? both / members : 0};
}

std::vector<Trait> traits_of(std::span<const ExplainColumn> columns,
                             std::span<const std::uint8_t> inside) {
  const std::vector<std::uint8_t> open(inside.size(), 1);
  const auto members = static_cast<double>(std::ranges::count(inside, 1));
  const auto others = static_cast<double>(inside.size()) - members;
  std::vector<Trait> traits;
  if (others == 0) return traits;
  const std::vector<double> weight = weights(inside, open, 1 / members, 1 / others);
  for (const ExplainColumn& column : columns) {
    const Trait trait = trait_of(column, best_condition(column, weight), inside);
    if (trait.share - trait.rest >= kTelling) traits.push_back(trait);
  }
  std::ranges::stable_sort(
      traits, [](const Trait& a, const Trait& b) { return a.share - a.rest > b.share - b.rest; });
  traits.resize(std::min(traits.size(), kMostTraits));
  return traits;
}

/// Adds the condition that improves F1 most, as long as one does.
void find_rule(ClusterStory& story, std::span<const ExplainColumn> columns,
               std::span<const std::uint8_t> inside) {
  std::vector<std::uint8_t> fits(inside.size(), 1);
  Quality now = quality_of(fits, inside);
  while (story.rule.size() < kMostConditions) {
    const auto members = static_cast<double>(std::max<std::int64_t>(
        1, std::inner_product(fits.begin(), fits.end(), inside.begin(), std::int64_t{0})));
    const auto fitting = static_cast<double>(std::ranges::count(fits, 1));
    const double others = std::max(1.0, fitting - members);
    Quality best;
    Condition chosen;
    std::vector<std::uint8_t> chosen_fits;
    // Plain counts find precise conditions for small clusters, balanced ones complete conditions.
    for (const auto& [gain, cost] : {std::pair{1.0, 1.0}, std::pair{1 / members, 1 / others}}) {
      const std::vector<double> weight = weights(inside, fits, gain, cost);
      for (const ExplainColumn& column : columns) {
        const Condition condition = best_condition(column, weight);
        std::vector<std::uint8_t> both = fits;
        for (std::size_t i = 0; i < both.size(); ++i) {
          if (!holds(condition, column, static_cast<std::int64_t>(i))) both[i] = 0;
        }
        const Quality quality = quality_of(both, inside);
        if (quality.f1() <= best.f1()) continue;
        best = quality;
        chosen = condition;
        chosen_fits = std::move(both);
      }
    }
    if (best.f1() < now.f1() + kGain) break;
    now = best;
    fits = std::move(chosen_fits);
    story.rule.push_back(chosen);
  }
  if (story.rule.empty()) return;
  story.precision = now.precision;
  story.recall = now.recall;
}

std::string name_of(const ClusterStory& story) {
  constexpr std::size_t kMostTerms = 3;
  std::vector<std::string> parts;
  for (const Term& term : story.terms) {
    if (parts.size() < kMostTerms) parts.push_back(term.text);
  }
  if (parts.empty() && !story.traits.empty())
    parts.push_back(condition_text(story.traits.front().condition));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::vector<ClusterStory> explain(const Model& model, const ExplainData& given,
                                  const Observer& observer) {
  check(model, given);
  ExplainData data = given;
  KnownTable known;
  if (data.points.d == 0 && data.categories.empty()) {
    known = known_table(model);
    known.data.texts = std::move(data.texts);
    known.data.labels = std::move(data.labels);
    data = known.data;
  }
  Team team(model.options.threads, observer);
  const std::int64_t n = model.graph.nodes;
  const std::vector<ExplainColumn> columns = explain_columns(data, n, team);
  const std::vector<double> pull = own_pull(model);
  const auto& labels = data.labels.empty() ? model.labels() : data.labels;
  std::vector<std::vector<std::int32_t>> members(static_cast<std::size_t>(model.clusters));
  for (std::int32_t i = 0; i < n; ++i) {
    if (labels[i] >= 0) members[labels[i]].push_back(i);
  }
  if (std::ranges::any_of(members, [](const auto& own) { return own.empty(); }))
    throw Error("every cluster needs a row to be explained by; give the labels of the model");
  std::vector<std::vector<Term>> terms(members.size());
  if (!data.texts.empty()) terms = cluster_terms(data.texts, labels, model.clusters);

  std::vector<ClusterStory> stories(members.size());
  team.for_each(std::ssize(stories), [&](std::int64_t k) {
    ClusterStory& story = stories[k];
    const std::vector<std::int32_t>& own = members[k];
    story.label = static_cast<std::int32_t>(k);
    story.size = std::ssize(own);
    if (!model.confidence.clusters.empty()) story.confidence = model.confidence.clusters[k];
    story.typical = first_by(own, remoteness(model, own, pull));
    std::vector<double> doubt;
    for (const std::int32_t i : own) doubt.push_back(pull[i]);
    story.doubtful = first_by(own, doubt);
    std::erase_if(story.doubtful, [&](std::int32_t i) { return pull[i] >= 1; });
    std::vector<std::uint8_t> inside(static_cast<std::size_t>(n), 0);
    for (const std::int32_t i : own) inside[i] = 1;
    story.traits = traits_of(columns, inside);
    if (model.clusters > 1) find_rule(story, columns, inside);
    story.terms = terms[k];
    story.name = name_of(story);
  });
  return stories;
}

}  // namespace gnac
