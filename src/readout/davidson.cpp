#include "readout/davidson.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "support/random.h"

namespace gnac::detail {

Block random_block(const LaplacianOperator& l, int cols, std::uint64_t seed, Team& team) {
  Block block(l.rows(), cols);
  team.for_blocks(l.rows(), 4096, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      const std::uint64_t number = l.number ? l.number(i) : static_cast<std::uint64_t>(i);
      for (int c = 0; c < cols; ++c) {
        const auto bits = philox(seed, Stream::eigen, static_cast<std::uint32_t>(c), number);
        block.row(i)[c] = unit_from_bits(bits[0], bits[1]) - 0.5;
      }
    }
  });
  return block;
}

Block known_direction(const LaplacianOperator& l, int capacity) {
  Eigen::MatrixXd volume = Eigen::MatrixXd::Zero(1, 1);
  for (const double root : l.root) volume(0, 0) += root * root;
  if (l.sum) l.sum(volume);
  const double length = std::sqrt(volume(0, 0));
  Block known(l.rows(), 1, capacity);
  for (std::int64_t i = 0; i < l.rows(); ++i) known.row(i)[0] = l.root[i] / length;
  return known;
}

namespace {

class Davidson {
 public:
  Davidson(const LaplacianOperator& l, const Expansion& expansion, const DavidsonOptions& options,
           Team& team)
      : l_(l), expansion_(expansion), options_(options), team_(team) {
    kept_ = options.wanted + options.guard;
    const int capacity = 1 + kept_ + std::max(options.room, options.block);
    basis_ = known_direction(l, capacity);
    projected_ = Eigen::MatrixXd::Zero(capacity, capacity);
    if (!options.keeps_products) return;
    product_ = Block(l.rows(), 1, capacity);
    for (std::int64_t i = 0; i < l.rows(); ++i) product_.row(i)[0] = 0;
  }

  DavidsonResult run(Block start) {
    Block t = start.cols() > 0 ? std::move(start) : first_directions();
    checked_.assign(options_.wanted, -1.0);
    for (iterations_ = 1; iterations_ <= options_.max_iterations; ++iterations_) {
      if (basis_.cols() + t.cols() > basis_.capacity()) restart();
      orthonormalise(
          t, basis_, [&](const Block& a, const Block& b) { return product(a, b); }, team_);
      if (t.cols() == 0) break;  // no new directions
      enlarge(t);
      rayleigh_ritz();
      const double cutoff = ritz_[std::min<Eigen::Index>(kept_, ritz_.size()) - 1];
      if (cutoff < options_.least_cutoff) break;
      t = next_directions(cutoff);
      if (t.cols() > 0) continue;
      if (ritz_.size() >= options_.wanted) return result(true);
      t = random_directions(random_block(l_, kept_, options_.seed + iterations_, team_));
    }
    return result(false);
  }

 private:
  void sum(Eigen::MatrixXd& matrix) const {
    if (l_.sum) l_.sum(matrix);
  }

  // aᵀb over the rows of all processes.
  Eigen::MatrixXd product(const Block& a, const Block& b) const {
    Eigen::MatrixXd product = gram(a, b, team_);
    sum(product);
    return product;
  }

  Eigen::VectorXd lengths(const Block& a) const {
    const Eigen::VectorXd own = norms(a, team_);
    if (!l_.sum) return own;
    Eigen::MatrixXd squares = own.cwiseAbs2();
    sum(squares);
    return squares.cwiseSqrt();
  }

  Block first_directions() {
    Block r = random_block(l_, kept_, options_.seed, team_);
    if (options_.guess != nullptr) take_guess(*options_.guess, r);
    return random_directions(std::move(r));
  }

