#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "readout/block.h"
#include "readout/laplacian.h"
#include "support/team.h"

namespace gnac::detail {

/// A Laplacian as the method sees it. Its rows may be spread over several processes: each then has
/// its own rows of every block, and all of them call the method alike.
struct LaplacianOperator {
  std::span<const double> root;                            ///< √d of each row
  std::function<void(const Block& x, Block& y)> multiply;  ///< y = L·x
  /// Adds the other processes' matrices, in the same order everywhere; empty: there are none.
  std::function<void(Eigen::MatrixXd&)> sum = {};
  /// A row's number among all, which its random start depends on; empty: its own.
  std::function<std::uint64_t(std::int64_t row)> number = {};

  std::int64_t rows() const { return std::ssize(root); }
};

/// A whole Laplacian in one process; both arguments must outlive it.
inline LaplacianOperator as_operator(const Laplacian& laplacian, Team& team) {
  return {.root = laplacian.root,
          .multiply = [&](const Block& x, Block& y) { detail::multiply(laplacian, x, y, team); }};
}

/// √d as a unit vector, with room for more columns.
Block known_direction(const LaplacianOperator& laplacian, int capacity);

/// Random columns to start from, Stream::eigen.
Block random_block(const LaplacianOperator& laplacian, int cols, std::uint64_t seed, Team& team);

/// The pairs that a basis is to be enlarged for.
struct RitzBlock {
  Block vectors;               ///< n×b Ritz vectors, unit length; empty for an inverse
  Block residuals;             ///< n×b: L x - θ x
  std::vector<double> values;  ///< θ
  double cutoff = 0;           ///< the largest Ritz value that is kept; those above are unwanted
};

/// How new directions are found.
struct Expansion {
  /// n×b new directions for n×b pairs, whose vectors it may take over.
  std::function<Block(RitzBlock&)> directions;
  /// directions ≈ L⁺·residuals, an estimate of the vectors' errors; otherwise directions are made
  /// from the vectors.
  bool inverse = true;
};

struct DavidsonOptions {
  int wanted = 0;           ///< eigenpairs, without the known one of eigenvalue 0
  int guard = 4;            ///< pairs carried along beyond those wanted
  int block = 16;           ///< at most this many pairs are improved at a time
  int room = 0;             ///< columns of the basis between restarts
  double residual = 1e-8;   ///< goal for ‖L u - λ u‖
  double error = 1e-4;      ///< goal for ‖L⁺(L u - λ u)‖, if the expansion is an inverse
  double least_cutoff = 0;  ///< give up when the kept Ritz values are all below this
  int max_iterations = 100;
  bool keeps_products = true;  ///< L·basis besides the basis: as much memory again, one product a
                               ///< pair and round less
  std::uint64_t seed = 7;      ///< of the start vectors, Stream::eigen
  const GuessedClusters* guess = nullptr;  ///< whose vectors replace the first random ones
};

struct DavidsonResult {
  Eigen::VectorXd values;  ///< wanted, ascending
  Block vectors;           ///< n×wanted, orthonormal; with guards if it did not converge
  bool converged = false;
  int iterations = 0;
  std::int64_t products = 0;  ///< columns multiplied by L, outside the expansion
};

/// The smallest eigenpairs of L without the first (0, √d), by a block Davidson method:
/// Rayleigh–Ritz on a growing orthonormal basis, thick restart, soft locking. The basis starts from
/// wanted + guard random vectors (or from `start`) and never has fewer, so that a multiple
/// eigenvalue is found with its multiplicity.
///
/// With an exact inverse this is shift-invert Lanczos, with an approximate one a preconditioned
/// eigensolver, with a polynomial filter the Chebyshev–Davidson method.
DavidsonResult davidson(const LaplacianOperator& laplacian, const Expansion& expansion,
                        const DavidsonOptions& options, Block start, Team& team);

}  // namespace gnac::detail
