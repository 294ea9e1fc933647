#include "page/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "readout/principal.h"
#include "support/spread.h"

namespace gnac::detail {
namespace {

std::vector<double> column(PointsView points, std::int64_t c) {
  std::vector<double> out(static_cast<std::size_t>(points.n));
  for (std::int64_t i = 0; i < points.n; ++i) out[i] = points(i, c);
  return out;
}

// Values that fill [-1, 1] evenly, however many are taken.
std::vector<double> spread(std::int64_t n, double height) {
  std::vector<double> out(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) out[i] = height * (2 * golden_place(i) - 1);
  return out;
}

std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

// Component `part` around (x, y) on the first two axes, `size` to each side.
void place_component(const ComponentSpectrum& part, double x, double y, double size,
                     PageView& view) {
  const auto rows = std::ssize(part.node);
  const auto count = std::ssize(part.values);
  for (std::int64_t axis = 0; axis < 3; ++axis) {
    double largest = 0;
    if (axis + 1 < count) {
      for (std::int64_t r = 0; r < rows; ++r) {
        largest = std::max(largest, std::abs(part.embedding[r * count + axis + 1]));
      }
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      const double value = largest > 0 ? part.embedding[r * count + axis + 1] / largest : 0;
      view.place[axis][part.node[r]] = size * value + (axis == 0 ? x : axis == 1 ? y : 0);
    }
  }
}

}  // namespace

PageView points_view(PointsView points, std::span<const std::string> names, Team& team) {
  PageView view{.name = "points", .title = "Points", .axes = {}, .place = {}, .one_scale = true};
  if (points.d > 3) {
    const std::span rows(points.data, static_cast<std::size_t>(points.n * points.d));
    const Principal axes = principal(rows, points.n, points.d);
    view.title = "Principal components";
    for (std::int64_t k = 0; k < axes.count(); ++k) {
      view.axes.push_back(fmt::format("component {} ({})", k + 1, percent(axes.share[k])));
      view.place.push_back(along(axes, k, rows, points.n, team));
    }
    return view;
  }
  for (std::int64_t c = 0; c < points.d; ++c) {
    view.axes.push_back(names[c]);
    view.place.push_back(column(points, c));
  }
  if (points.d == 1) {
    const auto [low, high] = std::minmax_element(view.place[0].begin(), view.place[0].end());
    const double height = *high > *low ? 0.08 * (*high - *low) : 1;
    view.axes.emplace_back("(spread)");
    view.place.push_back(spread(points.n, height));
  }
  return view;
}

PageView spectral_view(const Spectrum& spectrum, std::int64_t nodes) {
  PageView view{.name = "spectral", .title = "Spectral embedding", .axes = {}, .place = {}};
  const auto& parts = spectrum.components;
  const bool any = std::any_of(parts.begin(), parts.end(),
                               [](const auto& part) { return part.values.size() > 1; });
  if (!any) return view;
  view.axes = {"eigenvector 2", "eigenvector 3", "eigenvector 4"};
  view.place.assign(3, std::vector<double>(static_cast<std::size_t>(nodes)));
  if (parts.size() == 1) {
    place_component(parts[0], 0, 0, 1, view);
    return view;
  }
  // In rows from the top, together about as wide as high; areas are proportional to the nodes.
  view.one_scale = true;
  constexpr double kRoom = 2.4;  // sides of 2, and a gap
  const double width = 1.05 * kRoom;
  double x = 0, top = 0, height = 0;
  for (const auto& part : parts) {
    const double size =
        std::sqrt(static_cast<double>(part.node.size()) / static_cast<double>(nodes));
    const double room = kRoom * size;
    if (x > 0 && x + room > width) {
      top -= height;
      x = height = 0;
    }
    place_component(part, x + room / 2, top - room / 2, size, view);
    x += room;
    height = std::max(height, room);
  }
  return view;
}

PageView map_view(PointsView fitted, PointsView fresh) {
  PageView view{.name = "map",
                .title = "Map",
                .axes = {"map", "map"},
                .place = {column(fitted, 0), column(fitted, 1)},
                .one_scale = true};
  for (std::int64_t axis = 0; axis < 2; ++axis) {
    const std::vector<double> more = column(fresh, axis);
    view.place[axis].insert(view.place[axis].end(), more.begin(), more.end());
  }
  return view;
}

StatePlaces state_places(const Rollout& rollout, std::int64_t nodes, Team& team) {
  StatePlaces found;
  if (rollout.states.empty()) return found;
  found.axes = principal(std::span(rollout.states.back()), nodes, rollout.columns);
  const Principal& axes = found.axes;
  for (const auto& states : rollout.states) {
    found.by_step.emplace_back();
    for (std::int64_t k = 0; k < axes.count(); ++k) {
      found.by_step.back().push_back(along(axes, k, std::span(states), nodes, team));
    }
  }
  found.view = {.name = "states",
                .title = "States",
                .axes = {},
                .place = found.by_step.back(),
                .one_scale = true};
  for (std::int64_t k = 0; k < axes.count(); ++k) {
    found.view.axes.push_back(
        fmt::format("state component {} ({})", k + 1, percent(axes.share[k])));
  }
  return found;
}

}  // namespace gnac::detail
