#pragma once

#include <cstdint>
#include <vector>

#include "distributed/operator.h"
#include "readout/elimination.h"

namespace gnac::detail {

/// An approximate inverse of a component's Laplacian, for graphs with eigenvalues near 0 such as
/// those of points in the plane. Two levels, one after the other:
///
/// - within a rank: sampled elimination of its own rows, the other ranks' held at 0 (they are one
///   more node of the rank's graph, the ground);
/// - across ranks: patches of adjacent rows, on each of which the correction is a multiple of √d.
///   Their few equations are solved exactly, on every rank alike.
class Schwarz {
 public:
  Schwarz(const Operator& op, std::uint64_t seed);

  /// About L⁺·r, for columns orthogonal to √d.
  Block solve(const Block& r) const;

 private:
  Block solve_patches(const Block& r) const;
  Block solve_within(const Block& r) const;

  const Operator& op_;
  Laplacian own_;  // rows, then the ground; unnormalised: its roots are 1
  Elimination factor_;
  std::int64_t patches_ = 0;         // of all ranks
  std::vector<std::int32_t> patch_;  // of each row
  std::vector<double> length_;       // of √d on each patch
  Eigen::LDLT<Eigen::MatrixXd> coarse_;
};

}  // namespace gnac::detail
