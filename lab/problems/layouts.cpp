#include "problems/layouts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "problems/parts.h"

namespace gnac::detail::problems {
namespace {

void append(Labelled& all, const Points& part, std::int32_t label) {
  all.points.d = part.d;
  all.points.n += part.n;
  all.points.values.insert(all.points.values.end(), part.values.begin(), part.values.end());
  all.labels.insert(all.labels.end(), static_cast<std::size_t>(part.n), label);
}

void shift(Points& points, const std::vector<double>& by, double times = 1) {
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) points.values[i * points.d + c] += times * by[c];
  }
}

std::vector<double> mean_of(const Points& points) {
  std::vector<double> mean(static_cast<std::size_t>(points.d));
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c) {
      mean[c] += points.values[i * points.d + c] / static_cast<double>(points.n);
    }
  }
  return mean;
}

std::vector<double> row_of(const Points& points, std::int64_t i) {
  const auto row = points.row(i);
  return {row.begin(), row.end()};
}

// Thins the points out, more and more towards one side.
Points thinned(Chance& chance, const Points& part) {
  const std::vector<double> u = chance.direction(part.d);
  std::vector<double> along;
  for (std::int64_t i = 0; i < part.n; ++i) {
    const auto row = part.row(i);
    along.push_back(std::inner_product(row.begin(), row.end(), u.begin(), 0.0));
  }
  const auto [low, high] = std::minmax_element(along.begin(), along.end());
  const double least = chance.uniform(0.05, 0.4);
  Points out{{}, 0, part.d};
  for (std::int64_t i = 0; i < part.n; ++i) {
    const double share = (along[i] - *low) / std::max(*high - *low, 1e-300);
    if (!chance.odds(least + (1 - least) * share) && part.n - i + out.n > 12) continue;
    const auto row = part.row(i);
    out.values.insert(out.values.end(), row.begin(), row.end());
    ++out.n;
  }
  return out;
}

std::vector<Points> draw_parts(Chance& chance, const Plan& plan) {
  std::vector<Points> parts;
  const double unequal = chance.odds(0.8) ? 0.5 : 1.0;
  for (const std::int64_t size : plan.sizes) {
    const bool uneven = chance.odds(0.1);
    const std::int64_t n = uneven ? size * 2 : size;
    Points part = plan.d >= 2 && chance.odds(plan.curves) ? curve(chance, n, plan.d)
                                                          : blob(chance, n, plan.d);
    if (uneven) part = thinned(chance, part);
    const double scale = std::exp(chance.normal(0, unequal));
    for (double& v : part.values) v *= scale;
    parts.push_back(std::move(part));
  }
  return parts;
}

// Moves each part away from the placed ones until the gap, in units of the typical distance to the
// third neighbour, is as drawn.
struct Placement {
  double gap;      ///< in spacings
  double allowed;  ///< share of a part's points that may be nearer
};

Labelled place(Chance& chance, std::vector<Labelled> parts, const Placement& placement) {
  Labelled all;
  std::vector<double> known;
  for (Labelled& part : parts) {
    const std::vector<double> own = spacings(part.points);
    if (all.points.n > 0) {
      const double spacing = 0.5 * (median(own) + median(known));
      std::vector<double> start = mean_of(all.points);
      if (chance.odds(0.6)) {
        start = row_of(all.points, chance.below(all.points.n));
        const auto anchor = row_of(part.points, chance.below(part.points.n));
        for (std::size_t c = 0; c < start.size(); ++c) start[c] -= anchor[c];
      }
      const std::vector<double> u = chance.direction(all.points.d);
      const double gap = spacing * (placement.gap + chance.uniform(0, 0.6));
      const double moved = clearance(all.points, part.points, start, u, gap, placement.allowed);
      shift(part.points, start);
      shift(part.points, u, moved);
    }
    known.insert(known.end(), own.begin(), own.end());
    const std::int64_t before = all.points.n;
    append(all, part.points, 0);
    std::copy(part.labels.begin(), part.labels.end(), all.labels.begin() + before);
  }
  return all;
}

