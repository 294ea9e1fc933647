// Every primitive on every instruction set this CPU has, against plain loops; sizes around the
// vector length. Tolerances: sums of up to 60 products of numbers of order 1 in single precision,
// 1e-5.
#include "automaton/kernels/kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "gnac/error.h"
#include "support/aligned.h"
#include "support/random.h"
#include "support/simd_target.h"

namespace gnac::detail {
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
      k.gemm({.a = {a.data(), depth},
              .b = {b.data(), n},
              .init = {bias.data(), 0},
              .c = {c.data(), n},
              .m = m,
              .k = depth,
              .n = n});
      k.gemm({.a = {at.data(), m},
              .transpose_a = true,
              .b = {b.data(), n},
              .init = {ct.data(), n},
              .c = {ct.data(), n},
              .m = m,
              .k = depth,
              .n = n});
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

TEST_P(KernelTargets, MeansOfACellWithoutNeighboursAreZero) {
  const Buffer<float> state(8, 3.0f);
  const std::int64_t offset[] = {0, 0};
  Buffer<float> out(8, 7.0f);
  const Adjacency none{offset, nullptr, nullptr};
  k.mean_message({.out = out.data(), .state = state.data(), .row = 8, .adjacency = none, .end = 1});
  EXPECT_EQ(out, Buffer<float>(8, 0.0f));
  k.mean_conductance(&out[3], nullptr, none, 0, 1);
  EXPECT_EQ(out[3], 0.0f);
}

// Rows of every number of vectors, edges of every remainder of a block.
constexpr int kRows[] = {8, 16, 24, 32, 40, 48, 56, 64, 72, 120};
constexpr int kCounts[] = {1, 5, 8, 11, 48};
constexpr int kCells = 20;

struct RandomEdges {
  RandomEdges(int count, Draws& draws) {
    for (int e = 0; e < count; ++e) {
      i.push_back(static_cast<std::int32_t>(draws.below(kCells)));
      j.push_back(static_cast<std::int32_t>((i.back() + 1 + draws.below(kCells - 1)) % kCells));
    }
  }
  EdgeBlock block() const { return {i.data(), j.data(), static_cast<int>(i.size())}; }
  std::vector<std::int32_t> i, j;
};

TEST_P(KernelTargets, EdgeDifferencesAndSumsEqualThePlainLoop) {
  for (const int row : kRows) {
    for (const int count : kCounts) {
      const RandomEdges edges(count, draws);
      const auto state = random_values(kCells * row, draws);
      const auto fixed = random_values(count * row, draws);
      Buffer<float> u(count * row);
      Buffer<float> sum(count * row);
      k.edge_difference(u.data(), state.data(), row, edges.block());
      k.edge_sum(sum.data(), fixed.data(), state.data(), row, edges.block());
      for (int e = 0; e < count; ++e) {
        for (int c = 0; c < row; ++c) {
          const double a = state[edges.i[e] * row + c];
          const double b = state[edges.j[e] * row + c];
          ASSERT_NEAR(u[e * row + c], std::abs(a - b), 1e-6);
          ASSERT_NEAR(sum[e * row + c], fixed[e * row + c] + a + b, 2e-6);
        }
      }
    }
  }
}

double plain_activation(Activation activation, double x, double& slope) {
  const double s = 1 / (1 + std::exp(-x));
  switch (activation) {
    case Activation::silu:
      slope = s * (1 + x * (1 - s));
      return x * s;
    case Activation::relu:
      slope = x > 0 ? 1 : 0;
      return std::max(0.0, x);
    case Activation::tanh:
      break;
  }
  slope = 1 - std::tanh(x) * std::tanh(x);
  return std::tanh(x);
}

TEST_P(KernelTargets, LogitsAndTheirAdjointEqualThePlainLoop) {
  for (const Activation activation : {Activation::silu, Activation::relu, Activation::tanh}) {
    for (const int width : kRows) {
      for (const int count : kCounts) {
        const auto pre = random_values(count * width, draws);
        const auto w2 = random_values(width, draws);
        const auto dlogit = random_values(count, draws);
        const auto fixed_before = random_values(count * width, draws);
        const auto w2_before = random_values(width, draws);
        const EdgeHead head{w2.data(), 0.3f, width, activation};
        Buffer<float> logit(count);
        Buffer<float> dpre = pre;
        Buffer<float> dfixed = fixed_before;
        Buffer<float> dw2 = w2_before;
        k.edge_logit(logit.data(), pre.data(), head, count);
        k.edge_logit_adjoint({.pre = dpre.data(),
                              .dfixed = dfixed.data(),
                              .dw2 = dw2.data(),
                              .dlogit = dlogit.data(),
                              .head = head,
                              .count = count});
        std::vector<double> sums(w2_before.begin(), w2_before.end());
        for (int e = 0; e < count; ++e) {
          double plain = 0.3;
          for (int c = 0; c < width; ++c) {
            double slope = 0;
            const double y = plain_activation(activation, pre[e * width + c], slope);
            plain += y * w2[c];
            sums[c] += dlogit[e] * y;
            const double d = dlogit[e] * w2[c] * slope;
            ASSERT_NEAR(dpre[e * width + c], d, 2e-5);
            ASSERT_NEAR(dfixed[e * width + c], fixed_before[e * width + c] + d, 2e-5);
          }
          ASSERT_NEAR(logit[e], plain, 1e-4);
        }
        for (int c = 0; c < width; ++c) ASSERT_NEAR(dw2[c], sums[c], 1e-4);
      }
    }
  }
}

TEST_P(KernelTargets, SigmoidOfAnyNumberOfValuesIsAccurate) {
  for (const int count : {1, 2, 7, 8, 9, 17, 100}) {
    const auto x = random_values(count, draws, 20);
    Buffer<float> y(count + 1, 7.0f);
    k.sigmoid(y.data(), x.data(), count);
    for (int c = 0; c < count; ++c) {
      const double exact = 1 / (1 + std::exp(-static_cast<double>(x[c])));
      ASSERT_NEAR(y[c], exact, 1e-30 + 4e-6 * exact) << x[c];
    }
    EXPECT_EQ(y[count], 7.0f);
  }
}

TEST_P(KernelTargets, MessageAdjointEqualsThePlainLoop) {
  for (const int row : kRows) {
    for (const int count : kCounts) {
      const RandomEdges edges(count, draws);
      const auto state = random_values(kCells * row, draws);
      const auto g = random_values(kCells * row, draws);
      const auto q = random_values(kCells, draws);
      Buffer<float> alpha(count);
      for (float& a : alpha) a = static_cast<float>(draws.uniform());
      for (const float* openness : {q.data(), static_cast<const float*>(nullptr)}) {
        Buffer<float> delta(count * row), u(count * row), message(count * row), dlogit(count);
        k.edge_message_adjoint({.delta = delta.data(),
                                .u = u.data(),
                                .message = message.data(),
                                .dlogit = dlogit.data(),
                                .state = state.data(),
                                .g = g.data(),
                                .q = openness,
                                .alpha = alpha.data(),
                                .row = row,
                                .edges = edges.block()});
        for (int e = 0; e < count; ++e) {
          const int i = edges.i[e];
          const int j = edges.j[e];
          double dot = openness != nullptr ? static_cast<double>(q[i]) + q[j] : 0;
          for (int c = 0; c < row; ++c) {
            const double diff = static_cast<double>(state[i * row + c]) - state[j * row + c];
            const double gamma = static_cast<double>(g[j * row + c]) - g[i * row + c];
            dot += diff * gamma;
            ASSERT_NEAR(delta[e * row + c], diff, 1e-6);
            ASSERT_NEAR(u[e * row + c], std::abs(diff), 1e-6);
            ASSERT_NEAR(message[e * row + c], alpha[e] * gamma, 1e-6);
          }
          ASSERT_NEAR(dlogit[e], dot * alpha[e] * (1 - alpha[e]), 5e-5);
        }
      }
    }
  }
}

// A small random adjacency: cells with 0 to 12 entries.
struct RandomLists {
  explicit RandomLists(Draws& draws) {
    offset.push_back(0);
    for (int v = 0; v < kCells; ++v) {
      const auto entries = v == 3 ? 0 : draws.below(13);
      for (std::uint64_t p = 0; p < entries; ++p) {
        neighbor.push_back(static_cast<std::int32_t>(draws.below(kCells)));
        edge.push_back(static_cast<std::int32_t>(draws.below(kCells)));
      }
      offset.push_back(std::ssize(neighbor));
    }
  }
  Adjacency view() const { return {offset.data(), neighbor.data(), edge.data()}; }
  std::vector<std::int64_t> offset;
  std::vector<std::int32_t> neighbor, edge;
};

TEST_P(KernelTargets, MeanMessagesAndConductancesEqualThePlainLoop) {
  constexpr int kBegin = 2;
  constexpr int kEnd = 17;
  for (const int row : kRows) {
    const RandomLists lists(draws);
    const auto state = random_values(kCells * row, draws);
    const auto alpha = random_values(kCells, draws);
    Buffer<float> out((kEnd - kBegin) * row);
    Buffer<float> open(kEnd - kBegin);
    k.mean_message({.out = out.data(),
                    .state = state.data(),
                    .alpha = alpha.data(),
                    .row = row,
                    .adjacency = lists.view(),
                    .begin = kBegin,
                    .end = kEnd});
    k.mean_conductance(open.data(), alpha.data(), lists.view(), kBegin, kEnd);
    for (int v = kBegin; v < kEnd; ++v) {
      const auto degree = static_cast<double>(lists.offset[v + 1] - lists.offset[v]);
      double mean = 0;
      std::vector<double> message(row);
      for (std::int64_t p = lists.offset[v]; p < lists.offset[v + 1]; ++p) {
        const double a = alpha[lists.edge[p]];
        mean += a / degree;
        for (int c = 0; c < row; ++c) {
          message[c] +=
              a * (static_cast<double>(state[lists.neighbor[p] * row + c]) - state[v * row + c]) /
              degree;
        }
      }
      ASSERT_NEAR(open[v - kBegin], mean, 1e-6);
      for (int c = 0; c < row; ++c) ASSERT_NEAR(out[(v - kBegin) * row + c], message[c], 1e-5);
    }
  }
}

TEST_P(KernelTargets, GathersEqualThePlainLoop) {
  for (const int row : kRows) {
    const RandomLists lists(draws);
    const auto buffer = random_values(kCells * row, draws);
    const auto before = random_values(kCells * row, draws);
    std::vector<std::int32_t> node, start;
    std::vector<std::uint32_t> entry;
    for (int v = kCells - 1; v >= 0; --v) {
      node.push_back(v);
      start.push_back(static_cast<std::int32_t>(entry.size()));
      for (std::int64_t p = lists.offset[v]; p < lists.offset[v + 1]; ++p) {
        entry.push_back(2U * static_cast<unsigned>(lists.neighbor[p]) +
                        static_cast<unsigned>(draws.below(2)));
      }
    }
    start.push_back(static_cast<std::int32_t>(entry.size()));
    Buffer<float> to = before;
    k.gather_signed({.to = to.data(),
                     .from = buffer.data(),
                     .row = row,
                     .node = node.data(),
                     .start = start.data(),
                     .entry = entry.data(),
                     .cells = kCells});
    for (int n = 0; n < kCells; ++n) {
      for (int c = 0; c < row; ++c) {
        double plain = before[node[n] * row + c];
        for (int p = start[n]; p < start[n + 1]; ++p) {
          const double sign = (entry[p] & 1U) != 0 ? -1 : 1;
          plain += sign * buffer[static_cast<int>(entry[p] >> 1) * row + c];
        }
        ASSERT_NEAR(to[node[n] * row + c], plain, 1e-5);
      }
    }
  }
}

TEST_P(KernelTargets, ScattersEqualThePlainLoop) {
  for (const int row : kRows) {
    const int width = 128 - row;
    for (const int count : kCounts) {
      const RandomEdges edges(count, draws);
      const auto message = random_values(count * row, draws);
      const auto du = random_values(count * row, draws);
      const auto d_pre = random_values(count * width, draws);
      auto delta = random_values(count * row, draws);
      for (int p = 0; p < count * row; p += 5) delta[p] = p % 2 == 0 ? 0.0f : -0.0f;
      Buffer<float> d_state = random_values(kCells * row, draws);
      Buffer<float> d_sums = random_values(kCells * width, draws);
      std::vector<double> state(d_state.begin(), d_state.end());
      std::vector<double> sums(d_sums.begin(), d_sums.end());
      EdgeScatter scatter{.d_state = d_state.data(),
                          .d_sums = d_sums.data(),
                          .message = message.data(),
                          .delta = delta.data(),
                          .du = du.data(),
                          .d_pre = d_pre.data(),
                          .row = row,
                          .width = width,
                          .edges = edges.block()};
      k.edge_scatter(scatter);
      scatter.d_sums = nullptr;  // where f_e does not see the sum
      k.edge_scatter(scatter);
      for (int e = 0; e < count; ++e) {
        for (int c = 0; c < row; ++c) {
          const float x = delta[e * row + c];
          const double sign = x > 0 ? 1 : x < 0 ? -1 : 0;
          const double v = message[e * row + c] + sign * du[e * row + c];
          state[edges.i[e] * row + c] += 2 * v;
          state[edges.j[e] * row + c] -= 2 * v;
        }
        for (int c = 0; c < width; ++c) {
          sums[edges.i[e] * width + c] += d_pre[e * width + c];
          sums[edges.j[e] * width + c] += d_pre[e * width + c];
        }
      }
      for (int p = 0; p < kCells * row; ++p) ASSERT_NEAR(d_state[p], state[p], 2e-5);
      for (int p = 0; p < kCells * width; ++p) ASSERT_NEAR(d_sums[p], sums[p], 1e-5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Available, KernelTargets, ::testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

// Each in its own process, because the choice is made once.
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
}  // namespace gnac::detail
