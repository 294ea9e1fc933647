#include "graph/scale_free/cell_scales.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graph/scale_free/kernels.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kCellBlock = 256;
constexpr double kLeastShare = 1e-6;

// The unit for these reaches; zeros (cells without any) are left out. Reorders its argument.
Unit unit_of(std::vector<double>& reach) {
  const auto end = std::remove(reach.begin(), reach.end(), 0.0);
  const std::span<double> positive(reach.data(), static_cast<std::size_t>(end - reach.begin()));
  if (positive.empty()) return {};
  const auto middle = positive.begin() + std::ssize(positive) / 2;
  std::nth_element(positive.begin(), middle, positive.end());
  double median = *middle;
  if (positive.size() % 2 == 0) {
    median = 0.5 * median + 0.5 * *std::max_element(positive.begin(), middle);
  }
  return unit_of_median(median);
}

std::int64_t place(double share, std::int64_t size) {
  return std::max<std::int64_t>(1, std::llround(share * static_cast<double>(size))) - 1;
}

bool any_empty(const NeighborLists& lists) {
  for (std::int64_t i = 0; i < lists.nodes(); ++i) {
    if (lists.size(i) == 0) return true;
  }
  return false;
}

// The lists; an empty one is replaced by the cell's edges in the order of (distance, neighbour).
NeighborLists fill_empty(const Graph& graph) {
  const NeighborLists& lists = graph.lists;
  NeighborLists out;
  out.offset.assign(1, 0);
  std::vector<std::pair<double, std::int32_t>> edges;
  for (std::int64_t i = 0; i < graph.nodes; ++i) {
    edges.clear();
    for (std::int64_t p = 0; p < lists.size(i); ++p) {
      edges.emplace_back(lists.distances(i)[p], lists.indices(i)[p]);
    }
    if (edges.empty()) {
      for (std::int64_t at = graph.offset[i]; at < graph.offset[i + 1]; ++at) {
        edges.emplace_back(graph.distance[graph.edge_of[at]], graph.neighbor[at]);
      }
      std::sort(edges.begin(), edges.end());
    }
    for (const auto& [distance, index] : edges) {
      out.index.push_back(index);
      out.distance.push_back(distance);
    }
    out.offset.push_back(std::ssize(out.index));
  }
  return out;
}

void add_radii(const NeighborLists& lists, Team& team, CellScales& scales) {
  scales.radius.resize(static_cast<std::size_t>(lists.nodes()));
  team.for_blocks(lists.nodes(), kCellBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      scales.radius[i] = log_radii(lists.distances(i), scales.unit);
    }
  });
}

// The squared distances of every list, as they are.
std::vector<double> squared_lengths(const NeighborLists& lists, PointsView points, Team& team) {
  const FeatureKernels kernels = feature_kernels();
  std::vector<double> squared(lists.index.size());
  team.for_blocks(lists.nodes(), kCellBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      kernels.squared_distances(points.row(i).data(), lists.indices(i).data(), lists.size(i),
                                points.data, points.d, 1, squared.data() + lists.offset[i]);
    }
  });
  return squared;
}

std::vector<double> reaches_of(const NeighborLists& lists, const std::vector<double>& squared) {
  std::vector<double> reach(static_cast<std::size_t>(lists.nodes()));
  for (std::int64_t i = 0; i < lists.nodes(); ++i) {
    for (std::int64_t e = lists.offset[i]; e < lists.offset[i + 1]; ++e)
      reach[i] = std::max(reach[i], std::sqrt(squared[e]));
  }
  return reach;
}

// From scales.squared, as squared_lengths() gives them, and scales.space.
void add_extents(const NeighborLists& lists, Team& team, CellScales& scales) {
  const auto entries = [&](std::int64_t i) {
    return std::span(scales.squared.data() + lists.offset[i],
                     static_cast<std::size_t>(lists.size(i)));
  };
  scales.middle.assign(static_cast<std::size_t>(lists.nodes()), 0);
  scales.reach.assign(static_cast<std::size_t>(lists.nodes()), scales.space.least);
  const double factor = scales.space.factor;
  team.for_blocks(lists.nodes(), kCellBlock, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      if (lists.size(i) == 0) continue;
      for (double& s : entries(i)) s = s * factor * factor;
      const Extent extent = extent_of(entries(i), scales.space);
      scales.middle[i] = extent.middle;
      scales.reach[i] = extent.reach;
    }
  });
}

}  // namespace

std::array<double, 3> log_radii(std::span<const double> distances, const Unit& unit) {
  std::array<double, 3> out{};
  if (distances.empty()) return out;
  for (std::size_t s = 0; s < out.size(); ++s) {
    const double distance = distances[place(kRadiusShares[s], std::ssize(distances))];
    out[s] = std::log(std::max(distance * unit.factor, unit.least));
  }
  return out;
}

Extent extent_of(std::span<const double> squared, const Unit& space) {
  const std::int64_t middle = place(kRadiusShares[1], std::ssize(squared));
  double at_middle = squared[middle];
  double at_end = squared.back();
  if (!std::is_sorted(squared.begin(), squared.end())) {
    std::vector<double> sorted(squared.begin(), squared.end());
    std::sort(sorted.begin(), sorted.end());
    at_middle = sorted[middle];
    at_end = sorted.back();
  }
  return {std::log(std::max(std::sqrt(at_middle), space.least)),
          std::max(std::sqrt(at_end), space.least)};
}

CellScales cell_scales(const Graph& graph, PointsView points, FeatureSet set, Team& team) {
  CellScales scales;
  if (any_empty(graph.lists)) scales.filled = fill_empty(graph);
  const NeighborLists& lists = scales.lists(graph);
  std::vector<double> reach = list_reaches(lists);
  scales.unit = unit_of(reach);
  add_radii(lists, team, scales);
  if (set != FeatureSet::coordinates) return scales;
  scales.squared = squared_lengths(lists, points, team);
  reach = reaches_of(lists, scales.squared);
  scales.space = unit_of(reach);
  add_extents(lists, team, scales);
  return scales;
}

std::vector<double> list_reaches(const NeighborLists& lists) {
  std::vector<double> reach(static_cast<std::size_t>(lists.nodes()));
  for (std::int64_t i = 0; i < lists.nodes(); ++i) {
    reach[i] = lists.size(i) == 0 ? 0 : lists.distances(i).back();
  }
  return reach;
}

std::vector<double> space_reaches(const NeighborLists& lists, PointsView points, Team& team) {
  return reaches_of(lists, squared_lengths(lists, points, team));
}

Unit unit_of_median(double median) {
  const double factor = std::ldexp(1.0, std::clamp(-std::ilogb(median), -1000, 1000));
  return {factor, kLeastShare * (median * factor)};
}

CellScales cell_scales_in(const NeighborLists& lists, PointsView points, FeatureSet set,
                          const Unit& unit, const Unit& space, Team& team) {
  CellScales scales;
  scales.unit = unit;
  scales.space = space;
  add_radii(lists, team, scales);
  if (set != FeatureSet::coordinates) return scales;
  scales.squared = squared_lengths(lists, points, team);
  add_extents(lists, team, scales);
  return scales;
}

}  // namespace gnac::detail
