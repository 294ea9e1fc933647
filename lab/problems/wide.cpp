#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "problems/layouts.h"
#include "problems/parts.h"

// Clusters in many columns: what embeddings, pixels and cells look like to a graph.
namespace gnac::detail::problems {
namespace {

constexpr std::int64_t kLeastEach = 12;

/// Sizes that may have a long tail.
std::vector<std::int64_t> tailed_sizes(Chance& chance, std::int64_t n, std::int64_t clusters) {
  const double tail = std::array{0.0, 0.4, 0.9}[chance.below(3)];
  std::vector<double> share(static_cast<std::size_t>(clusters));
  for (double& s : share) s = std::exp(chance.normal(0, tail));
  const double total = std::accumulate(share.begin(), share.end(), 0.0);
  std::vector<std::int64_t> sizes;
  for (const double s : share)
    sizes.push_back(std::max(std::llround(s / total * static_cast<double>(n)),
                             static_cast<long long>(kLeastEach)));
  return sizes;
}

std::int64_t draw_many(Chance& chance, const Plan& plan, double most) {
  const std::int64_t n = plan.points();
  const auto drawn = static_cast<std::int64_t>(chance.log_uniform(2, most + 1));
  return std::clamp<std::int64_t>(std::min(drawn, n / (2 * kLeastEach)), 1, plan.most_clusters);
}

using Centres = std::vector<std::vector<double>>;

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double square = 0;
  for (std::size_t c = 0; c < a.size(); ++c) square += (a[c] - b[c]) * (a[c] - b[c]);
  return std::sqrt(square);
}

/// Normal centres, of which near pairs (the 15th percentile) are `apart` from each other. They
/// differ in the first `telling` of d dimensions.
Centres draw_centres(Chance& chance, std::int64_t count, std::int64_t d, std::int64_t telling,
                     double apart) {
  Centres centres(static_cast<std::size_t>(count), std::vector<double>(d, 0.0));
  for (auto& centre : centres)
    for (std::int64_t c = 0; c < telling; ++c) centre[c] = chance.normal();
  std::vector<double> pair;
  for (std::size_t a = 0; a < centres.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) pair.push_back(distance(centres[a], centres[b]));
  if (pair.empty()) return centres;
  const auto near = pair.begin() + static_cast<std::int64_t>(pair.size() * 3 / 20);
  std::nth_element(pair.begin(), near, pair.end());
  const double times = apart / std::max(*near, 1e-9);
  for (auto& centre : centres)
    for (double& v : centre) v *= times;
  return centres;
}

/// Normal clouds about the centres. Their deviations are 1, but for factors that differ by cluster
/// and by dimension.
Labelled clouds(Chance& chance, const Centres& centres, const std::vector<std::int64_t>& sizes,
                double unequal, double stretch) {
  Labelled all;
  all.points.d = std::ssize(centres.front());
  for (std::size_t q = 0; q < centres.size(); ++q) {
    std::vector<double> scale(centres[q].size());
    const double size = std::exp(chance.normal(0, unequal));
    for (double& s : scale) s = size * std::exp(chance.normal(0, stretch));
    for (std::int64_t i = 0; i < sizes[q]; ++i) {
      for (std::size_t c = 0; c < scale.size(); ++c)
        all.points.values.push_back(centres[q][c] + scale[c] * chance.normal());
    }
    all.labels.insert(all.labels.end(), static_cast<std::size_t>(sizes[q]),
                      static_cast<std::int32_t>(q) + 1);
    all.points.n += sizes[q];
  }
  return all;
}

/// Each row times a random matrix with `columns` columns, of deviation `gain`/√d, plus `offset`
/// times one normal number for each column, through `shape`.
template <class Shape>
Points layer(Chance& chance, const Points& from, std::int64_t columns, double gain, double offset,
             Shape shape) {
  std::vector<double> weight(static_cast<std::size_t>(from.d * columns)), start;
  for (double& w : weight) w = gain / std::sqrt(static_cast<double>(from.d)) * chance.normal();
  for (std::int64_t c = 0; c < columns; ++c) start.push_back(offset * chance.normal());
  Points to{std::vector<double>(static_cast<std::size_t>(from.n * columns)), from.n, columns};
  for (std::int64_t i = 0; i < from.n; ++i) {
    double* row = to.values.data() + i * columns;
    std::ranges::copy(start, row);
    for (std::int64_t q = 0; q < from.d; ++q) {
      const double x = from.values[i * from.d + q];
      for (std::int64_t c = 0; c < columns; ++c) row[c] += x * weight[q * columns + c];
    }
    for (std::int64_t c = 0; c < columns; ++c) row[c] = shape(row[c]);
  }
  return to;
}

void add_normals(Chance& chance, Points& points, double deviation) {
  for (double& v : points.values) v += deviation * chance.normal();
}

void to_length_one(std::vector<double>& row) {
  const double length = distance(row, std::vector<double>(row.size(), 0.0));
  for (double& v : row) v /= length;
}

}  // namespace

