#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "readout/davidson.h"
#include "readout/laplacian.h"
#include "support/team.h"

namespace gnac::detail {

/// Ways to find the smallest eigenpairs of a Laplacian. `automatic` tries, in this order,
///   dense      if the matrix is small or most of its eigenpairs are wanted: all of them;
///   factor     if exact elimination is cheap (points in the plane, thin shapes, few nodes):
///              shift-invert with an exact factor, and a count of the eigenvalues below the largest
///              one found (Sylvester's law) that proves that none was missed;
///   chebyshev  polynomial filtering, for graphs with a gap (points in many dimensions); gives up
///              early, and passes on its vectors, if many eigenvalues lie close to 0;
///   sampled    preconditioning by sampled elimination, for every other graph: large, nearly
///              disconnected, affinities over many orders of magnitude.
enum class EigenSolver { automatic, dense, factor, chebyshev, sampled };

/// How accurately eigenpairs are found.
struct EigenGoal {
  /// Every returned pair has a residual ‖L u - λ u‖ below this. The solvers aim for a hundredth of
  /// it.
  double residual = 1e-6;
  double error = 1e-4;  ///< of the eigenvectors, as estimated by an elimination
};

struct EigenOptions {
  EigenSolver solver = EigenSolver::automatic;
  std::uint64_t seed = 7;  ///< of start vectors and sampling, Stream::eigen
  EigenGoal goal;
  const GuessedClusters* guess = nullptr;  ///< to begin with
  bool narrow = false;  ///< a narrow basis without its products, as large graphs have it anyway
};

struct EigenResult {
  std::vector<double> values;   ///< ascending; the first is 0
  std::vector<double> vectors;  ///< rows×count, column by column, orthonormal; in each column the
                                ///< entry of largest magnitude (the first of equals) is positive
  double residual = 0;          ///< the largest ‖L u - λ u‖, computed afresh from the result
  std::string solver;           ///< the one that succeeded
  int iterations = 0;           ///< of the block method; 0 for dense
  std::int64_t products = 0;    ///< columns multiplied by L
};

/// The `count` smallest eigenpairs, 1 <= count <= rows. The same bytes at any number of threads.
/// Throws Error if no solver reaches the goal.
EigenResult smallest_eigenpairs(const Laplacian& laplacian, int count, const EigenOptions& options,
                                Team& team);

/// How the block method goes about `wanted` pairs, besides the known one, of a matrix with this
/// many rows.
DavidsonOptions davidson_options(std::int64_t rows, int wanted, const EigenOptions& options);

/// Bytes that it takes besides the Laplacian, for a component of this many nodes and edges.
double eigen_bytes(std::int64_t rows, std::int64_t edges, int count);

}  // namespace gnac::detail