  // Needed again if eigenvalues differ so much that the inverse lets only the vectors of the
  // smallest survive rounding: once those are in the basis, the others can be seen.
  Block random_directions(Block r) {
    RitzBlock random;
    subtract_product(r, basis_, product(basis_, r), team_);
    (expansion_.inverse ? random.residuals : random.vectors) = std::move(r);
    random.values.assign(kept_, 0.0);
    random.cutoff = 0.5;  // inside the bulk of any spectrum; only a first guess
    return expansion_.directions(random);
  }

  // √d on the rows of each cluster, 0 elsewhere, in place of the first vectors.
  void take_guess(const GuessedClusters& guess, Block& r) {
    const int known = std::min(guess.clusters - 1, kept_);
    for (std::int64_t i = 0; i < l_.rows(); ++i) {
      std::fill_n(r.row(i), known, 0.0);
      if (const int c = guess.label[i] - 1; c >= 0 && c < known) r.row(i)[c] = l_.root[i];
    }
  }

  void restart() {
    const Eigen::Index m = basis_.cols();
    const Eigen::Index keep = std::min<Eigen::Index>(kept_, m - 1);
    Eigen::MatrixXd y = Eigen::MatrixXd::Zero(m, keep + 1);
    y(0, 0) = 1;
    y.bottomRightCorner(m - 1, keep) = coefficients_.leftCols(keep);
    recombine(basis_, y, team_);
    if (options_.keeps_products) recombine(product_, y, team_);
    projected_.setZero();
    projected_.diagonal().segment(1, keep) = ritz_.head(keep);
  }

  void enlarge(const Block& t) {
    const Eigen::Index m = basis_.cols(), b = t.cols();
    Block lt;
    l_.multiply(t, lt);
    products_ += b;
    append(basis_, t, team_);
    if (options_.keeps_products) append(product_, lt, team_);
    const Eigen::MatrixXd h = product(basis_, lt);
    projected_.block(0, m, m + b, b) = h;
    projected_.block(m, 0, b, m) = h.topRows(m).transpose();
  }

  // The first column of the basis is the known eigenvector √d of 0 and is left out here.
  void rayleigh_ritz() {
    const Eigen::Index m = basis_.cols() - 1;
    const auto h = projected_.block(1, 1, m, m);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(0.5 * (h + h.transpose()));
    ritz_ = eigen.eigenvalues();
    coefficients_ = eigen.eigenvectors();
  }

  // Y for the pairs at `index`, with a row of zeros for the first column of the basis.
  Eigen::MatrixXd coefficients(const std::vector<int>& index) const {
    Eigen::MatrixXd y = Eigen::MatrixXd::Zero(basis_.cols(), std::ssize(index));
    for (std::size_t c = 0; c < index.size(); ++c) {
      y.col(static_cast<Eigen::Index>(c)).tail(basis_.cols() - 1) = coefficients_.col(index[c]);
    }
    return y;
  }

  bool checked(int pair) const {
    const double moved = std::abs(checked_[pair] - ritz_[pair]);
    return checked_[pair] >= 0 && moved <= 1e-3 * checked_[pair] + 1e-14;
  }

  // Directions for the lowest pairs that have not converged; no columns if all have.
  Block next_directions(double cutoff) {
    const int available = static_cast<int>(std::min<Eigen::Index>(options_.wanted, ritz_.size()));
    for (;;) {
      std::vector<int> pairs;
      for (int p = 0; p < available && std::ssize(pairs) < options_.block; ++p) {
        if (!checked(p)) pairs.push_back(p);
      }
      if (pairs.empty()) return {};
      Block t = directions(pairs, cutoff);
      if (t.cols() > 0) return t;
    }
  }

  // L·x - θ·x of the Ritz pairs with these coefficients, from the products that are kept.
  Block residuals_from_products(const Eigen::MatrixXd& y, const std::vector<int>& pairs) {
    Block r = combine(product_, y, team_);
    Eigen::MatrixXd scaled = y;
    for (std::size_t c = 0; c < pairs.size(); ++c)
      scaled.col(static_cast<Eigen::Index>(c)) *= ritz_[pairs[c]];
    subtract_product(r, basis_, scaled, team_);
    return r;
  }

