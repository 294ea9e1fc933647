#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// A request for a sample. Setting a field that a sample does not use is an error.
struct SampleOptions {
  std::int64_t n = 1000;
  int d = 0;           ///< 0: the sample's own default
  int clusters = 0;    ///< 0: the sample's own default
  double noise = -1;   ///< <0: the sample's own default
  double radius = -1;  ///< <0: the sample's own default
  std::uint64_t seed = 7;
};

struct Sample {
  Points points;
  std::vector<std::int32_t> labels;  ///< 0..K-1; -1 marks background noise
};

struct SampleInfo {
  std::string_view name;  ///< e.g. "moons"
  std::string_view help;  ///< one line: shape, what the options mean, what makes it hard
};

/// blobs, gaussian-mixture, noisy-blobs, moons, circles, spirals, anisotropic, rings,
/// varied-density.
std::span<const SampleInfo> sample_table();

/// Throws Error for an unknown name or an option that the sample does not support. Prefixes are
/// nested: the first n rows do not change when n grows (for a given seed and otherwise equal
/// options). Clusters are balanced: each run of K rows has every label once, in a random order.
/// Rows are independent given the seed's centres and directions, so two disjoint ranges of rows are
/// two independent samples of one distribution.
Sample generate(std::string_view name, const SampleOptions& options = {});

}  // namespace gnac::detail
