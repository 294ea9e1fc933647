#pragma once

#include <cstdint>
#include <vector>

#include "distributed/operator.h"

namespace gnac::detail {

/// What the eigensolvers did.
struct SolverFacts {
  std::int64_t products = 0;        ///< of the matrix and a vector
  std::int64_t preconditioned = 0;  ///< steps of the preconditioned solver; 0 if it was not needed
  double residual = 0;              ///< largest ‖Lu - λu‖
};

/// The lowest eigenpairs of L = I - S on this rank's rows.
struct Pairs {
  std::vector<double> values;   ///< ascending
  std::vector<double> vectors;  ///< rows×count
};

/// How long each solver may try, in this order; 0: not at all.
struct SolverLimits {
  int restarts = 25;         ///< of Krylov–Schur, about 16 products each, before LOBPCG is tried
  int steps = 300;           ///< of LOBPCG
  int last_restarts = 2000;  ///< of Krylov–Schur if LOBPCG fails
};

/// `count` pairs of a component with more rows than that, by SLEPc. Krylov–Schur needs nothing but
/// products; where clusters are apart it ends within a few hundred. Where there is hardly a gap, as
/// for points in the plane, it would need thousands, which grow with the number of points: LOBPCG
/// takes over, with algebraic multigrid as its preconditioner.
Pairs eigenpairs(Operator& op, std::int64_t count, std::uint64_t seed, SolverFacts& facts,
                 const SolverLimits& limits = {});

/// Initialises SLEPc and PETSc, and finalises them when destroyed; use between MPI_Init and
/// MPI_Finalize.
class SolverLibrary {
 public:
  SolverLibrary();
  ~SolverLibrary();
  SolverLibrary(const SolverLibrary&) = delete;
  SolverLibrary& operator=(const SolverLibrary&) = delete;
};

}  // namespace gnac::detail
