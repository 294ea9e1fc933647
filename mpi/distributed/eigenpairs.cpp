#include "distributed/eigenpairs.h"

#include <fmt/format.h>
#include <slepceps.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "distributed/blas_threads.h"
#include "gnac/error.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

// The largest ‖Lu - λu‖ of pairs that are accepted. The solvers are asked for a tenth of it,
// because they estimate residuals, and how far they are off depends on the rounding of the BLAS in
// use.
constexpr double kPromised = 1e-8;
constexpr double kTolerance = kPromised / 10;

// The preconditioner is one of L + kShift·I, which is not singular.
constexpr double kShift = 1e-5;

// Vectors that LOBPCG improves together.
constexpr PetscInt kBlock = 16;

void check(PetscErrorCode code) {
  if (code != 0)
    throw Error(fmt::format("the eigensolver failed (PETSc error {}); see its messages", code));
}

// A PETSc object, destroyed by its own function.
template <class T, PetscErrorCode (*destroy)(T*)>
struct Owned {
  T it = nullptr;
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { destroy(&it); }
  operator T() const { return it; }
};
using OwnedMat = Owned<Mat, MatDestroy>;
using OwnedVec = Owned<Vec, VecDestroy>;
using OwnedEps = Owned<EPS, EPSDestroy>;
using OwnedSpace = Owned<MatNullSpace, MatNullSpaceDestroy>;

// The operator, and how often it was used.
struct Product {
  Operator& op;
  SolverFacts& facts;
};

PetscErrorCode multiply_vector(Mat matrix, Vec x, Vec y) {
  void* context = nullptr;
  const PetscScalar* in = nullptr;
  PetscScalar* out = nullptr;
  if (const auto code = MatShellGetContext(matrix, &context)) return code;
  if (const auto code = VecGetArrayRead(x, &in)) return code;
  if (const auto code = VecGetArrayWrite(y, &out)) return code;
  const auto* product = static_cast<Product*>(context);
  multiply(product->op, in, out);
  ++product->facts.products;
  if (const auto code = VecRestoreArrayRead(x, &in)) return code;
  return VecRestoreArrayWrite(y, &out);
}

template <class Fn>
void fill(Vec vector, const Operator& op, const Fn& fn) {
  PetscScalar* values = nullptr;
  check(VecGetArrayWrite(vector, &values));
  for (std::size_t i = 0; i < op.row.size(); ++i) values[i] = fn(i);
  check(VecRestoreArrayWrite(vector, &values));
}

// The same at any number of ranks: drawn by the points' ids.
void fill_randomly(Vec vector, const Operator& op, std::uint64_t seed, std::uint32_t number) {
  fill(vector, op, [&](std::size_t i) {
    const auto bits =
        philox(seed, Stream::eigen, number, static_cast<std::uint64_t>(op.local.id[op.row[i]]));
    return unit_from_bits(bits[0], bits[1]) - 0.5;
  });
}

// What both solvers work on.
class Problem {
 public:
  Problem(Operator& op, std::int64_t count, std::uint64_t seed, SolverFacts& facts)
      : op_(op), product_{op, facts}, facts_(facts), seed_(seed), wanted_(count - 1) {
    rows_ = static_cast<PetscInt>(op.row.size());
    all_ = static_cast<PetscInt>(sum(op.comm, static_cast<std::int64_t>(rows_)));
    double own = 0;
    for (const double root : op.root) own += root * root;
    length_ = std::sqrt(sum(op.comm, own));
    pairs_.values.assign(1, 0.0);
    pairs_.vectors.resize(static_cast<std::size_t>(rows_ * count));
    for (PetscInt i = 0; i < rows_; ++i) pairs_.vectors[i * count] = op.root[i] / length_;
    if (count == 1) return;
    check(MatCreateShell(op.comm.handle, rows_, rows_, all_, all_, &product_, &shell_.it));
    // PETSc takes functions of any type through this cast.
    check(MatShellSetOperation(shell_, MATOP_MULT, reinterpret_cast<void (*)()>(multiply_vector)));
    check(MatCreateVecs(shell_, &known_.it, nullptr));
    fill(known_, op, [&](std::size_t i) { return op.root[i] / length_; });
  }

