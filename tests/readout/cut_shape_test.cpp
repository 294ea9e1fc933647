#include "readout/cut_shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "support/random.h"

// What clusters look like in space.
namespace gnac::detail {
namespace {

struct Cut {
  Points points;
  std::vector<std::int32_t> labels;
};

/// `clusters` normal clouds of unit deviation, `apart` from one to the next along the first column.
Cut clouds(int clusters, std::int64_t each, std::int64_t columns, double apart) {
  Draws draws(11, Stream::problems);
  Cut cut;
  cut.points.n = clusters * each;
  cut.points.d = columns;
  for (int c = 0; c < clusters; ++c) {
    for (std::int64_t i = 0; i < each; ++i) {
      for (std::int64_t j = 0; j < columns; ++j)
        cut.points.values.push_back(draws.normal() + (j == 0 ? apart * c : 0));
      cut.labels.push_back(c);
    }
  }
  return cut;
}

CutShape shape_of(const Cut& cut, int clusters, double dimension) {
  Team team(1);
  return cut_shape(cut.points, cut.labels, clusters, dimension, team);
}

TEST(CutShape, SilhouetteIsThatOfDistancesToCentres) {
  Cut cut;
  cut.points = {{0, 2, 10, 12}, 4, 1};
  cut.labels = {0, 0, 1, 1};
  EXPECT_NEAR(shape_of(cut, 2, 1).silhouette, 1 - (1.0 / 11 + 1.0 / 9) / 2, 1e-12);
}

TEST(CutShape, TwoCloudsThatOverlapAreBetterExplainedThanByOne) {
  EXPECT_GT(shape_of(clouds(2, 400, 3, 3), 2, 3).mixture, 0.02);
}

TEST(CutShape, HalvesOfOneCloudAreNot) {
  for (const std::int64_t columns : {2, 5, 40}) {
    Cut cut = clouds(1, 800, columns, 0);
    for (std::int64_t i = 0; i < cut.points.n; ++i)
      cut.labels[i] = cut.points.row(i)[0] > 0 ? 1 : 0;
    EXPECT_LT(shape_of(cut, 2, static_cast<double>(columns)).mixture, 0.01) << columns;
  }
}

TEST(CutShape, PiecesAlongACurveAreNoMixture) {
  // Where the curve has some thickness, neighbourhoods have more dimensions than the whole.
  constexpr std::int64_t kPoints = 600;
  constexpr int kPieces = 8;
  Draws draws(3, Stream::problems);
  Cut ring;
  ring.points.n = kPoints;
  ring.points.d = 2;
  for (std::int64_t i = 0; i < kPoints; ++i) {
    const double turn = static_cast<double>(i) / kPoints;
    const double angle = 2 * std::numbers::pi * turn, radius = 1 + 0.02 * draws.normal();
    ring.points.values.insert(ring.points.values.end(),
                              {radius * std::cos(angle), radius * std::sin(angle)});
    ring.labels.push_back(static_cast<std::int32_t>(turn * kPieces));
  }
  EXPECT_GT(shape_of(ring, kPieces, 1).mixture, 0.1);
  EXPECT_LT(shape_of(ring, kPieces, 2).mixture, -0.05);
}

TEST(CutShape, TurningAndMovingChangeNothing) {
  const Cut cut = clouds(3, 200, 2, 3);
  Cut turned = cut;
  for (std::int64_t i = 0; i < cut.points.n; ++i) {
    const double x = cut.points.row(i)[0], y = cut.points.row(i)[1];
    turned.points.values[2 * i] = 0.6 * x - 0.8 * y + 7;
    turned.points.values[2 * i + 1] = 0.8 * x + 0.6 * y - 2;
  }
  const CutShape before = shape_of(cut, 3, 2), after = shape_of(turned, 3, 2);
  EXPECT_NEAR(before.silhouette, after.silhouette, 1e-9);
  EXPECT_NEAR(before.mixture, after.mixture, 1e-9);
}

}  // namespace
}  // namespace gnac::detail
