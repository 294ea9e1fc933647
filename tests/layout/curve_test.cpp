#include "layout/curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gnac::detail {
namespace {

TEST(Curve, GoesThroughAGridInStepsToTheNextCell) {
  Team team(2);
  for (const int dims : {2, 3}) {
    const std::int64_t side = dims == 2 ? 64 : 16;
    std::vector<float> place;
    for (std::int64_t i = 0; i < 4096; ++i) {
      std::int64_t rest = i * 1237 % 4096;  // in no order
      for (int c = 0; c < dims; ++c, rest /= side)
        place.push_back(static_cast<float>(rest % side) - 20);
    }
    std::vector<CurveStop> stops(4096);
    std::vector<CurveStop> spare;
    along_curve(place, dims, stops, spare, team);
    for (std::size_t s = 1; s < stops.size(); ++s) {
      float step = 0;
      for (int c = 0; c < dims; ++c)
        step += std::abs(place[stops[s].point * dims + c] - place[stops[s - 1].point * dims + c]);
      ASSERT_EQ(step, 1) << dims << " " << s;
    }
  }
}

TEST(Curve, KeepsEqualPlacesInTheOrderOfThePoints) {
  Team team(2);
  std::vector<float> place(2 * 40'000, 3.0F);
  std::vector<CurveStop> stops(40'000);
  std::vector<CurveStop> spare;
  along_curve(place, 2, stops, spare, team);
  for (std::size_t s = 0; s < stops.size(); ++s)
    ASSERT_EQ(stops[s].point, static_cast<std::int32_t>(s));
}

}  // namespace
}  // namespace gnac::detail