  bool solved() const { return std::ssize(pairs_.values) == wanted_ + 1; }
  Pairs pairs() && { return std::move(pairs_); }

  void krylov_schur(int restarts) {
    OwnedVec start;
    check(VecDuplicate(known_, &start.it));
    fill_randomly(start, op_, seed_, 0);
    OwnedEps eps;
    begin(eps, shell_, EPSKRYLOVSCHUR, EPS_LARGEST_REAL, restarts);
    const PetscInt basis = std::max(2 * wanted_, wanted_ + 24);
    check(EPSSetDimensions(eps, wanted_, std::min(all_ - 1, basis), PETSC_DEFAULT));
    check(EPSSetInitialSpace(eps, 1, &start.it));
    check(EPSSolve(eps));
    take(eps, [](double theta) { return 1 - theta; });
  }

  void lobpcg(int steps) {
    OwnedMat matrix;
    assemble(matrix);
    OwnedSpace near_null;  // what the coarse levels have to represent
    check(MatNullSpaceCreate(op_.comm.handle, PETSC_FALSE, 1, &known_.it, &near_null.it));
    check(MatSetNearNullSpace(matrix, near_null));
    OwnedEps eps;
    begin(eps, matrix, EPSLOBPCG, EPS_SMALLEST_REAL, steps);
    check(EPSSetDimensions(eps, wanted_, PETSC_DEFAULT, PETSC_DEFAULT));
    const PetscInt block = std::min(wanted_, kBlock);
    check(EPSLOBPCGSetBlockSize(eps, block));
    std::vector<OwnedVec> start(static_cast<std::size_t>(block));
    std::vector<Vec> starts;
    for (std::uint32_t c = 0; c < start.size(); ++c) {
      check(VecDuplicate(known_, &start[c].it));
      fill_randomly(start[c], op_, seed_, c + 1);
      starts.push_back(start[c]);
    }
    check(EPSSetInitialSpace(eps, block, starts.data()));
    ST transform = nullptr;
    KSP inner = nullptr;
    PC multigrid = nullptr;
    check(EPSGetST(eps, &transform));
    check(STSetType(transform, STPRECOND));
    check(STGetKSP(transform, &inner));
    check(KSPSetType(inner, KSPPREONLY));
    check(KSPGetPC(inner, &multigrid));
    check(PCSetType(multigrid, PCGAMG));
    check(EPSSolve(eps));
    PetscInt done = 0;
    check(EPSGetIterationNumber(eps, &done));
    facts_.preconditioned += done;
    facts_.products += done * block;
    take(eps, [](double value) { return value - kShift; });
  }

 private:
  void begin(OwnedEps& eps, Mat matrix, EPSType type, EPSWhich which, int most) {
    check(EPSCreate(op_.comm.handle, &eps.it));
    check(EPSSetOperators(eps, matrix, nullptr));
    check(EPSSetProblemType(eps, EPS_HEP));
    check(EPSSetType(eps, type));
    check(EPSSetWhichEigenpairs(eps, which));
    check(EPSSetConvergenceTest(eps, EPS_CONV_ABS));
    check(EPSSetTolerances(eps, kTolerance, most));
    check(EPSSetDeflationSpace(eps, 1, &known_.it));
  }

