#include "support/relabel.h"

#include <gtest/gtest.h>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

TEST(Relabel, NumbersByFirstAppearance) {
  Labels labels{4, 4, 1, 0, 1};
  EXPECT_EQ(relabel_by_appearance(labels, 5), (Labels{4, 1, 0}));
  EXPECT_EQ(labels, (Labels{0, 0, 1, 2, 1}));
}

TEST(ExactlyK, IsEveryClusterOnceInOrderOfAppearance) {
  EXPECT_NO_THROW(require_exactly(3, Labels{0, 0, 1, 2, 1}, 5));
  EXPECT_NO_THROW(require_exactly(1, Labels{0}, 1));
  EXPECT_THROW(require_exactly(3, Labels{0, 0, 1, 1, 1}, 5), Error) << "one too few";
  EXPECT_THROW(require_exactly(2, Labels{0, 0, 1, 2, 1}, 5), Error) << "one too many";
  EXPECT_THROW(require_exactly(3, Labels{0, 0, 2, 2, 0}, 5), Error) << "an empty cluster";
  EXPECT_THROW(require_exactly(3, Labels{1, 0, 2, 2, 0}, 5), Error) << "another order";
  EXPECT_THROW(require_exactly(2, Labels{0, -1, 1}, 3), Error) << "not a label";
  EXPECT_THROW(require_exactly(2, Labels{0, 1}, 3), Error) << "a point without a label";
}

}  // namespace
}  // namespace gnac::detail