  // The same if none are kept.
  Block residuals_afresh(const Eigen::MatrixXd& y, const std::vector<int>& pairs) {
    const Block x = combine(basis_, y, team_);
    Block r;
    l_.multiply(x, r);
    products_ += std::ssize(pairs);
    team_.for_blocks(x.rows(), 4096, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = begin; i < end; ++i) {
        for (int c = 0; c < x.cols(); ++c) r.row(i)[c] -= ritz_[pairs[c]] * x.row(i)[c];
      }
    });
    return r;
  }

  // Directions for those of `pairs` that have not converged; marks the others.
  Block directions(const std::vector<int>& pairs, double cutoff) {
    const Eigen::MatrixXd y = coefficients(pairs);
    RitzBlock block;
    block.cutoff = cutoff;
    for (const int p : pairs) block.values.push_back(ritz_[p]);
    block.residuals =
        options_.keeps_products ? residuals_from_products(y, pairs) : residuals_afresh(y, pairs);
    const Eigen::VectorXd residual = lengths(block.residuals);

    Block t;
    Eigen::VectorXd error = Eigen::VectorXd::Zero(residual.size());
    // Rounding alone causes an error of this size along the eigenvector of the smallest eigenvalue.
    const double error_goal = std::max(options_.error, 1e-14 / std::max(ritz_[0], 1e-300));
    if (expansion_.inverse) {
      t = expansion_.directions(block);
      error = lengths(t);
    }
    std::vector<int> open;
    for (std::size_t c = 0; c < pairs.size(); ++c) {
      const auto i = static_cast<Eigen::Index>(c);
      if (residual[i] <= options_.residual && error[i] <= error_goal) {
        checked_[pairs[c]] = std::max(0.0, ritz_[pairs[c]]);
      } else {
        open.push_back(static_cast<int>(c));
      }
    }
    if (open.empty()) return {};
    if (expansion_.inverse) return select(t, open, team_);
    block.residuals = {};
    RitzBlock unconverged;
    unconverged.cutoff = cutoff;
    std::vector<int> still;
    for (const int c : open) {
      still.push_back(pairs[c]);
      unconverged.values.push_back(block.values[c]);
    }
    unconverged.vectors = combine(basis_, coefficients(still), team_);
    return expansion_.directions(unconverged);
  }

  DavidsonResult result(bool converged) {
    const Eigen::Index keep =
        std::min<Eigen::Index>(converged ? options_.wanted : kept_, ritz_.size());
    std::vector<int> all(keep);
    for (int p = 0; p < static_cast<int>(keep); ++p) all[p] = p;
    DavidsonResult result;
    result.values = ritz_.head(keep);
    result.vectors = combine(basis_, coefficients(all), team_);
    result.converged = converged;
    result.iterations = iterations_;
    result.products = products_;
    return result;
  }

  const LaplacianOperator& l_;
  const Expansion& expansion_;
  const DavidsonOptions& options_;
  Team& team_;

  int kept_ = 0;                  // Ritz pairs kept at a restart
  Block basis_;                   // V, orthonormal; its first column is the known eigenvector
  Block product_;                 // L·V
  Eigen::MatrixXd projected_;     // VᵀLV
  Eigen::VectorXd ritz_;          // eigenvalues of its part beyond the first column, ascending
  Eigen::MatrixXd coefficients_;  // and their eigenvectors
  std::vector<double> checked_;   // Ritz value at which each wanted pair was found converged, or -1
  int iterations_ = 0;
  std::int64_t products_ = 0;
};

}  // namespace

DavidsonResult davidson(const LaplacianOperator& laplacian, const Expansion& expansion,
                        const DavidsonOptions& options, Block start, Team& team) {
  assert(options.wanted >= 1);
  return Davidson(laplacian, expansion, options, team).run(std::move(start));
}

}  // namespace gnac::detail
