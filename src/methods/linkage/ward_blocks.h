#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gnac/points.h"

namespace gnac::detail {

/// The current clusters of a growing Ward hierarchy, for nearest-neighbour searches. A cluster is
/// named by the point whose number it inherited. Slots hold centroids, column by column within a
/// block of kWidth slots; blocks hold near centroids and know the box around them.
class WardBlocks {
 public:
  WardBlocks(PointsView points, std::span<const double> weight);

  bool alive(std::int32_t cluster) const { return slot_[cluster] >= 0; }
  double height(std::int32_t cluster) const { return height_[cluster]; }

  /// The cluster whose merge with `cluster` adds least to the sum of squares, and how much. Among
  /// equals: `preferred` (-1: none), then the lowest number. There must be at least two clusters.
  std::pair<std::int32_t, double> nearest(std::int32_t cluster, std::int32_t preferred) const;

  /// `kept` becomes the union at this height; `gone` disappears.
  void merge(std::int32_t gone, std::int32_t kept, double height);

 private:
  static constexpr std::int64_t kWidth = 32;

  struct Query {
    std::int32_t cluster;
    std::int32_t preferred;
    const double* x;  ///< its centroid
    double inverse_size;
  };
  struct Best {
    std::int32_t cluster;
    double growth;
  };
  double* column(std::int64_t block, std::int64_t c) {
    return &centroid_[(block * d_ + c) * kWidth];
  }
  const double* column(std::int64_t block, std::int64_t c) const {
    return &centroid_[(block * d_ + c) * kWidth];
  }
  void place(std::int64_t slot, std::int32_t cluster, const double* centroid);
  void fit_box(std::int64_t block);
  void compact();
  double least_growth(std::int64_t block, const Query& q) const;
  void scan(std::int64_t block, const Query& q, Best& best) const;

  std::int64_t d_;
  std::int64_t alive_ = 0;
  std::int64_t blocks_ = 0;
  std::vector<std::int64_t> slot_;         ///< per cluster number, -1 when gone
  std::vector<double> size_;               ///< per cluster number
  std::vector<double> height_;             ///< per cluster number
  std::vector<std::int32_t> cluster_;      ///< per slot, -1 if empty
  std::vector<double> inverse_size_;       ///< per slot
  std::vector<double> centroid_;           ///< per block d×kWidth; infinite if empty
  std::vector<double> box_;                ///< per block: d minima, then d maxima
  std::vector<double> most_inverse_size_;  ///< per block
};

}  // namespace gnac::detail
