#include "support/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace gnac::detail {
namespace {

// Known answers of Philox 4x32-10 from the authors' Random123 distribution (kat_vectors): zero
// counter and key; all bits set. The counter words are (index low, index high, part, stream).
TEST(Philox, KnownAnswers) {
  const auto zero = philox(0, static_cast<Stream>(0), 0, 0);
  EXPECT_EQ(zero, (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const auto ones = philox(~0ULL, static_cast<Stream>(~0U), ~0U, ~0ULL);
  EXPECT_EQ(ones, (std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Draws, BelowIsUniform) {
  Draws draws(1, Stream::kmeans);
  std::vector<int> count(7);
  for (int i = 0; i < 70000; ++i) ++count[draws.below(7)];
  for (const int c : count) EXPECT_NEAR(c, 10000, 500);  // five standard deviations
}

TEST(Draws, NormalHasUnitMoments) {
  Draws draws(1, Stream::cell_seeds);
  double sum = 0;
  double squares = 0;
  constexpr int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double v = draws.normal();
    sum += v;
    squares += v * v;
  }
  EXPECT_NEAR(sum / n, 0, 0.02);
  EXPECT_NEAR(squares / n, 1, 0.03);
}

TEST(Draws, StreamsPartsAndSeedsDiffer) {
  const double a = Draws(1, Stream::kmeans, 0).uniform();
  EXPECT_NE(a, Draws(2, Stream::kmeans, 0).uniform());
  EXPECT_NE(a, Draws(1, Stream::pairs, 0).uniform());
  EXPECT_NE(a, Draws(1, Stream::kmeans, 1).uniform());
  EXPECT_EQ(a, Draws(1, Stream::kmeans, 0).uniform());
}

}  // namespace
}  // namespace gnac::detail
