#include "readout/block.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "readout/kernels.h"

namespace gnac::detail {
namespace {

// Rows handed to one call of a matrix product: few enough that a piece of a wide block stays in L2.
constexpr std::int64_t kRows = 128;

// Rows of one item of work. Sums have at most 64 parts; a small block is one item, so no thread is
// woken.
std::int64_t piece(std::int64_t rows) {
  return std::max<std::int64_t>(2048, (rows + 63) / 64);
}

// fn(begin, end) over runs of at most kRows rows, in order within each piece.
template <class Fn>
void for_rows(std::int64_t rows, Team& team, Fn&& fn) {
  team.for_blocks(rows, piece(rows), [&](std::int64_t begin, std::int64_t end) {
    for (auto r = begin; r < end; r += kRows) fn(r, std::min(end, r + kRows));
  });
}

// Sum over pieces of the matrix that fn(begin, end, sum) adds to.
template <class Fn>
Block::Rows sum_pieces(std::int64_t rows, std::int64_t m, std::int64_t n, Team& team, Fn&& fn) {
  const std::int64_t size = piece(rows);
  std::vector<Block::Rows> part((rows + size - 1) / size);
  team.for_blocks(rows, size, [&](std::int64_t begin, std::int64_t end) {
    Block::Rows sum = Block::Rows::Zero(m, n);
    for (auto r = begin; r < end; r += kRows) fn(r, std::min(end, r + kRows), sum);
    part[begin / size] = std::move(sum);
  });
  Block::Rows total = Block::Rows::Zero(m, n);
  for (const auto& p : part) total += p;
  return total;
}

// The matrix of a product on the right, row by row.
class Right {
 public:
  explicit Right(const Eigen::MatrixXd& y) : rows_(y) {}

  // out += sign·(rows [begin, end) of a)·y
  void add(const Block& a, std::int64_t begin, std::int64_t end, double sign, double* out,
           std::int64_t out_row) const {
    kernels_.add_product({a.row(begin), a.capacity()}, {rows_.data(), rows_.cols()}, end - begin,
                         rows_.rows(), rows_.cols(), sign, out, out_row);
  }

 private:
  Block::Rows rows_;
  ReadoutKernels kernels_ = readout_kernels();
};

// Y with (t·Y)ᵀ(t·Y) = I, from gram = tᵀt; columns of t that depend on others are dropped. `spread`
// is the smallest eigenvalue of the gram matrix after its columns are scaled to unit length.
Eigen::MatrixXd orthonormaliser(const Eigen::MatrixXd& gram, double& spread) {
  constexpr double kDependent = 1e-13;
  const Eigen::VectorXd scale =
      gram.diagonal().unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 0.0; });
  const Eigen::MatrixXd unit = scale.asDiagonal() * gram * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(unit);
  const auto& values = eigen.eigenvalues();
  const auto limit = kDependent * static_cast<double>(gram.rows());
  const auto dependent =
      std::count_if(values.begin(), values.end(), [&](double v) { return v <= limit; });
  const auto kept = values.size() - dependent;
  spread = kept > 0 ? values[dependent] : 0.0;
  return scale.asDiagonal() * eigen.eigenvectors().rightCols(kept) *
         values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

}  // namespace

Eigen::MatrixXd gram(const Block& a, const Block& b, Team& team) {
  assert(a.rows() == b.rows());
  const ReadoutKernels kernels = readout_kernels();
  return sum_pieces(a.rows(), a.cols(), b.cols(), team,
                    [&](std::int64_t begin, std::int64_t end, Block::Rows& sum) {
                      kernels.add_product({a.row(begin), 1, a.capacity()},
                                          {b.row(begin), b.capacity()}, a.cols(), end - begin,
                                          b.cols(), 1, sum.data(), sum.cols());
                    });
}

Block combine(const Block& a, const Eigen::MatrixXd& y, Team& team) {
  assert(a.cols() == y.rows());
  Block out(a.rows(), static_cast<int>(y.cols()));
  const Right right(y);
  for_rows(a.rows(), team, [&](std::int64_t begin, std::int64_t end) {
    out.map(begin, end).setZero();
    right.add(a, begin, end, 1, out.row(begin), out.capacity());
  });
  return out;
}

void subtract_product(Block& out, const Block& a, const Eigen::MatrixXd& y, Team& team) {
  assert(a.cols() == y.rows() && out.cols() == y.cols());
  const Right right(y);
  for_rows(a.rows(), team, [&](std::int64_t begin, std::int64_t end) {
    right.add(a, begin, end, -1, out.row(begin), out.capacity());
  });
}

void recombine(Block& a, const Eigen::MatrixXd& y, Team& team) {
  assert(a.cols() == y.rows() && y.cols() <= a.cols());
  const Right right(y);
  for_rows(a.rows(), team, [&](std::int64_t begin, std::int64_t end) {
    std::vector<double> product(static_cast<std::size_t>((end - begin) * y.cols()), 0.0);
    right.add(a, begin, end, 1, product.data(), y.cols());
    for (auto i = begin; i < end; ++i)
      std::copy_n(product.data() + (i - begin) * y.cols(), y.cols(), a.row(i));
  });
  a.set_cols(static_cast<int>(y.cols()));
}

void append(Block& a, const Block& b, Team& team) {
  const int before = a.cols();
  assert(before + b.cols() <= a.capacity());
  a.set_cols(before + b.cols());
  for_rows(a.rows(), team, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) std::copy_n(b.row(i), b.cols(), a.row(i) + before);
  });
}

Block select(const Block& a, const std::vector<int>& columns, Team& team) {
  Block out(a.rows(), static_cast<int>(columns.size()));
  for_rows(a.rows(), team, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = begin; i < end; ++i) {
      for (std::size_t c = 0; c < columns.size(); ++c) out.row(i)[c] = a.row(i)[columns[c]];
    }
  });
  return out;
}

Eigen::VectorXd norms(const Block& a, Team& team) {
  const auto squares = sum_pieces(a.rows(), a.cols(), 1, team,
                                  [&](std::int64_t begin, std::int64_t end, Block::Rows& sum) {
                                    for (auto i = begin; i < end; ++i) {
                                      const double* row = a.row(i);
                                      for (int c = 0; c < a.cols(); ++c)
                                        sum(c, 0) += row[c] * row[c];
                                    }
                                  });
  return squares.col(0).cwiseSqrt();
}

Eigen::MatrixXd orthonormalise(Block& t, const Block& basis, const BlockProduct& product,
                               Team& team) {
  constexpr int kPasses = 6;
  Eigen::MatrixXd first;
  for (int pass = 0; pass < kPasses && t.cols() > 0; ++pass) {
    Eigen::MatrixXd along = product(basis, t);
    subtract_product(t, basis, along, team);
    Eigen::MatrixXd own = product(t, t);
    double spread = 0;
    recombine(t, orthonormaliser(own, spread), team);
    // Rounding leaves 1e-16 of what was taken away along the basis; columns that kept most of their
    // length and are no closer to dependent than this are orthogonal to 1e-12.
    constexpr double kLeastSpread = 1e-3;
    const Eigen::ArrayXd rest = own.diagonal().array();
    const Eigen::ArrayXd taken = along.colwise().squaredNorm().transpose().array();
    const bool enough = (rest > taken).all() && spread > kLeastSpread;
    if (pass == 0) first = std::move(own);
    if (enough) break;
  }
  return first;
}

}  // namespace gnac::detail
