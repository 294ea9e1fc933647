#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "readout/block.h"
#include "readout/laplacian.h"
#include "support/team.h"

namespace gnac::detail {

/// Gaussian elimination of the combinatorial Laplacian D - A = √D·L·√D, one node at a time, so that
/// D - A = G·diag(pivot)·Gᵀ, or nearly so, with G unit lower triangular in the order of
/// elimination.
///
/// The matrix is singular. The last node eliminated has pivot 0 and is held at 0 when solving,
/// which is exact for right-hand sides that sum to 0: those of residuals, which are orthogonal to
/// √d.
struct Elimination {
  std::vector<std::int32_t> order;   ///< the row of L eliminated at each step
  std::vector<std::int64_t> column;  ///< steps + 1: entries of each step's column of G
  std::vector<std::int32_t> step;    ///< the later step of each entry
  std::vector<double> multiplier;    ///< -G, so that all are >= 0
  std::vector<double> pivot;         ///< per step
};

/// Exact elimination, in a fill-reducing order that is fixed once and works for any shift.
class ExactElimination {
 public:
  /// Orders and analyses; nothing if the work exceeds `most_operations` multiplications or, judging
  /// by the structure, would.
  static std::optional<ExactElimination> plan(const Laplacian& laplacian, double most_operations,
                                              Team& team);

  /// The factor of D - A.
  Elimination factor(Team& team) const;

  /// How many eigenvalues of L lie below `shift` > 0, which is not one of them: the negative pivots
  /// of D - A - shift·D (Sylvester's law of inertia).
  std::int64_t eigenvalues_below(double shift, Team& team) const;

 private:
  Elimination eliminate(double shift, Team& team) const;

  std::vector<std::int32_t> order_;
  std::vector<double> degree_;         // d in order of elimination
  std::vector<std::int64_t> earlier_;  // steps + 1
  std::vector<std::int32_t> step_;     // neighbours eliminated before, by step
  std::vector<double> weight_;         // their a_ij
  std::vector<std::int32_t> parent_;   // elimination tree
  std::vector<std::int64_t> column_;   // steps + 1: room for each column of G
};

/// Approximate elimination with no more fill than edges, for any graph: the clique that eliminating
/// a node of degree d would create is replaced by d-1 of its edges, drawn so that the result is
/// right on average (Kyng and Sachdeva, "Approximate Gaussian elimination for Laplacians", FOCS
/// 2016; nodes of small degree first, following Gao, Kyng and Spielman). Nearly linear time.
/// Weights that differ by many orders of magnitude do no harm.
Elimination sampled_elimination(const Laplacian& laplacian, std::uint64_t seed, Team& team);

/// x ← an approximate solution of L·x = r, per column of r orthogonal to √d; up to a multiple of
/// √d.
Block solve(const Elimination& elimination, const Laplacian& laplacian, const Block& r, Team& team);

}  // namespace gnac::detail