std::vector<Labelled> labelled(const std::vector<Points>& parts, std::int32_t first = 1) {
  std::vector<Labelled> out;
  for (const Points& part : parts) {
    Labelled one;
    append(one, part, first++);
    out.push_back(std::move(one));
  }
  return out;
}

Placement draw_placement(Chance& chance, double least, double most, double closeness) {
  return {closeness * chance.log_uniform(least, most), chance.odds(0.6) ? 0.02 : 0.0};
}

double extent(const Points& points) {
  const auto [low, high] = std::minmax_element(points.values.begin(), points.values.end());
  return *high - *low;
}

}  // namespace

Labelled scattered(Chance& chance, const Plan& plan) {
  const Placement placement = draw_placement(chance, 0.4, 8, plan.closeness);
  return place(chance, labelled(draw_parts(chance, plan)), placement);
}

Labelled nested(Chance& chance, const Plan& plan) {
  // Few enough rings, with large enough outer ones, that a ring is denser along than across.
  constexpr std::size_t kMost = 6;
  const double total = std::accumulate(plan.sizes.begin(), plan.sizes.end(), 0.0);
  const std::size_t count =
      std::min({plan.sizes.size(), kMost, 1 + static_cast<std::size_t>(total / 100)});
  std::vector<double> radii{chance.uniform(0.2, 0.5)};
  while (radii.size() < count) radii.push_back(radii.back() + chance.uniform(0.4, 1.0));
  std::vector<double> weight;
  for (std::size_t q = 0; q < count; ++q) {
    weight.push_back(std::sqrt(static_cast<double>(plan.sizes[q])) *
                     std::pow(radii[q], chance.uniform(0.4, 1)));
  }
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  Labelled all;
  const double flat = chance.odds(0.3) ? chance.uniform(0.4, 1) : 1;
  const bool solid = chance.odds(0.5);  // the innermost is a disc
  const double turn_of = chance.odds(0.25) ? chance.uniform(1.2, 2) : 2;
  for (std::size_t q = 0; q < count; ++q) {
    const double radius = radii[q];
    const auto size = std::max<std::int64_t>(12, std::llround(total * weight[q] / sum));
    Points part = normals(chance, size, plan.d);
    const double width = chance.log_uniform(0.02, 0.15);
    for (std::int64_t i = 0; i < part.n; ++i) {
      double* x = part.values.data() + i * part.d;
      const double r =
          q == 0 && solid ? std::abs(chance.normal(0, radius / 2)) : chance.normal(radius, width);
      if (plan.d == 2) {
        const double angle = chance.uniform(0, turn_of * std::numbers::pi);
        x[0] = r * std::cos(angle);
        x[1] = r * std::sin(angle) * flat;
        continue;
      }
      double square = 1e-300;
      for (std::int64_t c = 0; c < part.d; ++c) square += x[c] * x[c];
      for (std::int64_t c = 0; c < part.d; ++c) x[c] *= r / std::sqrt(square);
    }
    append(all, part, static_cast<std::int32_t>(q) + 1);
  }
  return all;
}

