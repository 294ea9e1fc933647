#include "problems/problems.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "gnac/error.h"
#include "problems/layouts.h"
#include "problems/parts.h"

namespace gnac::detail {
namespace {

using problems::Chance;
using problems::Labelled;
using problems::Plan;

constexpr std::array<std::string_view, kFamilies> kNames{
    "curves", "blobs", "nested",   "dense",    "bridged", "hierarchy", "mixtures",
    "tables", "flat",  "overlaps", "networks", "spheres", "noise",     "warps"};

struct Layout {
  Family family;
  double share;  ///< relative to the others and to kScattered
};
constexpr double kScattered = 0.46;
constexpr std::array kLayouts{Layout{Family::nested, 0.06},   Layout{Family::dense, 0.10},
                              Layout{Family::bridged, 0.06},  Layout{Family::hierarchy, 0.06},
                              Layout{Family::mixtures, 0.12}, Layout{Family::tables, 0.11},
                              Layout{Family::flat, 0.03},     Layout{Family::overlaps, 0.14},
                              Layout{Family::networks, 0.22}, Layout{Family::spheres, 0.14}};

constexpr Family kScatteredFamily = Family::blobs;

// The layout of the problem; kScatteredFamily: parts side by side.
Family draw_layout(Chance& chance, const ProblemOptions& options) {
  double total = 0;
  for (const Layout& layout : kLayouts) {
    if (!options.leaves_out(layout.family)) total += layout.share;
  }
  const bool has_parts = !options.leaves_out(Family::curves) || !options.leaves_out(Family::blobs);
  if (has_parts || total == 0) total += kScattered;
  double left = chance.uniform() * total;
  for (const Layout& layout : kLayouts) {
    if (options.leaves_out(layout.family)) continue;
    if (left < layout.share) return layout.family;
    left -= layout.share;
  }
  return kScatteredFamily;
}

std::int64_t draw_points(Chance& chance, const ProblemOptions& options) {
  if (chance.odds(options.large_share)) {
    return std::llround(chance.log_uniform(options.most_points, options.large_points));
  }
  return std::llround(chance.log_uniform(options.least_points, options.most_points));
}

std::int64_t draw_dimensions(Chance& chance, Family layout, const ProblemOptions& options) {
  double d = 2;
  if (layout == Family::mixtures || layout == Family::tables) {
    d = chance.log_uniform(2, 61);
  } else if (layout == Family::nested) {
    d = chance.odds(0.8) ? 2 : static_cast<double>(chance.integer(3, 6));
  } else if (chance.odds(0.02)) {
    d = 1;
  } else if (chance.odds(0.3)) {
    d = chance.log_uniform(3, 21);
  }
  return std::min(static_cast<std::int64_t>(d), std::int64_t{options.most_dimensions});
}

std::int64_t draw_clusters(Chance& chance, std::int64_t n, const ProblemOptions& options) {
  constexpr std::int64_t kLeastEach = 20;
  std::int64_t k = chance.odds(0.4) ? chance.integer(1, 3) : chance.integer(2, 12);
  if (chance.odds(0.08)) k = chance.integer(10, 20);
  return std::clamp<std::int64_t>(std::min(k, n / kLeastEach), 1, options.most_clusters);
}

std::vector<std::int64_t> draw_sizes(Chance& chance, std::int64_t n, std::int64_t clusters) {
  constexpr std::int64_t kLeast = 12;
  std::vector<double> share;
  const bool unbalanced = chance.odds(0.12);
  const double shape = chance.uniform(0.8, 12);
  for (std::int64_t q = 0; q < clusters; ++q) {
    share.push_back(unbalanced ? chance.log_uniform(1, 20) : chance.gamma(shape));
  }
  const double total = std::accumulate(share.begin(), share.end(), 0.0);
  std::vector<std::int64_t> sizes;
  for (const double s : share) {
    sizes.push_back(
        std::max(static_cast<std::int64_t>(s / total * static_cast<double>(n)), kLeast));
  }
  return sizes;
}

Labelled lay_out(Chance& chance, Family layout, const Plan& plan) {
  switch (layout) {
    case Family::nested:
      return problems::nested(chance, plan);
    case Family::dense:
      return problems::dense(chance, plan);
    case Family::bridged:
      return problems::bridged(chance, plan);
    case Family::hierarchy:
      return problems::hierarchy(chance, plan);
    case Family::mixtures:
      return problems::mixture(chance, plan);
    case Family::tables:
      return problems::table(chance, plan);
    case Family::overlaps:
      return problems::overlaps(chance, plan);
    case Family::networks:
      return problems::networks(chance, plan);
    case Family::spheres:
      return problems::spheres(chance, plan);
    case Family::flat: {
      const std::int64_t n = plan.points();
      Points points = problems::flat(chance, n, plan.d);
      return {std::move(points), std::vector<std::int32_t>(static_cast<std::size_t>(n), 1)};
    }
    default:
      return problems::scattered(chance, plan);
  }
}

double deviation(const Points& points, std::int64_t column) {
  double mean = 0;
  double square = 0;
  for (std::int64_t i = 0; i < points.n; ++i) {
    mean += points.values[i * points.d + column] / static_cast<double>(points.n);
  }
  for (std::int64_t i = 0; i < points.n; ++i) {
    const double v = points.values[i * points.d + column] - mean;
    square += v * v / static_cast<double>(points.n);
  }
  return std::sqrt(square);
}

// Points spread over a box a little larger than the problem.
void add_noise(Chance& chance, Labelled& all) {
  const auto count =
      static_cast<std::int64_t>(static_cast<double>(all.points.n) * chance.uniform(0.01, 0.15)) + 1;
  const std::int64_t d = all.points.d;
  std::vector<double> low(all.points.values.begin(), all.points.values.begin() + d);
  std::vector<double> high = low;
  for (std::int64_t i = 0; i < all.points.n; ++i) {
    for (std::int64_t c = 0; c < d; ++c) {
      low[c] = std::min(low[c], all.points.values[i * d + c]);
      high[c] = std::max(high[c], all.points.values[i * d + c]);
    }
  }
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::int64_t c = 0; c < d; ++c) {
      const double room = 0.1 * (high[c] - low[c]);
      all.points.values.push_back(chance.uniform(low[c] - room, high[c] + room));
    }
    all.labels.push_back(0);
  }
  all.points.n += count;
}

