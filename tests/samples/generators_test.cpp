#include "samples/generators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "io/message.h"

namespace gnac::detail {
namespace {

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return std::sqrt(sum);
}

struct Neighbourhood {
  double mean_distance = 0;
  double crossing = 0;  ///< share of neighbours with another label
};

Neighbourhood nearest(const Sample& sample, std::size_t k) {
  Neighbourhood out;
  const auto n = sample.points.n;
  for (std::int64_t i = 0; i < n; ++i) {
    std::vector<std::pair<double, std::int64_t>> others;
    for (std::int64_t j = 0; j < n; ++j) {
      if (j != i) others.emplace_back(distance(sample.points.row(i), sample.points.row(j)), j);
    }
    std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(k),
                      others.end());
    for (std::size_t s = 0; s < k; ++s) {
      out.mean_distance += others[s].first;
      out.crossing += sample.labels[i] == sample.labels[others[s].second] ? 0 : 1;
    }
  }
  out.mean_distance /= static_cast<double>(n) * static_cast<double>(k);
  out.crossing /= static_cast<double>(n) * static_cast<double>(k);
  return out;
}

std::vector<std::vector<double>> centroids(const Sample& sample, int clusters) {
  const auto d = static_cast<std::size_t>(sample.points.d);
  std::vector<std::vector<double>> mean(static_cast<std::size_t>(clusters), std::vector<double>(d));
  std::vector<double> count(static_cast<std::size_t>(clusters));
  for (std::int64_t i = 0; i < sample.points.n; ++i) {
    const auto label = sample.labels[i];
    if (label < 0) continue;
    ++count[label];
    for (std::size_t c = 0; c < d; ++c) mean[label][c] += sample.points.row(i)[c];
  }
  for (std::size_t k = 0; k < mean.size(); ++k) {
    for (double& m : mean[k]) m /= count[k];
  }
  return mean;
}

/// Share of points that are closest to the centroid of their own cluster: an upper bound, up to
/// label luck, of what any centroid method can find.
double nearest_centroid_share(const Sample& sample, int clusters) {
  const auto mean = centroids(sample, clusters);
  double right = 0;
  for (std::int64_t i = 0; i < sample.points.n; ++i) {
    std::int32_t best = 0;
    for (std::int32_t k = 1; k < clusters; ++k) {
      const auto row = sample.points.row(i);
      if (distance(row, mean[k]) < distance(row, mean[best])) best = k;
    }
    right += best == sample.labels[i] ? 1 : 0;
  }
  return right / static_cast<double>(sample.points.n);
}

TEST(Generators, EverySampleIsNestedSeededAndFinite) {
  for (const SampleInfo& info : sample_table()) {
    SCOPED_TRACE(info.name);
    SampleOptions options;
    options.n = 500;
    const Sample large = generate(info.name, options);
    EXPECT_EQ(large.points.values.size(), static_cast<std::size_t>(500 * large.points.d));
    for (const double v : large.points.values) EXPECT_TRUE(std::isfinite(v));
    for (const std::int64_t n : {1, 7, 499}) {
      options.n = n;
      const Sample small = generate(info.name, options);
      EXPECT_EQ(small.points.n, n);
      EXPECT_TRUE(std::equal(small.points.values.begin(), small.points.values.end(),
                             large.points.values.begin()));
      EXPECT_TRUE(std::equal(small.labels.begin(), small.labels.end(), large.labels.begin()));
    }
    options.n = 500;
    options.seed = 8;
    EXPECT_NE(generate(info.name, options).points.values, large.points.values);
    EXPECT_FALSE(info.help.empty());
  }
}

TEST(Generators, EveryRunOfRowsHasEachLabelOnce) {
  for (const SampleInfo& info : sample_table()) {
    if (info.name == "rings") continue;
    const Sample sample = generate(info.name);
    const auto clusters = *std::max_element(sample.labels.begin(), sample.labels.end()) + 1;
    std::set<std::vector<std::int32_t>> orders;
    for (std::int64_t i = 0; i + clusters <= sample.points.n; i += clusters) {
      std::vector<std::int32_t> run(sample.labels.begin() + i,
                                    sample.labels.begin() + i + clusters);
      orders.insert(run);
      std::sort(run.begin(), run.end());
      for (std::int32_t k = 0; k < clusters; ++k) ASSERT_EQ(run[k], k) << info.name;
    }
    EXPECT_GT(orders.size(), 1U) << "the order of labels must not be fixed";
  }
}

TEST(Generators, DimensionAndClustersAreHonoured) {
  for (const char* name :
       {"blobs", "gaussian-mixture", "noisy-blobs", "anisotropic", "varied-density"}) {
    for (const int d : {2, 3, 7, 50}) {
      const Sample sample = generate(name, {.n = 40, .d = d, .clusters = 5});
      EXPECT_EQ(sample.points.d, d);
      EXPECT_EQ(*std::max_element(sample.labels.begin(), sample.labels.end()), 4);
    }
    EXPECT_EQ(generate(name, {.n = 3, .clusters = 1}).labels, (std::vector<std::int32_t>{0, 0, 0}));
  }
  for (const char* name : {"circles", "spirals", "rings"}) {
    const Sample sample = generate(name, {.n = 500, .clusters = 6});
    EXPECT_EQ(*std::max_element(sample.labels.begin(), sample.labels.end()), 5);
  }
  EXPECT_EQ(generate("blobs", {.d = 1}).points.d, 1);
}

