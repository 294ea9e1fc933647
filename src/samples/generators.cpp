#include "samples/generators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>

#include "gnac/error.h"
#include "options/option_text.h"
#include "samples/samples.h"

namespace gnac::detail {
namespace {

/// The options of a sample, and its defaults. kUnused: it has no such option.
struct Shape {
  void (*fill)(const SampleOptions&, Sample&);
  int d;
  int min_d;  ///< kFixed: d is fixed
  int clusters;
  bool any_clusters;
  double noise;
  double max_noise;
  double radius;
};

constexpr double kUnused = -1;
constexpr int kFixed = 0;

constexpr std::array kInfo{
    SampleInfo{
        "blobs",
        "round clouds of deviation --noise, centres spread in a cube of half-width --radius: "
        "easy for every method"},
    SampleInfo{
        "gaussian-mixture",
        "the paper's scaling mixture: round clouds of deviation --noise, centres spread on a "
        "sphere of --radius; hard to tell apart only where clouds touch"},
    SampleInfo{
        "noisy-blobs",
        "overlapping clouds, each stretched along different columns, of typical deviation --noise, "
        "centres spread on a sphere of --radius: k-means sees only part of it"},
    SampleInfo{"moons", "two interleaved half circles with --noise: k-means cuts both"},
    SampleInfo{"circles",
               "concentric circles with --noise, the outermost of --radius: k-means cuts all"},
    SampleInfo{"spirals",
               "interleaved arms of one turn with --noise, ending at --radius: k-means cuts all"},
    SampleInfo{"anisotropic",
               "parallel clouds one unit apart, of deviation --noise across and --radius along: "
               "k-means cuts across"},
    SampleInfo{"rings",
               "concentric rings, the outermost of --radius, plus a share --noise of background "
               "points labelled -1"},
    SampleInfo{
        "varied-density",
        "round clouds whose deviation grows sixfold from --noise, centres spread in a cube of "
        "half-width --radius: one distance scale does not fit all"},
};

constexpr std::array<Shape, kInfo.size()> kShapes{{
    {fill_blobs, 2, 1, 3, true, 1, kAny, 8},
    {fill_gaussian_mixture, 16, 2, 8, true, 1, kAny, 4},
    {fill_noisy_blobs, 16, 2, 8, true, 1.36, kAny, 3.6},
    {fill_moons, 2, kFixed, 2, false, 0.09, kAny, kUnused},
    {fill_circles, 2, kFixed, 2, true, 0.06, kAny, 1},
    {fill_spirals, 2, kFixed, 3, true, 0.03, kAny, 1},
    {fill_anisotropic, 2, 2, 3, true, 0.12, kAny, 2},
    {fill_rings, 2, kFixed, 3, true, 0.1, 0.9, 1},
    {fill_varied_density, 2, 1, 3, true, 0.4, kAny, 4.5},
}};

[[noreturn]] void refuse(std::string_view name, const std::string& reason) {
  throw Error("sample " + std::string(name) + " " + reason);
}

const Shape& shape_of(std::string_view name) {
  std::array<std::string_view, kInfo.size()> known{};
  for (std::size_t i = 0; i < kInfo.size(); ++i) {
    if (kInfo[i].name == name) return kShapes[i];
    known[i] = kInfo[i].name;
  }
  throw Error("there is no sample '" + std::string(name) + "'; " +
              suggestion(name, known, "give " + listed(known, " or ")));
}

/// The options with the sample's own defaults filled in.
SampleOptions resolve(std::string_view name, const Shape& shape, SampleOptions options) {
  constexpr std::int64_t kMostRows = std::numeric_limits<std::int32_t>::max();
  constexpr int kMost = 1 << 20;
  if (options.n < 1 || options.n > kMostRows) refuse(name, "needs from 1 to 2147483647 points");
  if (options.d != 0 && shape.min_d == kFixed)
    refuse(name, "lies in the plane: d cannot be chosen");
  if (options.d == 0) options.d = shape.d;
  if (options.d < std::max(shape.min_d, 1) || options.d > kMost) {
    refuse(name, "needs d from " + std::to_string(shape.min_d) + " to 1048576");
  }
  if (options.clusters != 0 && !shape.any_clusters) {
    refuse(name, "always has " + std::to_string(shape.clusters) + " clusters");
  }
  if (options.clusters == 0) options.clusters = shape.clusters;
  if (options.clusters < 1 || options.clusters > kMost) refuse(name, "needs 1 to 1048576 clusters");
  if (!std::isfinite(options.noise) || !std::isfinite(options.radius)) {
    refuse(name, "needs finite noise and radius");
  }
  if (options.noise < 0) options.noise = shape.noise;
  if (options.noise > shape.max_noise) refuse(name, "can have a share of noise up to 0.9");
  if (options.radius >= 0 && shape.radius == kUnused) refuse(name, "has no radius to choose");
  if (options.radius < 0) options.radius = shape.radius;
  return options;
}

/// n·d; throws bad_alloc if no machine has that much memory, because not every allocator refuses
/// such sizes gracefully.
std::size_t value_count(const SampleOptions& options) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  const std::int64_t count = options.n * options.d;
  if (count > kMost) throw std::bad_alloc();
  return static_cast<std::size_t>(count);
}

}  // namespace

std::span<const SampleInfo> sample_table() {
  return kInfo;
}

Sample generate(std::string_view name, const SampleOptions& given) {
  const Shape& shape = shape_of(name);
  const SampleOptions options = resolve(name, shape, given);
  try {
    Sample sample;
    sample.points.n = options.n;
    sample.points.d = options.d;
    sample.points.values.resize(value_count(options));
    sample.labels.resize(static_cast<std::size_t>(options.n));
    shape.fill(options, sample);
    return sample;
  } catch (const std::bad_alloc&) {
    throw MemoryError("sample " + std::string(name) + " of " + std::to_string(options.n) + " x " +
                      std::to_string(options.d) + " values is too large for this machine's memory");
  }
}

}  // namespace gnac::detail