Labelled overlaps(Chance& chance, const Plan& plan) {
  const auto d =
      std::min(static_cast<std::int64_t>(chance.log_uniform(2, 129)), plan.most_dimensions);
  const auto sizes = tailed_sizes(chance, plan.points(), draw_many(chance, plan, 15));
  const std::int64_t telling =
      chance.odds(0.4) ? d : std::min(d, std::array<std::int64_t, 3>{1, 2, 4}[chance.below(3)]);
  const Centres centres =
      draw_centres(chance, std::ssize(sizes), d, telling, chance.uniform(2.5, 7));
  const double unequal = std::array{0.0, 0.3, 0.6}[chance.below(3)];
  return clouds(chance, centres, sizes, unequal, chance.odds(0.5) ? 0.4 : 0);
}

Labelled networks(Chance& chance, const Plan& plan) {
  const std::int64_t d = chance.integer(2, 14);
  const auto columns =
      std::min(static_cast<std::int64_t>(chance.log_uniform(8, 257)), plan.most_dimensions);
  const auto sizes = tailed_sizes(chance, plan.points(), draw_many(chance, plan, 40));
  const Centres centres = draw_centres(chance, std::ssize(sizes), d, d, chance.uniform(3, 7));
  Labelled all = clouds(chance, centres, sizes, 0.3, 0.3);
  double square = 0;
  for (const double v : all.points.values) square += v * v;
  const double deviation = std::sqrt(square / static_cast<double>(all.points.values.size()));
  const double bend = chance.uniform(0.7, 2.5) / deviation;
  const Points hidden = layer(chance, all.points, chance.integer(16, 63), bend, 0.5,
                              [](double v) { return std::tanh(v); });
  all.points = layer(chance, hidden, columns, 1, 0, [](double v) { return v; });
  add_normals(chance, all.points, std::array{0.02, 0.1, 0.25}[chance.below(3)]);
  return all;
}

Labelled spheres(Chance& chance, const Plan& plan) {
  const std::int64_t d = std::array<std::int64_t, 3>{10, 20, 40}[chance.below(3)];
  const std::int64_t columns =
      std::min(std::array<std::int64_t, 3>{50, 100, 200}[chance.below(3)], plan.most_dimensions);
  const auto sizes = tailed_sizes(chance, plan.points(), draw_many(chance, plan, 100));
  Centres centres;
  for (std::size_t q = 0; q < sizes.size(); ++q) centres.push_back(chance.direction(d));
  if (chance.odds(0.4) && centres.size() > 4) {  // related topics
    Centres parents;
    for (std::size_t q = 0; q < std::max<std::size_t>(2, centres.size() / 4); ++q)
      parents.push_back(chance.direction(d));
    for (auto& centre : centres) {
      const auto& parent = parents[chance.below(std::ssize(parents))];
      for (std::int64_t c = 0; c < d; ++c) centre[c] = 0.8 * centre[c] + parent[c];
      to_length_one(centre);
    }
  }
  const double spread = 2 * chance.uniform(0.25, 0.6) / std::sqrt(static_cast<double>(d));
  for (auto& centre : centres)
    for (double& v : centre) v /= spread;
  Labelled all = clouds(chance, centres, sizes, 0, 0);
  all.points = layer(chance, all.points, columns, spread, 0, [](double v) { return v; });
  add_normals(chance, all.points,
              (chance.odds(0.5) ? 0.01 : 0.03) * std::sqrt(static_cast<double>(columns)));
  std::vector<double> row(static_cast<std::size_t>(columns));
  for (std::int64_t i = 0; i < all.points.n; ++i) {
    double* at = all.points.values.data() + i * columns;
    row.assign(at, at + columns);
    to_length_one(row);
    std::ranges::copy(row, at);
  }
  return all;
}

}  // namespace gnac::detail::problems
