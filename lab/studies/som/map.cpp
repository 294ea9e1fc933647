#include "studies/som/map.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gnac::detail {
namespace {

constexpr std::int64_t kBlock = 256;

struct Axes {
  Eigen::VectorXd mean;
  Eigen::MatrixXd direction;  ///< d×2, scaled by the deviation along it; zero if d is 1
};

Axes principal_axes(PointsView points) {
  const Eigen::Map<const Eigen::MatrixXd> x(points.data, points.d, points.n);
  Axes axes;
  axes.mean = x.rowwise().mean();
  axes.direction = Eigen::MatrixXd::Zero(points.d, 2);
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(points.d, points.d);
  for (std::int64_t begin = 0; begin < points.n; begin += kBlock) {
    const auto part = x.middleCols(begin, std::min(kBlock, points.n - begin));
    const Eigen::MatrixXd away = part.colwise() - axes.mean;
    covariance.noalias() += away * away.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance /
                                                              static_cast<double>(points.n));
  for (std::int64_t a = 0; a < std::min<std::int64_t>(2, points.d); ++a) {
    Eigen::VectorXd axis = solver.eigenvectors().col(points.d - 1 - a);
    Eigen::Index largest = 0;
    axis.cwiseAbs().maxCoeff(&largest);
    if (axis[largest] < 0) axis = -axis;
    axes.direction.col(a) = axis * std::sqrt(std::max(0.0, solver.eigenvalues()[points.d - 1 - a]));
  }
  return axes;
}

/// The grid, spread over two deviations to either side of the mean along both axes.
SomMap lay_out(PointsView points, std::int64_t units) {
  const Axes axes = principal_axes(points);
  const double wide = axes.direction.col(0).norm();
  const double tall = axes.direction.col(1).norm();
  SomMap map;
  const double ratio = wide > 0 ? tall / wide : 0;
  const auto ideal = std::llround(std::sqrt(static_cast<double>(units) * ratio));
  map.rows = std::clamp<std::int64_t>(ideal, 1, units);
  map.columns = units / map.rows;
  map.codebook.d = points.d;
  map.codebook.n = map.rows * map.columns;
  const auto place = [](std::int64_t k, std::int64_t count) {
    return count < 2 ? 0.0 : 4.0 * static_cast<double>(k) / static_cast<double>(count - 1) - 2.0;
  };
  for (std::int64_t u = 0; u < map.codebook.n; ++u) {
    const Eigen::VectorXd at = axes.mean +
                               place(u % map.columns, map.columns) * axes.direction.col(0) +
                               place(u / map.columns, map.rows) * axes.direction.col(1);
    map.codebook.values.insert(map.codebook.values.end(), at.begin(), at.end());
  }
  return map;
}

/// Best matching units; distances vectorise over the units of a column-wise codebook.
void match(PointsView points, SomMap& map, Team& team) {
  const std::int64_t units = map.codebook.n;
  std::vector<double> columns(map.codebook.values.size());
  for (std::int64_t u = 0; u < units; ++u) {
    for (std::int64_t c = 0; c < points.d; ++c) columns[c * units + u] = map.codebook.row(u)[c];
  }
  team.for_blocks(points.n, kBlock, [&](std::int64_t begin, std::int64_t end) {
    std::vector<double> distance(static_cast<std::size_t>(units));
    for (std::int64_t i = begin; i < end; ++i) {
      std::fill(distance.begin(), distance.end(), 0.0);
      for (std::int64_t c = 0; c < points.d; ++c) {
        const double x = points(i, c);
        const double* column = &columns[c * units];
        for (std::int64_t u = 0; u < units; ++u) distance[u] += (x - column[u]) * (x - column[u]);
      }
      map.unit[i] = static_cast<std::int32_t>(std::min_element(distance.begin(), distance.end()) -
                                              distance.begin());
    }
  });
}

/// values (count×width, `stride` apart) smoothed along one side of the grid by a Gaussian.
void smooth(std::vector<double>& values, std::int64_t lines, std::int64_t line_step,
            std::int64_t count, std::int64_t stride, std::int64_t width, double radius) {
  std::vector<double> kernel(static_cast<std::size_t>(count));
  for (std::int64_t k = 0; k < count; ++k) {
    kernel[k] = std::exp(-static_cast<double>(k * k) / (2 * radius * radius));
  }
  std::vector<double> line(static_cast<std::size_t>(count * width));
  for (std::int64_t l = 0; l < lines; ++l) {
    double* base = &values[l * line_step * width];
    std::fill(line.begin(), line.end(), 0.0);
    for (std::int64_t to = 0; to < count; ++to) {
      for (std::int64_t from = 0; from < count; ++from) {
        const double h = kernel[std::abs(to - from)];
        for (std::int64_t c = 0; c < width; ++c) {
          line[to * width + c] += h * base[from * stride * width + c];
        }
      }
    }
    for (std::int64_t to = 0; to < count; ++to) {
      std::copy_n(&line[to * width], width, base + to * stride * width);
    }
  }
}

/// Moves units to the neighbourhood means of their points. The Gaussian of the grid distance is the
/// product of one along rows and one along columns, so the sums per unit are smoothed along each in
/// turn.
void update(PointsView points, SomMap& map, double radius) {
  const std::int64_t width = points.d + 1;  // the coordinates' sums, then the count
  std::vector<double> sums(static_cast<std::size_t>(map.codebook.n * width));
  for (std::int64_t i = 0; i < points.n; ++i) {
    double* sum = &sums[map.unit[i] * width];
    for (std::int64_t c = 0; c < points.d; ++c) sum[c] += points(i, c);
    sum[points.d] += 1;
  }
  smooth(sums, map.rows, map.columns, map.columns, 1, width, radius);
  smooth(sums, map.columns, 1, map.rows, map.columns, width, radius);
  for (std::int64_t u = 0; u < map.codebook.n; ++u) {
    const double weight = sums[u * width + points.d];
    if (!(weight > std::numeric_limits<double>::min()))
      continue;  // far from every point: does not move
    for (std::int64_t c = 0; c < points.d; ++c) {
      map.codebook.values[u * points.d + c] = sums[u * width + c] / weight;
    }
  }
}

}  // namespace

SomMap train_som(PointsView points, std::int64_t units, int epochs, double last_radius,
                 Team& team) {
  SomMap map = lay_out(points, units);
  map.unit.resize(static_cast<std::size_t>(points.n));
  const double first =
      std::max(last_radius, static_cast<double>(std::max(map.rows, map.columns)) / 2);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    match(points, map, team);
    const double done = epochs < 2 ? 1 : static_cast<double>(epoch) / (epochs - 1);
    update(points, map, first * std::pow(last_radius / first, done));
    team.advance(static_cast<double>(epoch + 1) / epochs);
  }
  match(points, map, team);
  return map;
}

}  // namespace gnac::detail
