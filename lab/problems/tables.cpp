#include <algorithm>
#include <cmath>

#include "problems/layouts.h"
#include "problems/parts.h"

namespace gnac::detail::problems {
namespace {

// Components without their centres, and the directions of the centres: scaling the directions moves
// the components apart.
struct Components {
  Labelled noise;
  std::vector<std::vector<double>> centre;

  Labelled apart(double times) const {
    Labelled out = noise;
    for (std::int64_t i = 0; i < out.points.n; ++i) {
      const auto& c = centre[out.labels[i] - 1];
      for (std::int64_t q = 0; q < out.points.d; ++q) {
        out.points.values[i * out.points.d + q] += times * c[q];
      }
    }
    return out;
  }
};

Components draw_components(Chance& chance, const Plan& plan) {
  Components out;
  out.noise.points.d = plan.d;
  const double stretch = chance.odds(0.6) ? chance.uniform(0.1, 0.8) : 0;
  const double unequal = chance.odds(0.5) ? chance.uniform(0.1, 0.5) : 0;
  const double heavy = chance.odds(0.2) ? static_cast<double>(chance.integer(4, 10)) : 0;
  // Centres may differ in only some of the dimensions.
  const std::int64_t told = chance.odds(0.5) ? plan.d : chance.integer(1, plan.d);
  for (std::size_t q = 0; q < plan.sizes.size(); ++q) {
    Points part = normals(chance, plan.sizes[q], plan.d);
    std::vector<double> scale(static_cast<std::size_t>(plan.d));
    const double size = std::exp(chance.normal(0, unequal));
    for (double& s : scale) s = size * std::exp(chance.normal(0, stretch));
    for (std::int64_t i = 0; i < part.n; ++i) {
      const double tail = heavy > 0 ? 1 / std::sqrt(2 * chance.gamma(heavy / 2) / heavy) : 1;
      for (std::int64_t c = 0; c < plan.d; ++c) part.values[i * plan.d + c] *= scale[c] * tail;
    }
    if (stretch > 0) turn(chance, part);
    out.noise.points.n += part.n;
    out.noise.points.values.insert(out.noise.points.values.end(), part.values.begin(),
                                   part.values.end());
    out.noise.labels.insert(out.noise.labels.end(), static_cast<std::size_t>(part.n),
                            static_cast<std::int32_t>(q) + 1);
    std::vector<double> centre(static_cast<std::size_t>(plan.d));
    for (std::int64_t c = 0; c < told; ++c) centre[c] = chance.normal();
    out.centre.push_back(std::move(centre));
  }
  return out;
}

// How one column of a table is derived from the informative ones.
struct Column {
  enum class Kind { plain, exponential, power, levels, binary, sum, useless } kind;
  std::int64_t from = 0;    // the informative column
  std::int64_t second = 0;  // of a sum
  double strength = 1;      // of the warp, or the share of noise in a sum
  double scale = 1;
  std::vector<double> noise;  // per row, of a sum or a useless column
};

std::vector<Column> draw_columns(Chance& chance, std::int64_t informative, std::int64_t rows,
                                 std::int64_t most) {
  using Kind = Column::Kind;
  const double warped = chance.odds(0.7) ? chance.uniform(0, 0.8) : 0;
  const double redundant = chance.odds(0.5) ? chance.uniform(0, 1) : 0;
  const double useless = chance.odds(0.6) ? chance.uniform(0, 1.5) : 0;
  const double uneven = chance.odds(0.3) ? 0.8 : 0.0;
  std::vector<Column> out;
  for (std::int64_t c = 0; c < informative; ++c) {
    Column column{Kind::plain, c, 0, chance.uniform(0.3, 1.2), 1, {}};
    if (chance.odds(warped)) column.kind = static_cast<Kind>(chance.integer(1, 4));
    out.push_back(column);
  }
  const auto count = [&](double share) {
    return std::min<std::int64_t>(std::llround(share * static_cast<double>(informative)),
                                  most - std::ssize(out));
  };
  for (std::int64_t c = count(redundant); c > 0; --c) {
    out.push_back({Kind::sum, chance.below(informative), chance.below(informative),
                   chance.uniform(0, 1), 1, normals(chance, rows, 1).values});
  }
  for (std::int64_t c = count(useless); c > 0; --c) {
    Column column{Kind::useless, 0, 0, 1, 1, {}};
    const auto law = chance.below(4);
    for (std::int64_t i = 0; i < rows; ++i) {
      const double v = chance.normal();
      column.noise.push_back(law == 0   ? v
                             : law == 1 ? std::exp(0.7 * v)
                             : law == 2 ? (v > 0.8 ? 1 : 0)
                                        : std::round(v));
    }
    out.push_back(std::move(column));
  }
  for (Column& column : out) {
    column.scale = std::exp(chance.normal(0, uneven)) *
                   (column.kind == Kind::useless ? chance.uniform(0.1, 1) : 1);
  }
  return out;
}

double value_of(const Column& column, const double* x, std::int64_t row) {
  using Kind = Column::Kind;
  const double v = x[column.from];
  switch (column.kind) {
    case Kind::exponential:
      return std::exp(std::min(column.strength * v, 20.0));
    case Kind::power:
      return std::copysign(std::pow(std::abs(v), 0.5 + 1.5 * column.strength), v);
    case Kind::levels:
      return std::round(v / column.strength) * column.strength;
    case Kind::binary:
      return v > column.strength - 0.7 ? 1 : 0;
    case Kind::sum:
      return v + (0.3 + column.strength) * x[column.second] + column.strength * column.noise[row];
    case Kind::useless:
      return column.noise[row];
    default:
      return v;
  }
}

// The columns, each with unit deviation times its scale: what a user who standardised would have.
Labelled through(const std::vector<Column>& columns, const Labelled& latent) {
  const std::int64_t n = latent.points.n;
  const std::int64_t d = std::ssize(columns);
  Labelled out{{std::vector<double>(static_cast<std::size_t>(n * d)), n, d}, latent.labels};
  for (std::int64_t c = 0; c < d; ++c) {
    double mean = 0;
    double square = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const double v = value_of(columns[c], latent.points.row(i).data(), i);
      out.points.values[i * d + c] = v;
      mean += v / static_cast<double>(n);
    }
    for (std::int64_t i = 0; i < n; ++i) {
      const double v = out.points.values[i * d + c] - mean;
      square += v * v / static_cast<double>(n);
    }
    const double factor = columns[c].scale / std::max(std::sqrt(square), 1e-9);
    for (std::int64_t i = 0; i < n; ++i) out.points.values[i * d + c] *= factor;
  }
  return out;
}

// The smallest of a few distances between centres at which neighbours agree as often as was drawn.
template <class Make>
Labelled separated(Chance& chance, std::size_t clusters, Make&& make) {
  constexpr int kRounds = 9;
  constexpr double kGrowth = 1.3;
  const double wanted = clusters == 1 ? 0 : 1 - chance.uniform(0.02, 0.3);
  double times = chance.log_uniform(0.8, 3);
  Labelled all = make(times);
  for (int round = 0; round < kRounds && purity(all) < wanted; ++round) {
    times *= kGrowth;
    all = make(times);
  }
  return all;
}

}  // namespace

