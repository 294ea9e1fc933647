#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

// Counter-based random numbers: Philox 4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011). A draw is a pure function of (seed, stream, index), so it
// does not depend on threads, on order or on the platform.
namespace gnac::detail {

/// One stream per purpose. The numbers affect every result, so they never change.
enum class Stream : std::uint32_t {
  weights = 1,      ///< initial values of the rule
  cell_seeds = 2,   ///< ξ of each training epoch
  pairs = 3,        ///< non-neighbour pairs of each training epoch
  inference = 4,    ///< ξ of evolution
  kmeans = 5,       ///< k-means++ starts
  corruption = 6,   ///< deleted and rewired neighbour slots
  eigen = 7,        ///< start vectors of the eigensolver
  generator = 8,    ///< built-in samples
  method = 9,       ///< baselines
  study = 10,       ///< bootstrap and other studies
  problems = 11,    ///< synthetic problems that rules are trained on
  pretrain = 12,    ///< k of each problem and steps of each batch in pre-training
  neighbours = 13,  ///< splits of the approximate neighbour search
};

/// The 128 random bits at one index of one stream.
inline std::array<std::uint32_t, 4> philox(std::uint64_t seed, Stream stream, std::uint32_t part,
                                           std::uint64_t index) {
  std::array<std::uint32_t, 4> c{static_cast<std::uint32_t>(index),
                                 static_cast<std::uint32_t>(index >> 32), part,
                                 static_cast<std::uint32_t>(stream)};
  auto k0 = static_cast<std::uint32_t>(seed);
  auto k1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return c;
}

/// 53 random bits as a double in [0, 1).
inline double unit_from_bits(std::uint32_t high, std::uint32_t low) {
  return static_cast<double>((std::uint64_t{high} << 32 | low) >> 11) * 0x1.0p-53;
}

/// A sequence of draws: part `part` of a stream, from index 0 on. Copy it to replay it.
class Draws {
 public:
  Draws(std::uint64_t seed, Stream stream, std::uint32_t part = 0)
      : seed_(seed), stream_(stream), part_(part) {}

  /// Uniform on [0, 1).
  double uniform() {
    const auto b = philox(seed_, stream_, part_, index_++);
    return unit_from_bits(b[0], b[1]);
  }

  /// Uniform on {0, …, bound-1}; bound > 0. Exact (Lemire's rejection).
  std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      const auto b = philox(seed_, stream_, part_, index_++);
      const std::uint64_t word = std::uint64_t{b[0]} << 32 | b[1];
      const auto wide = static_cast<Wide>(word) * bound;
      const auto low = static_cast<std::uint64_t>(wide);
      if (low >= bound || low >= (0 - bound) % bound) return static_cast<std::uint64_t>(wide >> 64);
    }
  }

  /// Standard normal (Box–Muller; the second value of the pair is not kept, so that every draw
  /// consumes one index).
  double normal() {
    const auto b = philox(seed_, stream_, part_, index_++);
    return normal_pair(b)[0];
  }

  /// Two independent standard normals from 128 bits.
  static std::array<double, 2> normal_pair(const std::array<std::uint32_t, 4>& bits) {
    const double radius = std::sqrt(-2.0 * std::log1p(-unit_from_bits(bits[0], bits[1])));
    const double angle = 2.0 * std::numbers::pi * unit_from_bits(bits[2], bits[3]);
    return {radius * std::cos(angle), radius * std::sin(angle)};
  }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t seed_;
  Stream stream_;
  std::uint32_t part_;
  std::uint64_t index_ = 0;
};

}  // namespace gnac::detail
