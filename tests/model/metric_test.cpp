// Metrics, from the rows to a fit, its file and its predictions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "gnac/error.h"
#include "gnac/graph.h"
#include "gnac/model.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

constexpr Metric kMetrics[] = {Metric::euclidean, Metric::cosine, Metric::correlation,
                               Metric::manhattan};

/// Rows of three directions, each as long as it happens to be: close by angle, not by distance.
Points rays(std::int64_t n, std::int64_t d, std::uint64_t seed = 1) {
  Points points{{}, n, d};
  Draws draws(seed, Stream::generator);
  for (std::int64_t i = 0; i < n; ++i) {
    const double length = std::exp(draws.normal());
    for (std::int64_t c = 0; c < d; ++c)
      points.values.push_back(length * ((c % 3 == i % 3 ? 3 : 0) + 0.3 * draws.normal()));
  }
  return points;
}

std::vector<std::int32_t> thirds(std::int64_t n) {
  std::vector<std::int32_t> labels(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) labels[i] = static_cast<std::int32_t>(i % 3);
  return labels;
}

/// 1 - cos of two rows, of which `mean` says whether their means are subtracted.
double angle_distance(std::span<const double> a, std::span<const double> b, bool mean) {
  const auto size = static_cast<double>(a.size());
  const double ma = mean ? std::accumulate(a.begin(), a.end(), 0.0) / size : 0;
  const double mb = mean ? std::accumulate(b.begin(), b.end(), 0.0) / size : 0;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    ab += (a[c] - ma) * (b[c] - mb);
    aa += (a[c] - ma) * (a[c] - ma);
    bb += (b[c] - mb) * (b[c] - mb);
  }
  return 1 - ab / std::sqrt(aa * bb);
}

TEST(Metric, NeighboursAreThoseOfTheAngle) {
  const Points points = rays(300, 7);
  for (const Metric metric : {Metric::cosine, Metric::correlation}) {
    Options options;
    options.metric = metric;
    options.neighbors = 10;
    const Graph graph = build_graph(points, options);
    for (std::int64_t i = 0; i < points.n; ++i) {
      std::vector<std::pair<double, std::int32_t>> all;
      for (std::int32_t j = 0; j < points.n; ++j) {
        if (j != i)
          all.emplace_back(
              angle_distance(points.row(i), points.row(j), metric == Metric::correlation), j);
      }
      std::sort(all.begin(), all.end());
      for (std::int64_t a = 0; a < 10; ++a) {
        ASSERT_EQ(graph.lists.indices(i)[a], all[a].second) << to_string(metric);
        const double chord = graph.lists.distances(i)[a];
        EXPECT_NEAR(chord * chord / 2, all[a].first, 1e-12);
      }
    }
  }
}

TEST(Metric, RowsWithoutDirectionAreOnePoint) {
  const Points rows{{0, 0, 0, 3, 3, 3, 1e200, 0, 0, 0, 5e-324, 0, 0.1, 0.1, 0.1}, 5, 3};
  const Points cosine = apply_metric(rows, Metric::cosine);
  EXPECT_EQ(cosine.row(0)[0], 0);
  EXPECT_NEAR(cosine.row(1)[0], 1 / std::sqrt(3.0), 1e-15);
  EXPECT_EQ(cosine.row(2)[0], 1);
  EXPECT_EQ(cosine.row(3)[1], 1);
  const Points correlation = apply_metric(rows, Metric::correlation);
  for (const int row : {0, 1, 4}) {
    for (const double x : correlation.row(row)) EXPECT_EQ(x, 0) << row;
  }
  for (const int row : {2, 3}) {
    const auto r = correlation.row(row);
    EXPECT_NEAR(r[0] * r[0] + r[1] * r[1] + r[2] * r[2], 1, 1e-15) << row;
    EXPECT_NEAR(r[0] + r[1] + r[2], 0, 1e-15) << row;
  }
}

TEST(Metric, DirectionsAreClusteredByAngle) {
  const Points points = rays(600, 9);
  for (const Metric metric : {Metric::cosine, Metric::correlation}) {
    Options options;
    options.metric = metric;
    const Model model = fit(points, kChooseClusters, options);
    EXPECT_EQ(model.labels(), thirds(points.n)) << to_string(metric);
    // The length of a row, and for correlation its level, has no effect.
    Points other = points;
    for (std::int64_t i = 0; i < other.n; ++i) {
      for (std::int64_t c = 0; c < other.d; ++c) {
        double& x = other.values[i * other.d + c];
        x = std::ldexp(x, static_cast<int>(i % 7));
        if (metric == Metric::correlation) x += static_cast<double>(i % 5);
      }
    }
    EXPECT_EQ(fit(other, kChooseClusters, options).labels(), model.labels()) << to_string(metric);
  }
}

TEST(Metric, ModelFilesAndPredictionsKeepIt) {
  const Points points = rays(400, 6);
  const Points more = rays(90, 6, 2);
  for (const Metric metric : kMetrics) {
    Options options;
    options.metric = metric;
    options.threads = 1;
    const Model model = fit(points, 3, options);
    const Model again = parse_model(model_bytes(model), "model");
    EXPECT_EQ(again.options.metric, metric);
    EXPECT_EQ(again.scaling, model.scaling);
    const Predictor predictor(model);
    EXPECT_EQ(predictor.predict(points).labels, model.labels()) << to_string(metric);
    const auto labels = predictor.predict(more).labels;
    EXPECT_EQ(Predictor(again).predict(more).labels, labels) << to_string(metric);
    if (compares_directions(metric)) {
      EXPECT_EQ(labels, thirds(more.n)) << to_string(metric);
    }
    options.threads = 3;
    EXPECT_EQ(fit(points, 3, options).graph.distance, model.graph.distance) << to_string(metric);
  }
}

TEST(Metric, TrainedRulesAreEuclidean) {
  Options options = Options::paper();
  options.metric = Metric::cosine;
  EXPECT_THROW(fit(rays(60, 4), 3, options), Error);
}

}  // namespace
}  // namespace gnac::detail