// The paper's scaling mixture: centres at radius 4, unit isotropic deviation.
TEST(Generators, GaussianMixtureHasItsCentresAndDeviation) {
  const Sample sample = generate("gaussian-mixture", {.n = 40000});
  EXPECT_EQ(sample.points.d, 16);
  const auto mean = centroids(sample, 8);
  for (const auto& centre : mean) {
    EXPECT_NEAR(distance(centre, std::vector<double>(16)), 4, 0.1);
  }
  double squares = 0;
  for (std::int64_t i = 0; i < sample.points.n; ++i) {
    squares += std::pow(distance(sample.points.row(i), mean[sample.labels[i]]), 2);
  }
  EXPECT_NEAR(squares / (40000.0 * 16), 1, 0.01);
  EXPECT_GT(nearest_centroid_share(sample, 8), 0.98);
}

// The figures of the paper's noisy blobs at 1,000 points, k=20: mean edge distance 5.83, crossing
// 0.386.
TEST(Generators, NoisyBlobsHaveTheNeighbourhoodsOfThePaper) {
  for (const std::uint64_t seed : {7, 17}) {
    const Neighbourhood found = nearest(generate("noisy-blobs", {.seed = seed}), 20);
    EXPECT_NEAR(found.mean_distance, 5.83, 0.12);
    EXPECT_NEAR(found.crossing, 0.386, 0.045);
  }
}

TEST(Generators, CurvesAreClearToNeighboursAndNotToCentroids) {
  for (const auto& [name, clusters] :
       {std::pair{"moons", 2}, {"circles", 2}, {"spirals", 3}, {"anisotropic", 3}}) {
    const Sample sample = generate(name, {.n = 1000});
    EXPECT_LT(nearest(sample, 5).crossing, 0.01) << name;
    if (std::string(name) == "anisotropic") continue;  // its true centroids do separate it
    EXPECT_LT(nearest_centroid_share(sample, clusters), 0.9) << name;
  }
}

TEST(Generators, AnisotropicHasItsTwoDeviations) {
  const Sample sample =
      generate("anisotropic", {.n = 20000, .d = 3, .clusters = 2, .noise = 0.2, .radius = 3});
  const auto mean = centroids(sample, 2);
  EXPECT_NEAR(distance(mean[0], mean[1]), 1, 0.1);
  double squares = 0;
  for (std::int64_t i = 0; i < sample.points.n; ++i) {
    squares += std::pow(distance(sample.points.row(i), mean[sample.labels[i]]), 2);
  }
  EXPECT_NEAR(squares / 20000, 9 + 2 * 0.04, 0.3);  // total variance: one long axis, two across
}

TEST(Generators, VariedDensityGrowsSixfold) {
  const Sample sample =
      generate("varied-density", {.n = 30000, .d = 5, .clusters = 3, .noise = 0.5});
  const auto mean = centroids(sample, 3);
  std::vector<double> squares(3);
  for (std::int64_t i = 0; i < sample.points.n; ++i) {
    squares[sample.labels[i]] +=
        std::pow(distance(sample.points.row(i), mean[sample.labels[i]]), 2);
  }
  EXPECT_NEAR(std::sqrt(squares[0] / 50000), 0.5, 0.01);
  EXPECT_NEAR(std::sqrt(squares[2] / 50000), 3.0, 0.05);
}

TEST(Generators, RingsHaveTheirShareOfBackground) {
  const Sample sample = generate("rings", {.n = 20000, .clusters = 4, .noise = 0.25, .radius = 8});
  const auto noise = std::count(sample.labels.begin(), sample.labels.end(), -1);
  EXPECT_NEAR(static_cast<double>(noise) / 20000, 0.25, 0.02);
  for (std::int64_t i = 0; i < sample.points.n; ++i) {
    if (sample.labels[i] < 0) continue;
    const double r = std::hypot(sample.points.row(i)[0], sample.points.row(i)[1]);
    EXPECT_NEAR(r, 2 * (sample.labels[i] + 1), 0.6);  // six deviations of 0.05 gaps of 2
  }
}

TEST(Generators, WhatASampleCannotHonourIsRefused) {
  const auto fails = [](const char* name, const SampleOptions& options) {
    return message_of([&] { generate(name, options); });
  };
  EXPECT_EQ(fails("moon", {}), "there is no sample 'moon'; did you mean 'moons'?");
  EXPECT_EQ(
      fails("teapot", {}),
      "there is no sample 'teapot'; give blobs, gaussian-mixture, noisy-blobs, moons, circles, "
      "spirals, anisotropic, rings or varied-density");
  EXPECT_EQ(fails("moons", {.d = 3}), "sample moons lies in the plane: d cannot be chosen");
  EXPECT_EQ(fails("moons", {.clusters = 2}), "sample moons always has 2 clusters");
  EXPECT_EQ(fails("moons", {.radius = 1}), "sample moons has no radius to choose");
  EXPECT_EQ(fails("blobs", {.n = 0}), "sample blobs needs from 1 to 2147483647 points");
  EXPECT_EQ(fails("anisotropic", {.d = 1}), "sample anisotropic needs d from 2 to 1048576");
  EXPECT_EQ(fails("blobs", {.clusters = -1}), "sample blobs needs 1 to 1048576 clusters");
  EXPECT_EQ(fails("blobs", {.noise = NAN}), "sample blobs needs finite noise and radius");
  EXPECT_EQ(fails("rings", {.noise = 1}), "sample rings can have a share of noise up to 0.9");
  EXPECT_EQ(fails("blobs", {.n = 2147483647, .d = 1048576}),
            "sample blobs of 2147483647 x 1048576 values is too large for this machine's memory");
}

}  // namespace
}  // namespace gnac::detail
