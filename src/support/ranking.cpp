#include "support/ranking.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>

namespace gnac::detail {
namespace {

constexpr int kDigitBits = 11;  // 6 passes over 64 bits; a histogram of 2048 counters stays in L1
constexpr int kBins = 1 << kDigitBits;

// Blocks do not depend on the number of threads; at most 64 of them.
std::int64_t block_size(std::int64_t n) {
  return std::max<std::int64_t>(1 << 14, (n + 63) / 64);
}

// Maps doubles to unsigned integers of the same order.
std::uint64_t sort_key(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 becomes 0
  return bits >> 63 != 0 ? ~bits : bits | std::uint64_t{1} << 63;
}

struct Keyed {
  std::vector<std::uint64_t> key;
  std::vector<std::int32_t> index;
};

// One stable pass by the digit at `shift`, from `in` to `out`. Returns false, with `out` untouched,
// when every key has the same digit.
bool radix_pass(const Keyed& in, Keyed& out, int shift, Team& team) {
  const auto n = std::ssize(in.key);
  const std::int64_t block = block_size(n);
  const auto digit = [&](std::int64_t i) {
    return static_cast<std::size_t>(in.key[i] >> shift & (kBins - 1));
  };
  std::vector<std::array<std::int64_t, kBins>> next((n + block - 1) / block);
  team.for_blocks(n, block, [&](std::int64_t begin, std::int64_t end) {
    auto& count = next[begin / block];
    count.fill(0);
    for (auto i = begin; i < end; ++i) ++count[digit(i)];
  });
  // Turn counts into first positions, ordered by digit, then by block.
  std::int64_t place = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    const std::int64_t before = place;
    for (auto& count : next) {
      const std::int64_t c = count[bin];
      count[bin] = place;
      place += c;
    }
    if (place - before == n) return false;
  }
  team.for_blocks(n, block, [&](std::int64_t begin, std::int64_t end) {
    auto& to = next[begin / block];
    for (auto i = begin; i < end; ++i) {
      const std::int64_t p = to[digit(i)]++;
      out.key[p] = in.key[i];
      out.index[p] = in.index[i];
    }
  });
  return true;
}

}  // namespace

std::vector<std::int32_t> stable_order(std::span<const double> values, Team& team) {
  const auto n = std::ssize(values);
  assert(n < (std::int64_t{1} << 31));
  Keyed in{std::vector<std::uint64_t>(n), std::vector<std::int32_t>(n)};
  Keyed out = in;
  team.for_blocks(n, block_size(n), [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      in.key[i] = sort_key(values[i]);
      in.index[i] = static_cast<std::int32_t>(i);
    }
  });
  for (int shift = 0; shift < 64; shift += kDigitBits) {
    if (radix_pass(in, out, shift, team)) std::swap(in, out);
  }
  return std::move(in.index);
}

std::vector<double> average_ranks(std::span<const double> values, Team& team) {
  const auto n = std::ssize(values);
  const auto order = stable_order(values, team);
  std::vector<double> ranks(n);
  const auto value = [&](std::int64_t r) { return values[order[r]]; };
  // Each block writes the runs of equal values that begin in it.
  team.for_blocks(n, block_size(n), [&](std::int64_t begin, std::int64_t end) {
    auto first = begin;
    while (first > 0 && first < end && value(first) == value(first - 1)) ++first;
    while (first < end) {
      auto last = first;
      while (last + 1 < n && value(last + 1) == value(first)) ++last;
      const double rank = 0.5 * static_cast<double>(first + last);
      for (auto r = first; r <= last; ++r) ranks[order[r]] = rank;
      first = last + 1;
    }
  });
  return ranks;
}

double spearman(std::span<const double> a, std::span<const double> b, Team& team) {
  assert(a.size() == b.size());
  const auto n = std::ssize(a);
  const auto rank_a = average_ranks(a, team);
  const auto rank_b = average_ranks(b, team);
  const double mean = 0.5 * static_cast<double>(n - 1);  // of ranks 0..n-1, with or without ties
  const auto product = [&](const std::vector<double>& x, const std::vector<double>& y) {
    return team.sum_blocks(n, block_size(n), [&](std::int64_t begin, std::int64_t end) {
      double sum = 0;
      for (auto i = begin; i < end; ++i) sum += (x[i] - mean) * (y[i] - mean);
      return sum;
    });
  };
  const double aa = product(rank_a, rank_a);
  const double bb = product(rank_b, rank_b);
  if (aa == 0 || bb == 0) return aa == bb ? 1 : 0;
  return std::clamp(product(rank_a, rank_b) / (std::sqrt(aa) * std::sqrt(bb)), -1.0, 1.0);
}

}  // namespace gnac::detail
