#include "distributed/eigenpairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "distributed/schwarz.h"
#include "gnac/error.h"
#include "readout/chebyshev.h"
#include "readout/eigen.h"

namespace gnac::detail {
namespace {

constexpr double kPromised = 1e-8;     // the largest ‖Lu - λu‖ that is accepted
constexpr double kLeastCutoff = 3e-3;  // below this, an approximate inverse beats a filter
constexpr int kMostSteps = 1000;

class Search {
 public:
  Search(const Operator& op, int wanted, std::uint64_t seed, SolverFacts& facts)
      : op_(op), laplacian_(as_operator(op)), facts_(facts), seed_(seed) {
    const std::int64_t all = sum(op.comm, op.rows());
    options_ = davidson_options(all / op.comm.size, wanted, {});
    options_.seed = seed;
    options_.residual = kPromised / 10;
  }

  bool solved() const { return residual_ <= kPromised; }

  void chebyshev(double least_cutoff, int most) {
    options_.least_cutoff = least_cutoff;
    options_.max_iterations = most;
    run(chebyshev_expansion(laplacian_, facts_.products, op_.team), {});
  }

  /// Goes on from what another solver has found.
  void schwarz() {
    const Schwarz inverse(op_, seed_);
    options_.least_cutoff = 0;
    options_.max_iterations = kMostSteps;
    const bool useful = !found_.converged;  // its pairs, claimed to be right, are not
    run({[&](RitzBlock& r) {
          facts_.products += 2 * r.residuals.cols();
          return inverse.solve(r.residuals);
        }},
        useful ? std::move(found_.vectors) : Block());
    facts_.preconditioned += found_.iterations;
  }

  Pairs pairs() const {
    const std::int64_t count = options_.wanted + 1;
    Eigen::MatrixXd volume = Eigen::MatrixXd::Zero(1, 1);
    for (const double root : op_.root) volume(0, 0) += root * root;
    laplacian_.sum(volume);
    Pairs pairs;
    pairs.values.assign(1, 0.0);
    for (int p = 0; p < options_.wanted; ++p)
      pairs.values.push_back(std::max(0.0, found_.values[p]));
    pairs.vectors.resize(static_cast<std::size_t>(op_.rows() * count));
    for (std::int64_t i = 0; i < op_.rows(); ++i) {
      pairs.vectors[i * count] = op_.root[i] / std::sqrt(volume(0, 0));
      std::copy_n(found_.vectors.row(i), options_.wanted, &pairs.vectors[i * count + 1]);
    }
    facts_.residual = std::max(facts_.residual, residual_);
    return pairs;
  }

 private:
  void run(const Expansion& expansion, Block start) {
    found_ = davidson(laplacian_, expansion, options_, std::move(start), op_.team);
    facts_.products += found_.products;
    residual_ = found_.converged ? worst_residual() : std::numeric_limits<double>::infinity();
  }

  double worst_residual() {
    Block r;
    multiply(op_, found_.vectors, r);
    facts_.products += r.cols();
    Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(r.cols(), 1);
    for (std::int64_t i = 0; i < r.rows(); ++i) {
      for (int c = 0; c < r.cols(); ++c) {
        const double rest = r.row(i)[c] - found_.values[c] * found_.vectors.row(i)[c];
        squares(c, 0) += rest * rest;
      }
    }
    laplacian_.sum(squares);
    return std::sqrt(squares.maxCoeff());
  }

  const Operator& op_;
  LaplacianOperator laplacian_;
  SolverFacts& facts_;
  std::uint64_t seed_;
  DavidsonOptions options_;
  DavidsonResult found_;
  double residual_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Pairs eigenpairs(const Operator& op, std::int64_t count, std::uint64_t seed, SolverFacts& facts,
                 RankSolver solver) {
  Search search(op, static_cast<int>(count - 1), seed, facts);
  if (solver != RankSolver::schwarz)
    search.chebyshev(solver == RankSolver::chebyshev ? 0 : kLeastCutoff,
                     solver == RankSolver::chebyshev ? kMostSteps : 100);
  if (!search.solved() && solver != RankSolver::chebyshev) search.schwarz();
  if (!search.solved()) {
    throw Error(
        fmt::format("the eigensolver did not find {} eigenpairs in {} products; ask for fewer "
                    "clusters, or use gnac on one machine",
                    count, facts.products));
  }
  return search.pairs();
}

}  // namespace gnac::detail
