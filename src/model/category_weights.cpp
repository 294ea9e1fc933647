#include "model/category_weights.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "graph/nearest.h"
#include "support/spread.h"
#include "support/team.h"

namespace gnac::detail {
namespace {

constexpr int kNeighbours = 15;
constexpr std::int64_t kMostAsked = 1000;    // rows whose neighbours are looked at
constexpr std::int64_t kMostCompared = 300;  // rows that are compared with each other

/// The columns [first, end) of a category.
struct Group {
  std::int64_t first = 0;
  std::int64_t end = 0;
  std::int64_t columns() const { return end - first; }
};

/// The fewest columns from `first` on of which every row has exactly one; else that column alone.
Group group_at(PointsView indicators, std::int64_t first) {
  std::vector<double> sum(static_cast<std::size_t>(indicators.n), 0.0);
  for (std::int64_t c = first; c < indicators.d; ++c) {
    bool whole = true, several = false;
    for (std::int64_t i = 0; i < indicators.n; ++i) {
      sum[i] += indicators(i, c);
      whole = whole && sum[i] == 1;
      several = several || sum[i] > 1;
    }
    if (several) break;
    if (whole) return {first, c + 1};
  }
  return {first, first + 1};
}

/// Rows chosen by their values, so that the order of the rows does not matter.
std::vector<std::int64_t> asked_rows(PointsView numbers, PointsView indicators,
                                     std::int64_t most = kMostAsked) {
  std::vector<std::uint64_t> hashes;
  for (std::int64_t i = 0; i < numbers.n; ++i)
    hashes.push_back(hash_values(indicators.row(i), hash_values(numbers.row(i))));
  return rows_by_hash(hashes, most);
}

/// The numbers, and the categories other than `left_out` at weight 1.
Points columns_without(PointsView numbers, PointsView indicators, std::span<const Group> groups,
                       const Group& left_out) {
  std::int64_t d = numbers.d;
  for (const Group& g : groups) d += g.first == left_out.first ? 0 : g.columns();
  Points out{{}, numbers.n, d};
  out.values.reserve(static_cast<std::size_t>(out.n * d));
  for (std::int64_t i = 0; i < numbers.n; ++i) {
    out.values.insert(out.values.end(), numbers.row(i).begin(), numbers.row(i).end());
    for (const Group& g : groups) {
      if (g.first == left_out.first) continue;
      const double scale = g.columns() == 1 ? std::numbers::sqrt2 : 1;
      for (auto c = g.first; c < g.end; ++c) out.values.push_back(scale * indicators(i, c));
    }
  }
  return out;
}

/// The nearest rows to each of `asked`, themselves aside.
NeighborLists neighbours_of(PointsView points, std::span<const std::int64_t> asked, Team& team) {
  Points of{{}, std::ssize(asked), points.d};
  for (const std::int64_t i : asked)
    of.values.insert(of.values.end(), points.row(i).begin(), points.row(i).end());
  const NeighborLists found =
      nearest(of, index_fitted(points, {}, Metric::euclidean), kNeighbours + 1, team);
  NeighborLists out{.offset = {0}, .index = {}, .distance = {}};
  for (std::int64_t a = 0; a < of.n; ++a) {
    const auto index = found.indices(a);
    const auto distance = found.distances(a);
    for (std::size_t e = 0; e < index.size() && std::ssize(out.index) - out.offset[a] < kNeighbours;
         ++e) {
      if (index[e] == asked[a]) continue;
      out.index.push_back(index[e]);
      out.distance.push_back(distance[e]);
    }
    out.offset.push_back(std::ssize(out.index));
  }
  return out;
}

/// The share of pairs of all rows with distinct values of a category.
double differing_pairs(PointsView indicators, const Group& group) {
  double same = 0, first = 0;
  const auto n = static_cast<double>(indicators.n);
  for (auto c = group.first; c < group.end; ++c) {
    double count = 0;
    for (std::int64_t i = 0; i < indicators.n; ++i) count += indicators(i, c);
    same += (count / n) * (count / n);
    first = count / n;
  }
  if (group.columns() == 1) same += (1 - first) * (1 - first);
  return 1 - same;
}

/// The same share among neighbours.
double differing_neighbours(PointsView indicators, const Group& group,
                            std::span<const std::int64_t> asked, const NeighborLists& lists) {
  std::int64_t differ = 0;
  for (std::int64_t a = 0; a < std::ssize(asked); ++a) {
    const auto own = indicators.row(asked[a]).subspan(group.first, group.columns());
    for (const std::int32_t j : lists.indices(a)) {
      const auto other = indicators.row(j).subspan(group.first, group.columns());
      differ += std::ranges::equal(own, other) ? 0 : 1;
    }
  }
  return static_cast<double>(differ) / static_cast<double>(lists.index.size());
}

/// The lower quartile of the squared distance, per number, of rows with the same value: that of
/// rows of one cluster, even if a second cluster has the value too.
double within_square(PointsView numbers, PointsView indicators, const Group& group,
                     std::span<const std::int64_t> rows) {
  std::vector<double> squares;
  for (std::size_t a = 0; a < rows.size(); ++a) {
    const auto own = indicators.row(rows[a]).subspan(group.first, group.columns());
    for (std::size_t b = 0; b < a; ++b) {
      if (!std::ranges::equal(own, indicators.row(rows[b]).subspan(group.first, group.columns())))
        continue;
      double square = 0;
      for (std::int64_t c = 0; c < numbers.d; ++c) {
        const double difference = numbers(rows[a], c) - numbers(rows[b], c);
        square += difference * difference;
      }
      squares.push_back(square / static_cast<double>(numbers.d));
    }
  }
  if (squares.empty()) return 0;
  const auto quarter = squares.begin() + std::ssize(squares) / 4;
  std::ranges::nth_element(squares, quarter);
  return *quarter;
}

/// The mean squared difference of a column, of all pairs of rows.
double differing_squares(PointsView numbers, std::int64_t column) {
  double sum = 0, squares = 0;
  for (std::int64_t i = 0; i < numbers.n; ++i) {
    sum += numbers(i, column);
    squares += numbers(i, column) * numbers(i, column);
  }
  const auto n = static_cast<double>(numbers.n);
  return 2 * (squares / n - (sum / n) * (sum / n));
}

/// The same among neighbours.
double neighbouring_squares(PointsView numbers, std::int64_t column,
                            std::span<const std::int64_t> asked, const NeighborLists& lists) {
  double sum = 0;
  for (std::int64_t a = 0; a < std::ssize(asked); ++a) {
    for (const std::int32_t j : lists.indices(a)) {
      const double difference = numbers(asked[a], column) - numbers(j, column);
      sum += difference * difference;
    }
  }
  return sum / static_cast<double>(lists.index.size());
}

Points without_column(PointsView points, std::int64_t column) {
  Points out{{}, points.n, points.d - 1};
  for (std::int64_t i = 0; i < points.n; ++i) {
    for (std::int64_t c = 0; c < points.d; ++c)
      if (c != column) out.values.push_back(points(i, c));
  }
  return out;
}

/// The mean squared distance to a row's neighbours, of the middle row: a few far ones do not count.
double typical_square(const NeighborLists& lists) {
  std::vector<double> squares;
  for (std::int64_t a = 0; a + 1 < std::ssize(lists.offset); ++a) {
    double sum = 0;
    for (const double distance : lists.distances(a)) sum += distance * distance;
    squares.push_back(sum / static_cast<double>(lists.distances(a).size()));
  }
  const auto middle = squares.begin() + std::ssize(squares) / 2;
  std::ranges::nth_element(squares, middle);
  return *middle;
}

}  // namespace

std::vector<double> category_weights(PointsView numbers, PointsView indicators) {
  std::vector<Group> groups;
  for (std::int64_t c = 0; c < indicators.d; c = groups.back().end)
    groups.push_back(group_at(indicators, c));
  std::vector<double> weights;
  const bool compares = numbers.d > 0 && numbers.n > 2;
  Team team(1);
  std::vector<std::int64_t> asked, compared;
  double square = 0;  // r²
  if (compares) {
    compared = asked_rows(numbers, indicators, kMostCompared);
    asked = asked_rows(numbers, indicators);
    square = typical_square(neighbours_of(numbers, asked, team)) / static_cast<double>(numbers.d);
  }
  for (const Group& group : groups) {
    double weight = 1;
    const double all = differing_pairs(indicators, group);
    if (compares && all > 0) {
      const Points others = columns_without(numbers, indicators, groups, group);
      const double near =
          differing_neighbours(indicators, group, asked, neighbours_of(others, asked, team));
      // The evidence that two rows with distinct values lie in different clusters.
      const double least = 0.5 / static_cast<double>(asked.size() * kNeighbours);
      const double share = std::clamp(near, least, 1 - least);
      const double odds = all < 1 ? std::log(all * (1 - share) / (share * (1 - all))) : 0;
      const double within = within_square(numbers, indicators, group, compared);
      weight = std::sqrt(std::min(1.0, std::max(within * odds, square / (2 * all))));
    }
    const double factor = group.columns() == 1 ? std::numbers::sqrt2 : 1;
    weights.insert(weights.end(), static_cast<std::size_t>(group.columns()), factor * weight);
  }
  return weights;
}

std::vector<double> time_weights(PointsView numbers, std::span<const std::int64_t> times) {
  constexpr double kLeast = 0.2;
  std::vector<double> weights(times.size(), 1.0);
  if (times.empty() || numbers.d < 2 || numbers.n <= 2) return weights;
  Team team(1);
  const std::vector<std::int64_t> asked = asked_rows(numbers, {nullptr, numbers.n, 0});
  for (std::size_t t = 0; t < times.size(); ++t) {
    const double all = differing_squares(numbers, times[t]);
    if (!(all > 0)) continue;
    const Points others = without_column(numbers, times[t]);
    const NeighborLists lists = neighbours_of(others, asked, team);
    const double near = neighbouring_squares(numbers, times[t], asked, lists);
    const double borne_out = std::max(0.0, 1 - near / all);
    const double certain = borne_out * borne_out;
    const double square = typical_square(lists) / static_cast<double>(others.d);
    weights[t] = std::clamp(std::sqrt(certain + (1 - certain) * square / all), kLeast, 1.0);
  }
  return weights;
}

}  // namespace gnac::detail
