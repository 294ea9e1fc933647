#include "graph/components.h"

#include <gtest/gtest.h>

namespace gnac::detail {
namespace {

TEST(Components, AreNumberedByFirstAppearance) {
  // 0-3, 1-4-2, 5 alone
  const std::vector<std::int64_t> offset{0, 1, 2, 3, 4, 6, 6};
  const std::vector<std::int32_t> neighbour{3, 4, 4, 0, 1, 2};
  const Components c = connected_components(offset, neighbour);
  EXPECT_EQ(c.count, 3);
  EXPECT_EQ(c.of, (std::vector<std::int32_t>{0, 1, 1, 0, 1, 2}));
}

TEST(Components, OfNothingAreNone) {
  const std::vector<std::int64_t> offset{0};
  EXPECT_EQ(connected_components(offset, {}).count, 0);
}

}  // namespace
}  // namespace gnac::detail
