#include "readout/lanczos.h"

#include <algorithm>
#include <cmath>

namespace gnac::detail {
namespace {

constexpr int kBlock = 4;

/// The largest error of the `wanted` Ritz vectors of an inverse, ‖u - L⁺u/θ‖: their residuals lie
/// in the part of the last product that the basis does not have, whose squares are `rest`.
double largest_error(const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>& ritz,
                     const Eigen::MatrixXd& rest, int wanted) {
  double largest = 0;
  const auto last = ritz.eigenvectors().bottomRightCorner(rest.rows(), wanted);
  for (int p = 0; p < wanted; ++p) {
    const double value = ritz.eigenvalues().tail(wanted)[p];
    if (!(value > 0)) return INFINITY;
    const double square = last.col(p).dot(rest * last.col(p));
    largest = std::max(largest, std::sqrt(std::max(square, 0.0)) / value);
  }
  return largest;
}

}  // namespace

DavidsonResult lanczos(const LaplacianOperator& l,
                       const std::function<Block(const Block&)>& inverse,
                       const DavidsonOptions& options, int columns, Team& team) {
  const int wanted = options.wanted;
  const auto product = [&](const Block& a, const Block& b) { return gram(a, b, team); };
  // ‖L u - λ u‖ <= ‖L‖·‖u - λ·L⁺u‖, no eigenvalue of L is above 2, and what is promised is a
  // hundred times what the other solvers aim for.
  const double goal = std::min(options.error, 50 * options.residual);
  DavidsonResult result;
  Block basis = known_direction(l, columns);
  Eigen::MatrixXd projected = Eigen::MatrixXd::Zero(columns, columns);
  Block t = random_block(l, kBlock, options.seed, team);
  orthonormalise(t, basis, product, team);
  Block previous(l.rows(), 0);
  Block recent = known_direction(l, 1 + 2 * kBlock);  // with the last two blocks
  int look = 5 * wanted / 2 + 2 * kBlock;             // columns at which convergence is looked for
  while (t.cols() > 0 && basis.cols() + t.cols() <= columns) {
    ++result.iterations;
    const int before = basis.cols(), b = t.cols();
    append(basis, t, team);
    recent.set_cols(1);
    append(recent, previous, team);
    append(recent, t, team);
    previous = std::move(t);
    t = inverse(previous);
    // But for rounding, all that t has along the basis is along the last two blocks.
    const Eigen::MatrixXd along = product(recent, t);
    subtract_product(t, recent, along, team);
    const Eigen::MatrixXd rest = orthonormalise(t, basis, product, team);
    const int last = recent.cols() - 1, from = before + b - last;
    projected.block(from, before, last, b) = along.bottomRows(last);
    projected.block(before, from, b, last) = along.bottomRows(last).transpose();
    const int m = basis.cols() - 1;
    if (m < wanted || (m < look && t.cols() > 0)) continue;
    look = m + 2 * kBlock;
    const Eigen::MatrixXd h = projected.block(1, 1, m, m);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz(0.5 * (h + h.transpose()));
    if (largest_error(ritz, rest, wanted) > goal) continue;
    Eigen::MatrixXd y = Eigen::MatrixXd::Zero(m + 1, wanted);
    y.bottomRows(m) = ritz.eigenvectors().rightCols(wanted).rowwise().reverse();
    result.values = ritz.eigenvalues().tail(wanted).reverse().cwiseInverse();
    result.vectors = combine(basis, y, team);
    result.converged = true;
    break;
  }
  return result;
}

}  // namespace gnac::detail