void add_columns(Chance& chance, Points& points) {
  const std::int64_t extra = chance.integer(1, 2);
  double size = 0;
  for (std::int64_t c = 0; c < points.d; ++c) size = std::max(size, deviation(points, c));
  size *= chance.uniform(0.01, 0.15);
  std::vector<double> values;
  for (std::int64_t i = 0; i < points.n; ++i) {
    const auto row = points.row(i);
    values.insert(values.end(), row.begin(), row.end());
    for (std::int64_t c = 0; c < extra; ++c) values.push_back(size * chance.normal());
  }
  points.values = std::move(values);
  points.d += extra;
}

// Each of these happens occasionally: a grid, a few duplicates, stretched axes, columns of noise.
void warp(Chance& chance, Labelled& all) {
  Points& points = all.points;
  if (chance.odds(0.1)) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      const double stretch = std::exp(chance.normal(0, 0.35));
      for (std::int64_t i = 0; i < points.n; ++i) points.values[i * points.d + c] *= stretch;
    }
  }
  if (chance.odds(0.1)) {
    std::vector<double> size;
    for (std::int64_t c = 0; c < points.d; ++c) size.push_back(deviation(points, c));
    const double cell = problems::median(size) / static_cast<double>(chance.integer(20, 79));
    if (cell > 0) {
      for (double& v : points.values) v = std::round(v / cell) * cell;
    }
  }
  if (chance.odds(0.03)) {
    const auto count =
        static_cast<std::int64_t>(chance.uniform(0, 0.2) * static_cast<double>(points.n));
    for (std::int64_t q = 0; q < count; ++q) {
      const std::int64_t from = chance.below(points.n);
      for (std::int64_t c = 0; c < points.d; ++c) {
        points.values.push_back(points.values[from * points.d + c]);
      }
      all.labels.push_back(all.labels[from]);
      ++points.n;
    }
  }
  if (chance.odds(0.15)) add_columns(chance, points);
}

// In a random order, labels 1..K by first appearance.
Problem shuffled(Chance& chance, const Labelled& all) {
  const std::int64_t n = all.points.n;
  std::vector<std::int32_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (std::int64_t i = n - 1; i > 0; --i) std::swap(order[i], order[chance.below(i + 1)]);
  Problem out;
  out.points.n = n;
  out.points.d = all.points.d;
  out.points.values.reserve(all.points.values.size());
  std::vector<std::int32_t> number(
      static_cast<std::size_t>(*std::max_element(all.labels.begin(), all.labels.end()) + 1));
  for (const std::int32_t i : order) {
    const auto row = all.points.row(i);
    out.points.values.insert(out.points.values.end(), row.begin(), row.end());
    const std::int32_t label = all.labels[i];
    if (label > 0 && number[label] == 0) number[label] = ++out.clusters;
    out.labels.push_back(number[label]);
  }
  return out;
}

}  // namespace

std::span<const std::string_view> family_names() {
  return kNames;
}

std::uint32_t family_bits(std::span<const std::string> names) {
  std::uint32_t bits = 0;
  for (const std::string& name : names) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end() && name != "wide")
      throw Error(fmt::format("there is no family of problems '{}'; choose from {} and wide", name,
                              fmt::join(kNames, ", ")));
    bits |=
        name == "wide" ? kWideFamilies : family_bit(static_cast<Family>(found - kNames.begin()));
  }
  return bits;
}

Problem make_problem(std::uint64_t seed, std::uint64_t index, const ProblemOptions& options) {
  Chance chance(seed, index);
  const Family layout = draw_layout(chance, options);
  const std::int64_t n = draw_points(chance, options);
  Plan plan;
  plan.d = draw_dimensions(chance, layout, options);
  plan.sizes = draw_sizes(chance, n, draw_clusters(chance, n, options));
  plan.closeness = options.closeness;
  plan.most_clusters = options.most_clusters;
  plan.most_dimensions = options.most_dimensions;
  plan.curves = chance.odds(0.7) ? chance.uniform() : 0;
  if (options.leaves_out(Family::curves)) plan.curves = 0;
  if (options.leaves_out(Family::blobs) && !options.leaves_out(Family::curves)) plan.curves = 1;
  Labelled all = lay_out(chance, layout, plan);
  if (!options.leaves_out(Family::noise) && chance.odds(0.28)) add_noise(chance, all);
  if (!options.leaves_out(Family::warps)) warp(chance, all);
  return shuffled(chance, all);
}

}  // namespace gnac::detail