Labelled mixture(Chance& chance, const Plan& plan) {
  const Components components = draw_components(chance, plan);
  return separated(chance, plan.sizes.size(),
                   [&](double times) { return components.apart(times); });
}

Labelled table(Chance& chance, const Plan& plan) {
  Plan latent = plan;
  latent.d = std::max<std::int64_t>(1, std::min<std::int64_t>(plan.d, chance.integer(2, 12)));
  const Components components = draw_components(chance, latent);
  const std::vector<Column> columns =
      draw_columns(chance, latent.d, components.noise.points.n, std::max(plan.d, latent.d));
  Labelled all = separated(chance, plan.sizes.size(),
                           [&](double times) { return through(columns, components.apart(times)); });
  if (chance.odds(0.3)) {  // a few rows with one value far out
    const auto outliers =
        static_cast<std::int64_t>(chance.uniform(0, 0.02) * static_cast<double>(all.points.n) + 1);
    for (std::int64_t o = 0; o < outliers; ++o) {
      const std::int64_t at =
          chance.below(all.points.n) * all.points.d + chance.below(all.points.d);
      all.points.values[at] += chance.uniform(3, 10) * (chance.odds(0.5) ? 1 : -1);
    }
  }
  return all;
}

}  // namespace gnac::detail::problems
