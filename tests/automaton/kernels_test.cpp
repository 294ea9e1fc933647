// Every primitive on every instruction set this CPU has, against plain loops; sizes around the
// vector length. Tolerances: sums of up to 60 products of numbers of order 1 in single precision,
// 1e-5.
#include "automaton/kernels/kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "gnac/error.h"
#include "support/aligned.h"
#include "support/random.h"
#include "support/simd_target.h"

namespace gnac {
namespace {

Buffer<float> random_values(std::size_t n, Draws& draws, double scale = 1) {
  Buffer<float> v(n);
  for (float& x : v) x = static_cast<float>(scale * draws.normal());
  return v;
}

class KernelTargets : public ::testing::TestWithParam<std::string> {
 protected:
  const Kernels& k = kernels_for(GetParam());
  Draws draws{5, Stream::study};
};

TEST_P(KernelTargets, GemmEqualsThePlainLoopForEveryTileRemainder) {
  for (const int n : {8, 16, 24, 40, 48, 64}) {
    for (const int m : {1, 2, 3, 4, 5, 6, 7, 13, 48}) {
      const int depth = 1 + static_cast<int>(draws.below(60));
      const auto a = random_values(static_cast<std::size_t>(m) * depth, draws);
      const auto at = random_values(static_cast<std::size_t>(m) * depth, draws);
      const auto b = random_values(static_cast<std::size_t>(depth) * n, draws);
      const auto bias = random_values(n, draws);
      Buffer<float> c(static_cast<std::size_t>(m) * n);
      Buffer<float> ct = random_values(c.size(), draws);
      const Buffer<float> before = ct;
      k.gemm({a.data(), depth, 1, b.data(), n, bias.data(), 0, c.data(), n, m, depth, n});
      k.gemm({at.data(), 1, m, b.data(), n, ct.data(), n, ct.data(), n, m, depth, n});
      for (int r = 0; r < m; ++r) {
        for (int q = 0; q < n; ++q) {
          double plain = bias[q];
          double transposed = before[r * n + q];
          for (int p = 0; p < depth; ++p) {
            plain += static_cast<double>(a[r * depth + p]) * b[p * n + q];
            transposed += static_cast<double>(at[p * m + r]) * b[p * n + q];
          }
          ASSERT_NEAR(c[r * n + q], plain, 1e-4) << m << "x" << depth << "x" << n;
          ASSERT_NEAR(ct[r * n + q], transposed, 1e-4) << m << "x" << depth << "x" << n;
        }
      }
    }
  }
}

TEST_P(KernelTargets, ActivationsAndTheirSlopesAreAccurateOverTheWholeRange) {
  Buffer<float> x;
  for (double v = -120; v <= 120; v += 0.0137) x.push_back(static_cast<float>(v));
  for (int p = -30; p <= 0; ++p) x.push_back(std::ldexp(1.1f, p));
  while (x.size() % kLane != 0) x.push_back(0);
  const auto size = static_cast<int>(x.size());
  Buffer<float> y(x.size());
  const auto check = [&](auto value, double absolute) {
    for (int c = 0; c < size; ++c) {
      const double exact = value(static_cast<double>(x[c]));
      ASSERT_NEAR(y[c], exact, absolute + 2e-6 * std::abs(exact)) << "x = " << x[c];
    }
  };
  const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  k.tanh(y.data(), x.data(), size);
  check([](double v) { return std::tanh(v); }, 0);
  k.activate(y.data(), x.data(), size, Activation::silu);
  check([&](double v) { return v * sigmoid(v); }, 1e-9);
  k.activate(y.data(), x.data(), size, Activation::relu);
  check([](double v) { return std::max(0.0, v); }, 0);
  const auto slope = [&](Activation activation, auto value, double absolute) {
    std::fill(y.begin(), y.end(), 2.0f);
    k.activate_adjoint(y.data(), x.data(), size, activation);
    check([&](double v) { return 2 * value(v); }, absolute);
  };
  slope(
      Activation::silu, [&](double v) { return sigmoid(v) * (1 + v * (1 - sigmoid(v))); }, 1e-6);
  slope(
      Activation::relu, [](double v) { return v > 0 ? 1.0 : 0.0; }, 0);
  // 1 - y² near y = 1 has twice the rounding of y, and the gradient that it multiplies is 2.
  slope(
      Activation::tanh, [](double v) { return 1 - std::tanh(v) * std::tanh(v); }, 2e-6);
}

// A zero difference passes no gradient, whatever its sign bit.
TEST_P(KernelTargets, SignOfZeroIsZero) {
  const Buffer<float> delta{0.0f, -0.0f, 1.0f, -1.0f, 0.0f, 2.0f, -3.0f, -0.0f};
  const Buffer<float> du(8, 5.0f);
  const Buffer<float> message(8, 1.0f);
  Buffer<float> out(8);
  k.add_signed(out.data(), message.data(), delta.data(), du.data(), 8);
  EXPECT_EQ(out, (Buffer<float>{1, 1, 6, -4, 1, 6, -4, 1}));
}

TEST_P(KernelTargets, MeanMessageOfACellWithoutNeighboursIsZero) {
  const Buffer<float> state(8, 3.0f);
  const std::int64_t offset[] = {0, 0};
  Buffer<float> out(8, 7.0f);
  k.mean_message(out.data(), state.data(), nullptr, 8, {offset, nullptr, nullptr}, 0, 1);
  EXPECT_EQ(out, Buffer<float>(8, 0.0f));
}

INSTANTIATE_TEST_SUITE_P(Available, KernelTargets, ::testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

// In a process of its own each time, because the choice is made once.
TEST(KernelChoiceDeathTest, TheEnvironmentForcesATarget) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const std::string& target : simd_targets()) {
    EXPECT_EXIT(
        {
          setenv("GNAC_TARGET", target.c_str(), 1);
          std::exit(kernels().target == target ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "")
        << target;
  }
}

TEST(KernelChoice, AnUnknownTargetIsRefusedWithTheKnownOnes) {
  try {
    kernels_for("MMX");
    FAIL() << "ran an unknown target";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(simd_targets().front()), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace gnac
