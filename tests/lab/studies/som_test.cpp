#include <gtest/gtest.h>

#include "methods/cases.h"
#include "studies/som/map.h"

namespace gnac::detail {
namespace {

double error_of(const Points& p, const SomMap& map) {
  double sum = 0;
  for (std::int64_t i = 0; i < p.n; ++i) {
    for (std::int64_t c = 0; c < p.d; ++c) {
      const double gap = p.row(i)[c] - map.codebook.row(map.unit[i])[c];
      sum += gap * gap;
    }
  }
  return sum / static_cast<double>(p.n);
}

TEST(Som, EveryPointGetsItsNearestUnit) {
  const Points p = normal_points(500, 3, 2);
  Team team(2);
  const SomMap map = train_som(p, 60, 10, 0.5, team);
  for (std::int64_t i = 0; i < p.n; ++i) {
    const auto distance = [&](std::int64_t u) {
      double sum = 0;
      for (std::int64_t c = 0; c < p.d; ++c) {
        sum += (p.row(i)[c] - map.codebook.row(u)[c]) * (p.row(i)[c] - map.codebook.row(u)[c]);
      }
      return sum;
    };
    for (std::int64_t u = 0; u < map.codebook.n; ++u) {
      ASSERT_LE(distance(map.unit[i]), distance(u) + 1e-12);
    }
  }
}

TEST(Som, TrainingFitsThePointsAndKeepsNeighboursTogether) {
  const Points p = normal_points(2000, 2, 3);
  Team team(2);
  const SomMap rough = train_som(p, 100, 1, 5.0, team);
  const SomMap fine = train_som(p, 100, 30, 0.5, team);
  EXPECT_LT(error_of(p, fine), 0.5 * error_of(p, rough));
  // Units side by side on the grid lie closer in space than units at random.
  double beside = 0;
  double anywhere = 0;
  const std::int64_t units = fine.codebook.n;
  for (std::int64_t u = 0; u + 1 < units; ++u) {
    if ((u + 1) % fine.columns != 0) beside += euclidean(fine.codebook, u, u + 1);
    anywhere += euclidean(fine.codebook, u, (u * 37 + 11) % units);
  }
  EXPECT_LT(beside, 0.4 * anywhere);
}

TEST(Som, TheGridFollowsTheProportionsOfTheData) {
  Points p = normal_points(1000, 2, 4);
  for (std::int64_t i = 0; i < p.n; ++i) p.values[2 * i] *= 4;
  Team team(1);
  const SomMap map = train_som(p, 100, 1, 0.5, team);
  EXPECT_NEAR(static_cast<double>(map.columns) / static_cast<double>(map.rows), 4, 1.5);
  const Points line = normal_points(50, 1, 5);
  EXPECT_EQ(train_som(line, 10, 1, 0.5, team).rows, 1);
}

}  // namespace
}  // namespace gnac::detail
