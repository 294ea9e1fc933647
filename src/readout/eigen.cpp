#include "readout/eigen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "gnac/error.h"
#include "readout/chebyshev.h"
#include "readout/davidson.h"
#include "readout/elimination.h"
#include "readout/lanczos.h"

namespace gnac::detail {

// From this many values on, the basis of a large graph is most of the memory of a fit: it is kept
// narrower, and without its products. Residuals then cost a product more, a filter takes twenty.
constexpr std::int64_t kLargeBasis = std::int64_t{1} << 25;  // 256 MiB

DavidsonOptions davidson_options(std::int64_t rows, int wanted, const EigenOptions& from) {
  DavidsonOptions options;
  options.wanted = wanted;
  options.guard = std::max(6, wanted / 4);
  options.block = std::min(wanted, 16);
  options.room = std::max(3 * options.block, (wanted + options.guard) / 2);
  if (from.narrow || rows * (1 + wanted + options.guard + options.room) >= kLargeBasis) {
    options.block = std::min(wanted, 8);
    options.room = 3 * options.block;
    options.keeps_products = false;
  }
  options.seed = from.seed;
  options.residual = from.goal.residual / 100;
  options.error = from.goal.error;
  options.guess = from.guess;
  return options;
}

namespace {

constexpr std::int64_t kDenseRows = 96;        // up to this, dense is the fastest
constexpr std::int64_t kDenseAnyway = 512;     // up to this, dense if the others failed
constexpr std::int64_t kMostDenseRows = 4096;  // 128 MiB and about a minute
constexpr double kMostOperations = 5e8;        // of exact elimination: about half a second
constexpr std::int64_t kMostLevels = 24;       // with more, expect eigenvalues near 0
constexpr std::int64_t kWideLevels = 12;       // eliminating such a shallow graph fills in
constexpr double kLeastCutoff = 3e-3;          // below this, sampled elimination beats a filter

// Eigenpairs besides the eigenvalue 0, from the block method or a dense one.
struct Found {
  Eigen::VectorXd values;
  Block vectors;
  std::string solver;
  bool converged = false;
  int iterations = 0;
  std::int64_t products = 0;
  double residual = -1;  // worst_residual(), once it is known
};

Eigen::VectorXd null_vector(const Laplacian& l) {
  const Eigen::Map<const Eigen::VectorXd> root(l.root.data(), std::ssize(l.root));
  return root / root.norm();
}

Found solve_dense(const Laplacian& l, int wanted) {
  const auto n = l.rows();
  // The known eigenvector is moved from 0 to the far end, 2, so that it cannot mix with those of
  // tiny values.
  const Eigen::VectorXd known = null_vector(l);
  Eigen::MatrixXd matrix = 3.0 * known * known.transpose();
  for (std::int64_t i = 0; i < n; ++i) {
    matrix(i, i) += 1;
    for (auto e = l.offset[i]; e < l.offset[i + 1]; ++e) matrix(i, l.neighbor[e]) -= l.value[e];
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
  Found found;
  found.values = eigen.eigenvalues().head(wanted);
  found.vectors = Block(n, wanted);
  found.vectors.map(0, n) = eigen.eigenvectors().leftCols(wanted);
  found.solver = "dense";
  found.converged = true;
  return found;
}

Found from_davidson(DavidsonResult result, std::string solver) {
  return {std::move(result.values), std::move(result.vectors), std::move(solver),
          result.converged,         result.iterations,         result.products};
}

// A shift just below the largest value found, away from all of them.
double shift_below_last(const Eigen::VectorXd& values) {
  double shift = values[values.size() - 1] * (1 - 1e-3);
  for (Eigen::Index k = values.size(); k-- > 0;) {
    if (std::abs(values[k] - shift) < 1e-4 * shift) shift = values[k] * (1 - 1e-3);
  }
  return shift;
}

double worst_residual(const Laplacian& l, Found& found, int wanted, Team& team) {
  if (found.residual >= 0) return found.residual;
  found.vectors.set_cols(wanted);
  found.residual = residuals(l, found.vectors, found.values.head(wanted), team).maxCoeff();
  return found.residual;
}

/// A solver succeeds only if its vectors are what it claims: if affinities span ten decades, a
/// filter may overflow and still report convergence.
bool holds(const Laplacian& l, Found& found, int wanted, const EigenOptions& from, Team& team) {
  return found.converged && worst_residual(l, found, wanted, team) <= from.goal.residual;
}

/// Sylvester's law: is none missing below the largest value found?
bool complete(const Found& found, const ExactElimination& plan, Team& team) {
  const double shift = shift_below_last(found.values);
  const auto below = 1 + std::count_if(found.values.begin(), found.values.end(),
                                       [&](double v) { return v < shift; });
  return plan.eigenvalues_below(shift, team) == below;
}

Found solve_factor(const Laplacian& l, int wanted, const ExactElimination& plan,
                   const EigenOptions& from, Team& team) {
  const Elimination factor = plan.factor(team);
  const Expansion expansion{
      [&](const RitzBlock& r) { return solve(factor, l, r.residuals, team); }};
  auto options = davidson_options(l.rows(), wanted, from);
  Found found;
  // Eigenvalues that differ by many orders of magnitude leave vectors with few digits: a start.
  Block start;
  if (options.keeps_products) {
    const int columns = 2 * (1 + options.wanted + options.guard + options.room);
    found = from_davidson(
        lanczos(
            as_operator(l, team), [&](const Block& x) { return solve(factor, l, x, team); },
            options, static_cast<int>(std::min<std::int64_t>(columns, l.rows())), team),
        "factor");
    if (found.converged && complete(found, plan, team)) {
      if (holds(l, found, wanted, from, team)) return found;
      start = std::move(found.vectors);
    }
  }
  constexpr int kAttempts = 3;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    found = from_davidson(
        davidson(as_operator(l, team), expansion, options, std::exchange(start, {}), team),
        "factor");
    if (!found.converged || complete(found, plan, team)) return found;
    options.guard += wanted;  // one was missed: search more widely, from other vectors
    options.seed = from.seed + static_cast<std::uint64_t>(attempt) + 1;
  }
  found.converged = false;
  return found;
}

Found solve_chebyshev(const Laplacian& l, int wanted, double least_cutoff, int max_iterations,
                      const EigenOptions& from, Team& team) {
  std::int64_t products = 0;
  const LaplacianOperator op = as_operator(l, team);
  const Expansion expansion = chebyshev_expansion(op, products, team);
  auto options = davidson_options(l.rows(), wanted, from);
  options.least_cutoff = least_cutoff;
  options.max_iterations = max_iterations;
  Found found = from_davidson(davidson(op, expansion, options, {}, team), "chebyshev");
  found.products += products;
  return found;
}

Found solve_sampled(const Laplacian& l, int wanted, const EigenOptions& from, Block start,
                    Team& team) {
  const Elimination factor = sampled_elimination(l, from.seed, team);
  const Expansion expansion{
      [&](const RitzBlock& r) { return solve(factor, l, r.residuals, team); }};
  auto options = davidson_options(l.rows(), wanted, from);
  options.max_iterations = 1000;
  return from_davidson(davidson(as_operator(l, team), expansion, options, std::move(start), team),
                       "sampled");
}

Found solve_automatic(const Laplacian& l, int wanted, const EigenOptions& from, Team& team) {
  const auto n = l.rows();
  if (n <= kDenseRows || (n <= kMostDenseRows && 5 * wanted > n)) return solve_dense(l, wanted);
  // A wide graph of few levels fills in; with a good guess a filter is several times faster there.
  if (from.guess != nullptr && l.levels <= kWideLevels) {
    Found found = solve_chebyshev(l, wanted, kLeastCutoff, 100, from, team);
    if (holds(l, found, wanted, from, team)) return found;
  }
  if (const auto plan = ExactElimination::plan(l, kMostOperations, team)) {
    Found found = solve_factor(l, wanted, *plan, from, team);
    if (holds(l, found, wanted, from, team)) return found;
  }
  if (n <= kDenseAnyway) return solve_dense(l, wanted);
  Found found;
  if (l.levels <= kMostLevels) {
    found = solve_chebyshev(l, wanted, kLeastCutoff, 100, from, team);
    if (holds(l, found, wanted, from, team)) return found;
    if (found.converged) found.vectors = {};  // useless as a start
  }
  found = solve_sampled(l, wanted, from, std::move(found.vectors), team);
  if (n <= kMostDenseRows && !holds(l, found, wanted, from, team)) return solve_dense(l, wanted);
  return found;
}

Found solve_by(const Laplacian& l, int wanted, const EigenOptions& options, Team& team) {
  switch (options.solver) {
    case EigenSolver::dense:
      return solve_dense(l, wanted);
    case EigenSolver::factor: {
      const auto plan = ExactElimination::plan(l, std::numeric_limits<double>::infinity(), team);
      return solve_factor(l, wanted, *plan, options, team);
    }
    case EigenSolver::chebyshev:
      return solve_chebyshev(l, wanted, 0, 1000, options, team);
    case EigenSolver::sampled:
      return solve_sampled(l, wanted, options, {}, team);
    case EigenSolver::automatic:
      break;
  }
  return solve_automatic(l, wanted, options, team);
}

void fix_sign(double* column, std::int64_t n) {
  std::int64_t largest = 0;
  for (std::int64_t i = 1; i < n; ++i) {
    if (std::abs(column[i]) > std::abs(column[largest])) largest = i;
  }
  if (column[largest] >= 0) return;
  for (std::int64_t i = 0; i < n; ++i) column[i] = -column[i];
}

}  // namespace

EigenResult smallest_eigenpairs(const Laplacian& l, int count, const EigenOptions& options,
                                Team& team) {
  const auto n = l.rows();
  assert(count >= 1 && count <= n);
  const int wanted = count - 1;
  Found found;
  found.solver = "dense";
  if (wanted > 0) found = solve_by(l, wanted, options, team);

  EigenResult result;
  result.solver = found.solver;
  result.iterations = found.iterations;
  result.products = found.products;
  result.values.assign(1, 0.0);
  result.vectors.resize(static_cast<std::size_t>(n) * count);
  Eigen::Map<Eigen::VectorXd>(result.vectors.data(), n) = null_vector(l);
  if (wanted > 0) {
    result.residual = worst_residual(l, found, wanted, team);
    const Eigen::VectorXd values = found.values.head(wanted);
    if (result.residual > options.goal.residual) {
      throw Error(
          fmt::format("the {} smallest eigenvectors of a component of {} nodes were not found"
                      " (residual {:.1e}): ask for fewer clusters",
                      count, n, result.residual));
    }
    result.values.insert(result.values.end(), values.begin(), values.end());
    for (int c = 0; c < wanted; ++c) {
      double* column = result.vectors.data() + (c + 1) * n;
      for (std::int64_t i = 0; i < n; ++i) column[i] = found.vectors.row(i)[c];
    }
  }
  team.for_each(count, [&](std::int64_t c) { fix_sign(result.vectors.data() + c * n, n); });
  return result;
}

double eigen_bytes(std::int64_t rows, std::int64_t edges, int count) {
  if (count <= 1) return 8.0 * static_cast<double>(rows);
  const DavidsonOptions options = davidson_options(rows, count - 1, {});
  const int kept = options.wanted + options.guard;
  const int basis = (1 + kept + options.room) * (options.keeps_products ? 2 : 1);
  constexpr int kWorking = 32;  // columns of a filter, or of the residuals of a block
  const double searching = 8.0 * (basis + kept + kWorking);
  // Sampled elimination: what is left of the graph, the factor and the vectors found before; the
  // factor stays.
  const double eliminating =
      64.0 * static_cast<double>(edges) + (36 + 8.0 * kept) * static_cast<double>(rows);
  const double embedding = 3 * 8.0 * count;
  return std::max(
      {eliminating, searching * static_cast<double>(rows), embedding * static_cast<double>(rows)});
}

}  // namespace gnac::detail
