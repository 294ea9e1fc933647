#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "gnac/points.h"
#include "graph/scale_free/cell_scales.h"
#include "graph/scale_free/kernels.h"
#include "graph/scale_free/leading_shares.h"

namespace gnac::detail {

/// The features that look at each neighbour's position use at most this many, the nearest.
inline constexpr std::size_t kMostPlaced = 64;

/// The rank of a cell that is not in the other's list.
inline constexpr double kAbsentRank = 2;

/// A cell with what its features need: one of the fitted graph, or a new one tied to it. Lists name
/// fitted cells. Fields that need coordinates are empty for FeatureSet::graph.
struct CellFacts {
  std::int32_t node = -1;              ///< -1: a new cell, in nobody's list
  const double* x = nullptr;           ///< its coordinates
  std::span<const std::int32_t> list;  ///< its neighbours, the nearest first
  std::span<const double> squared;     ///< their squared Euclidean distances × factor²
  std::array<double, 3> radius{};      ///< log radii
  Extent extent;
  std::int64_t degree = 0;  ///< undirected
};

/// A cell of the fitted graph.
CellFacts fitted_cell(const Graph& graph, PointsView points, const CellScales& scales,
                      std::int64_t node);

/// The inputs of an edge's features besides its ends.
struct EdgeFacts {
  double distance = 0;
  double rank_a = kAbsentRank;  ///< of b in a's list as a share of its length, from 1/length to 1
  double rank_b = kAbsentRank;  ///< of a in b's list
  float jaccard = 0;
  float mutual = 0;
};

/// Computes features row by row. The fitted cells' coordinates and scales are borrowed. It has work
/// space: use one object per thread.
class FeatureRows {
 public:
  FeatureRows(FeatureSet set, PointsView fitted, const CellScales& scales)
      : set_(set), fitted_(fitted), scales_(scales), kernels_(feature_kernels()) {}

  /// A new cell with its list of fitted cells, ascending. `squared` is work space that the result
  /// refers to.
  CellFacts new_cell(const double* x, std::span<const std::int32_t> list,
                     std::span<const double> distances, std::int64_t degree,
                     std::vector<double>& squared) const;

  void cell(const CellFacts& cell, float* out);
  void edge(const CellFacts& a, const CellFacts& b, const EdgeFacts& facts, float* out);

 private:
  double off_centre(const CellFacts& cell);
  std::array<double, 2> flatness(const CellFacts& cell);

  FeatureSet set_;
  PointsView fitted_;
  const CellScales& scales_;
  FeatureKernels kernels_;
  std::vector<double> offsets_;  // kMostPlaced×d: neighbours seen from the cell
  std::vector<double> matrix_;
  EigenSpace eigen_;
};

/// The features of a graph whose scales are known, for the `wanted` cells only (empty: all); the
/// others get zeros. The graph may be a part of a larger one, and its lists may name rows of the
/// points beyond its nodes.
ScaleFree scale_free_of(const Graph& graph, PointsView points, FeatureSet set,
                        const CellScales& scales, std::span<const char> wanted, Team& team);

}  // namespace gnac::detail
