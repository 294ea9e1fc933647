#include "distributed/select.h"

#include <bit>
#include <cstdint>

namespace gnac::detail {
namespace {

// The value with `rank` smaller or equal ones before it, digit by digit: positive doubles are
// ordered like their bits.
double distributed_nth(Comm& comm, const std::vector<double>& values, std::int64_t rank) {
  constexpr int kDigit = 16;
  std::uint64_t prefix = 0;
  std::vector<std::int64_t> count(std::size_t{1} << kDigit);
  for (int shift = 64 - kDigit; shift >= 0; shift -= kDigit) {
    std::fill(count.begin(), count.end(), 0);
    const std::uint64_t above = shift + kDigit == 64 ? 0 : ~std::uint64_t{0} << (shift + kDigit);
    for (const double value : values) {
      const auto bits = std::bit_cast<std::uint64_t>(value);
      if ((bits & above) == prefix) ++count[bits >> shift & (count.size() - 1)];
    }
    sum(comm, count);
    std::size_t digit = 0;
    while (rank >= count[digit]) rank -= count[digit++];
    prefix |= static_cast<std::uint64_t>(digit) << shift;
  }
  return std::bit_cast<double>(prefix);
}

}  // namespace

double distributed_median(Comm& comm, const std::vector<double>& positive) {
  const std::int64_t n = sum(comm, static_cast<std::int64_t>(positive.size()));
  if (n == 0) return 0;
  const double middle = distributed_nth(comm, positive, n / 2);
  if (n % 2 == 1) return middle;
  return 0.5 * middle + 0.5 * distributed_nth(comm, positive, n / 2 - 1);
}

}  // namespace gnac::detail
