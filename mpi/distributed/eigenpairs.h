#pragma once

#include <cstdint>
#include <vector>

#include "distributed/operator.h"

namespace gnac::detail {

/// How the eigenpairs were found.
struct SolverFacts {
  std::int64_t products = 0;        ///< of the matrix and a vector
  std::int64_t preconditioned = 0;  ///< steps of the preconditioned solver; 0 if it was not needed
  double residual = 0;              ///< largest ‖Lu - λu‖
};

/// The lowest eigenpairs of L on this rank's rows.
struct Pairs {
  std::vector<double> values;   ///< ascending
  std::vector<double> vectors;  ///< rows×count
};

/// `automatic` filters by polynomials, which needs nothing but products and ends soon where
/// clusters are apart; if there is hardly a gap, as for points in the plane, it goes on with an
/// approximate inverse (Schwarz).
enum class RankSolver { automatic, chebyshev, schwarz };

/// `count` pairs of a component with more rows than that, by the block method of one machine on
/// rows that are spread over all ranks. Every pair's residual is computed afresh and at most 1e-8;
/// throws Error if that is not reached.
Pairs eigenpairs(const Operator& op, std::int64_t count, std::uint64_t seed, SolverFacts& facts,
                 RankSolver solver = RankSolver::automatic);

}  // namespace gnac::detail
