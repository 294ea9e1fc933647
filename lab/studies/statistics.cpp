#include "studies/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "support/random.h"

namespace gnac::detail {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kMostExact = 50;       // SciPy's limit
constexpr std::uint32_t kBootstrapPart = 0;  // of Stream::study

struct SignedRanks {
  std::size_t count = 0;  ///< differences that are not zero
  double plus = 0;        ///< sum of the ranks of positive ones
  double minus = 0;
  double tie_excess = 0;  ///< Σ t³ - t over groups of t tied magnitudes
};

SignedRanks signed_ranks(std::span<const double> differences) {
  std::vector<double> d;
  for (const double value : differences) {
    if (value != 0) d.push_back(value);
  }
  std::sort(d.begin(), d.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  SignedRanks ranks{d.size()};
  for (std::size_t begin = 0; begin < d.size();) {
    std::size_t end = begin + 1;
    while (end < d.size() && std::abs(d[end]) == std::abs(d[begin])) ++end;
    const double rank = 0.5 * static_cast<double>(begin + 1 + end);  // average of begin+1 … end
    const auto tied = static_cast<double>(end - begin);
    ranks.tie_excess += tied * (tied * tied - 1);
    for (std::size_t i = begin; i < end; ++i) (d[i] > 0 ? ranks.plus : ranks.minus) += rank;
    begin = end;
  }
  return ranks;
}

/// P(rank sum = s) for s = 0 … n(n+1)/2 when every sign is a fair coin.
std::vector<double> rank_sum_distribution(std::size_t n) {
  std::vector<double> probability{1.0};
  for (std::size_t rank = 1; rank <= n; ++rank) {
    std::vector<double> next(probability.size() + rank, 0.0);
    for (std::size_t s = 0; s < probability.size(); ++s) {
      next[s] += 0.5 * probability[s];
      next[s + rank] += 0.5 * probability[s];
    }
    probability = std::move(next);
  }
  return probability;
}

double exact_p(const SignedRanks& ranks) {
  const auto distribution = rank_sum_distribution(ranks.count);
  const auto smaller = static_cast<std::size_t>(std::min(ranks.plus, ranks.minus));
  const double tail = std::accumulate(
      distribution.begin(), distribution.begin() + static_cast<std::ptrdiff_t>(smaller) + 1, 0.0);
  return std::min(1.0, 2 * tail);
}

double approximate_p(const SignedRanks& ranks) {
  const auto n = static_cast<double>(ranks.count);
  const double centre = n * (n + 1) / 4;
  const double variance = (n * (n + 1) * (2 * n + 1) - 0.5 * ranks.tie_excess) / 24;
  const double z = (std::min(ranks.plus, ranks.minus) - centre) / std::sqrt(variance);
  return std::erfc(std::abs(z) / std::sqrt(2.0));
}

}  // namespace

double mean(std::span<const double> values) {
  if (values.empty()) return kNan;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::span<const double> values) {
  return quantile({values.begin(), values.end()}, 0.5);
}

double deviation(std::span<const double> values, int ddof) {
  if (values.size() < 2) return 0;
  const double centre = mean(values);
  double sum = 0;
  for (const double v : values) sum += (v - centre) * (v - centre);
  return std::sqrt(sum / static_cast<double>(std::ssize(values) - ddof));
}

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return kNan;
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double share = place - static_cast<double>(below);
  return values[below] + share * (values[above] - values[below]);
}

Wilcoxon wilcoxon(std::span<const double> differences) {
  const SignedRanks ranks = signed_ranks(differences);
  Wilcoxon test{std::min(ranks.plus, ranks.minus)};
  if (ranks.count == 0) return test;
  test.exact =
      ranks.count == differences.size() && ranks.count <= kMostExact && ranks.tie_excess == 0;
  test.p = test.exact ? exact_p(ranks) : approximate_p(ranks);
  return test;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, p[order[i]] * static_cast<double>(p.size() - i));
    adjusted[order[i]] = std::min(1.0, largest);
  }
  return adjusted;
}

Interval bootstrap_mean(std::span<const double> values, std::uint64_t seed, int resamples,
                        double level) {
  if (values.empty()) return {kNan, kNan};
  Draws draws(seed, Stream::study, kBootstrapPart);
  std::vector<double> means(static_cast<std::size_t>(resamples));
  for (double& m : means) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[draws.below(values.size())];
    m = sum / static_cast<double>(values.size());
  }
  const double tail = (1 - level) / 2;
  return {quantile(means, tail), quantile(means, 1 - tail)};
}

PowerFit power_fit(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size());
  std::vector<double> u;
  std::vector<double> v;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] > 0) || !(y[i] > 0)) return {kNan, kNan, kNan};
    u.push_back(std::log(x[i]));
    v.push_back(std::log(y[i]));
  }
  if (u.size() < 2) return {kNan, kNan, kNan};
  const double mu = mean(u);
  const double mv = mean(v);
  double uu = 0;
  double uv = 0;
  double vv = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    uu += (u[i] - mu) * (u[i] - mu);
    uv += (u[i] - mu) * (v[i] - mv);
    vv += (v[i] - mv) * (v[i] - mv);
  }
  PowerFit fit;
  fit.exponent = uv / uu;
  fit.intercept = mv - fit.exponent * mu;
  fit.r2 = vv > 0 ? uv * uv / (uu * vv) : 1;
  return fit;
}

}  // namespace gnac::detail
