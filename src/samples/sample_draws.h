#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "support/random.h"

namespace gnac::detail {

/// Parts of Stream::generator.
enum class SamplePart : std::uint32_t {
  shape = 0,   ///< centres, directions: what the distribution is
  rows = 1,    ///< what each row draws from it
  labels = 2,  ///< the order of labels in each run of K rows
};

/// The draws of one row: they depend on (seed, part, row) and their number within the row, never on
/// other rows.
class RowDraws {
 public:
  RowDraws(std::uint64_t seed, std::int64_t row, SamplePart part = SamplePart::rows)
      : seed_(seed), part_(part), next_(static_cast<std::uint64_t>(row) << 32) {}

  /// Uniform on [0, 1).
  double uniform() {
    const auto b = bits();
    return unit_from_bits(b[0], b[1]);
  }

  /// Two independent standard normals.
  std::array<double, 2> normals() { return Draws::normal_pair(bits()); }

 private:
  std::array<std::uint32_t, 4> bits() {
    return philox(seed_, Stream::generator, static_cast<std::uint32_t>(part_), next_++);
  }

  std::uint64_t seed_;
  SamplePart part_;
  std::uint64_t next_;
};

/// Labels row by row: every run of K rows has each label once.
class BalancedLabels {
 public:
  BalancedLabels(std::uint64_t seed, int clusters)
      : seed_(seed), order_(static_cast<std::size_t>(clusters)) {}

  std::int32_t of(std::int64_t row) {
    const auto k = static_cast<std::int64_t>(order_.size());
    if (row / k != run_) shuffle(row / k);
    return order_[static_cast<std::size_t>(row % k)];
  }

 private:
  void shuffle(std::int64_t run) {
    run_ = run;
    std::iota(order_.begin(), order_.end(), 0);
    RowDraws draws(seed_, run, SamplePart::labels);
    for (std::size_t i = order_.size(); i > 1; --i) {
      std::swap(order_[i - 1],
                order_[static_cast<std::size_t>(draws.uniform() * static_cast<double>(i))]);
    }
  }

  std::uint64_t seed_;
  std::vector<std::int32_t> order_;
  std::int64_t run_ = -1;
};

}  // namespace gnac::detail
