#include <cmath>
#include <numbers>

#include "samples/sample_draws.h"
#include "samples/samples.h"

namespace gnac::detail {
namespace {

using Point = std::array<double, 2>;
constexpr double kTurn = 2 * std::numbers::pi;

/// curve(label, draws) gives each row's place; a normal of deviation `jitter` is added.
template <class Curve>
void fill_curves(const SampleOptions& options, double jitter, Sample& out, Curve&& curve) {
  BalancedLabels labels(options.seed, options.clusters);
  for (std::int64_t i = 0; i < options.n; ++i) {
    RowDraws draws(options.seed, i);
    out.labels[i] = labels.of(i);
    const Point place = curve(out.labels[i], draws);
    const auto [dx, dy] = draws.normals();
    out.points.values[2 * i] = place[0] + jitter * dx;
    out.points.values[2 * i + 1] = place[1] + jitter * dy;
  }
}

Point on_circle(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// The radius of one of K concentric, evenly spaced circles, the outermost of the given radius.
double circle_radius(const SampleOptions& options, std::int32_t label) {
  return options.radius * (label + 1) / options.clusters;
}

}  // namespace

void fill_moons(const SampleOptions& options, Sample& out) {
  fill_curves(options, options.noise, out, [](std::int32_t label, RowDraws& draws) -> Point {
    const auto [x, y] = on_circle(1, kTurn / 2 * draws.uniform());
    if (label == 0) return {x, y};
    return {1 - x, 0.5 - y};
  });
}

void fill_circles(const SampleOptions& options, Sample& out) {
  fill_curves(options, options.noise, out, [&](std::int32_t label, RowDraws& draws) {
    return on_circle(circle_radius(options, label), kTurn * draws.uniform());
  });
}

// K arms of one turn each, from 0.15 of the radius outwards, with equal density along the arm: the
// arc grows as the square of the distance from the middle.
void fill_spirals(const SampleOptions& options, Sample& out) {
  constexpr double kInner2 = 0.15 * 0.15;
  fill_curves(options, options.noise, out, [&](std::int32_t label, RowDraws& draws) {
    const double share = std::sqrt(kInner2 + (1 - kInner2) * draws.uniform());
    return on_circle(options.radius * share, kTurn * (share + double(label) / options.clusters));
  });
}

// A share `noise` of the rows is spread evenly over the square around the rings and labelled -1.
void fill_rings(const SampleOptions& options, Sample& out) {
  const double gap = options.radius / options.clusters;
  const double half_side = options.radius + gap / 2;
  fill_curves(options, 0.05 * gap, out, [&](std::int32_t& label, RowDraws& draws) -> Point {
    const bool background = draws.uniform() < options.noise;
    const double angle = kTurn * draws.uniform();
    if (!background) return on_circle(circle_radius(options, label), angle);
    label = -1;
    return {half_side * (2 * draws.uniform() - 1), half_side * (2 * draws.uniform() - 1)};
  });
}

}  // namespace gnac::detail