Labelled dense(Chance& chance, const Plan& plan) {
  std::vector<Points> parts = draw_parts(chance, plan);
  const double gap = plan.closeness * chance.log_uniform(0.4, 8);
  double size = 0;
  for (const Points& part : parts) size += extent(part);
  size *= chance.uniform(0.3, 0.8);
  Points cloud = normals(chance, plan.sizes[0] * 2, plan.d);
  const bool box = chance.odds(0.5);
  for (double& v : cloud.values) v = box ? chance.uniform(-size, size) : v * size / 1.5;
  Labelled all;
  append(all, cloud, 1);
  for (std::size_t q = 1; q < parts.size(); ++q) {
    Points& part = parts[q];
    std::vector<double> to = row_of(cloud, chance.below(cloud.n));
    const std::vector<double> from = mean_of(part);
    for (std::size_t c = 0; c < to.size(); ++c) to[c] -= from[c];
    shift(part, to);
    const double away = gap * 0.25 * (median(spacings(part)) + median(spacings(cloud)));
    Labelled kept;
    kept.points.d = plan.d;
    for (std::int64_t i = 0; i < all.points.n; ++i) {
      const auto row = all.points.row(i);
      bool near = false;
      for (std::int64_t j = 0; j < part.n && !near; ++j) {
        double sum = 0;
        for (std::int64_t c = 0; c < plan.d && sum <= away * away; ++c) {
          sum += (row[c] - part.values[j * plan.d + c]) * (row[c] - part.values[j * plan.d + c]);
        }
        near = sum <= away * away;
      }
      if (near) continue;
      kept.points.values.insert(kept.points.values.end(), row.begin(), row.end());
      kept.labels.push_back(all.labels[i]);
      ++kept.points.n;
    }
    all = std::move(kept);
    append(all, part, static_cast<std::int32_t>(q) + 1);
  }
  return all;
}

Labelled bridged(Chance& chance, const Plan& plan) {
  Labelled all = place(chance, labelled(draw_parts(chance, plan)),
                       draw_placement(chance, 1.5, 10, plan.closeness));
  const double spacing = median(spacings(all.points));
  const std::int64_t d = plan.d;
  const auto bridges = chance.integer(1, std::max<std::int64_t>(1, std::ssize(plan.sizes) - 1));
  for (std::int64_t b = 0; b < bridges && spacing > 0; ++b) {
    // From a random point to the nearest point of another part.
    const std::int64_t from = chance.below(all.points.n);
    std::int64_t to = -1;
    double best = std::numeric_limits<double>::infinity();
    for (std::int64_t j = 0; j < all.points.n; ++j) {
      if (all.labels[j] == all.labels[from]) continue;
      double sum = 0;
      for (std::int64_t c = 0; c < d; ++c) {
        const double v = all.points.values[from * d + c] - all.points.values[j * d + c];
        sum += v * v;
      }
      if (sum >= best) continue;
      best = sum;
      to = j;
    }
    if (to < 0) break;
    const double pace = spacing * chance.uniform(0.5, 1.8);
    const auto steps =
        std::min<std::int64_t>(static_cast<std::int64_t>(std::sqrt(best) / pace), 40);
    const double jitter = spacing * chance.uniform(0, 0.5);
    Labelled chain;
    chain.points.d = d;
    for (std::int64_t s = 1; s < steps; ++s) {
      const double t = static_cast<double>(s) / static_cast<double>(steps);
      for (std::int64_t c = 0; c < d; ++c) {
        chain.points.values.push_back((1 - t) * all.points.values[from * d + c] +
                                      t * all.points.values[to * d + c] + jitter * chance.normal());
      }
      chain.labels.push_back(t < 0.5 ? all.labels[from] : all.labels[to]);
      ++chain.points.n;
    }
    const std::int64_t before = all.points.n;
    append(all, chain.points, 0);
    std::copy(chain.labels.begin(), chain.labels.end(), all.labels.begin() + before);
  }
  return all;
}

Labelled hierarchy(Chance& chance, const Plan& plan) {
  std::vector<Labelled> parts = labelled(draw_parts(chance, plan));
  const Placement within = draw_placement(chance, 0.6, 2.5, plan.closeness);
  const Placement between{within.gap * chance.uniform(2, 8), within.allowed};
  std::vector<Labelled> groups;
  for (std::size_t q = 0; q < parts.size();) {
    const auto count =
        std::min<std::size_t>(static_cast<std::size_t>(chance.integer(1, 4)), parts.size() - q);
    groups.push_back(place(chance,
                           {parts.begin() + static_cast<std::ptrdiff_t>(q),
                            parts.begin() + static_cast<std::ptrdiff_t>(q + count)},
                           within));
    q += count;
  }
  return place(chance, std::move(groups), between);
}

}  // namespace gnac::detail::problems