  // L + kShift·I.
  void assemble(OwnedMat& matrix) {
    std::vector<std::int64_t> number(static_cast<std::size_t>(op_.local.graph.nodes));
    const std::int64_t before = sum_before(op_.comm, static_cast<std::int64_t>(rows_));
    for (PetscInt i = 0; i < rows_; ++i) number[op_.row[i]] = before + i;
    HaloExchange<std::int64_t>(op_.local.halo, 1).run(op_.comm, number.data());
    std::vector<PetscInt> first{0};
    std::vector<PetscInt> column;
    std::vector<PetscScalar> value;
    std::vector<std::pair<PetscInt, PetscScalar>> row;
    for (PetscInt i = 0; i < rows_; ++i) {
      row.assign(1, {static_cast<PetscInt>(before) + i, 1 + kShift});
      for (std::int64_t e = op_.first[i]; e < op_.first[i + 1]; ++e)
        row.emplace_back(static_cast<PetscInt>(number[op_.column[e]]), -op_.value[e]);
      std::sort(row.begin(), row.end());
      for (const auto& [at, entry] : row) {
        column.push_back(at);
        value.push_back(entry);
      }
      first.push_back(std::ssize(column));
    }
    check(MatCreate(op_.comm.handle, &matrix.it));
    check(MatSetSizes(matrix, rows_, rows_, all_, all_));
    check(MatSetType(matrix, MATAIJ));
    // The one of the two that fits the number of ranks has an effect.
    check(MatSeqAIJSetPreallocationCSR(matrix, first.data(), column.data(), value.data()));
    check(MatMPIAIJSetPreallocationCSR(matrix, first.data(), column.data(), value.data()));
  }

  // The pairs, if all have been found and keep the promise; `eigenvalue` turns a solver's into one
  // of L.
  template <class Fn>
  void take(EPS eps, const Fn& eigenvalue) {
    PetscInt converged = 0;
    check(EPSGetConverged(eps, &converged));
    if (converged < wanted_) return;
    PetscReal largest = 0;
    for (PetscInt p = 0; p < wanted_; ++p) {
      PetscReal error = 0;
      check(EPSComputeError(eps, p, EPS_ERROR_ABSOLUTE, &error));
      largest = std::max(largest, error);
    }
    if (!(largest <= kPromised)) return;
    facts_.residual = std::max(facts_.residual, largest);
    OwnedVec vector;
    check(VecDuplicate(known_, &vector.it));
    for (PetscInt p = 0; p < wanted_; ++p) {
      PetscScalar found = 0;
      check(EPSGetEigenpair(eps, p, &found, nullptr, vector, nullptr));
      pairs_.values.push_back(std::max(0.0, eigenvalue(found)));
      const PetscScalar* values = nullptr;
      check(VecGetArrayRead(vector, &values));
      for (PetscInt i = 0; i < rows_; ++i) pairs_.vectors[i * (wanted_ + 1) + p + 1] = values[i];
      check(VecRestoreArrayRead(vector, &values));
    }
  }

  Operator& op_;
  Product product_;
  SolverFacts& facts_;
  std::uint64_t seed_;
  PetscInt wanted_;  // besides the known pair
  PetscInt rows_ = 0;
  PetscInt all_ = 0;
  double length_ = 0;  // of √d
  Pairs pairs_;
  OwnedMat shell_;
  OwnedVec known_;  // √d, of length 1
};

}  // namespace

Pairs eigenpairs(Operator& op, std::int64_t count, std::uint64_t seed, SolverFacts& facts,
                 const SolverLimits& limits) {
  Problem problem(op, count, seed, facts);
  if (!problem.solved() && limits.restarts > 0) problem.krylov_schur(limits.restarts);
  if (!problem.solved() && limits.steps > 0) problem.lobpcg(limits.steps);
  if (!problem.solved() && limits.last_restarts > 0) problem.krylov_schur(limits.last_restarts);
  if (!problem.solved())
    throw Error(
        fmt::format("the eigensolver did not find {} eigenpairs in {} products; ask for fewer "
                    "clusters, or use gnac on one machine",
                    count, facts.products));
  return std::move(problem).pairs();
}

SolverLibrary::SolverLibrary() {
  use_one_blas_thread();
  check(PetscOptionsSetValue(nullptr, "-no_signal_handler", "true"));
  check(SlepcInitializeNoArguments());
  check(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
}

SolverLibrary::~SolverLibrary() {
  SlepcFinalize();
}

}  // namespace gnac::detail
