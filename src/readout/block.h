#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <functional>
#include <vector>

#include "support/aligned.h"
#include "support/team.h"

namespace gnac::detail {

/// A tall matrix with one vector per column, stored row by row: all values at one node are
/// adjacent, which is how sparse products and narrow matrix products read them. Memory for
/// `capacity` columns is reserved, so that columns can be appended in place. A new block is
/// uninitialised.
class Block {
 public:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Map = Eigen::Map<Rows, 0, Eigen::OuterStride<>>;
  using ConstMap = Eigen::Map<const Rows, 0, Eigen::OuterStride<>>;

  Block() = default;
  Block(std::int64_t rows, int cols, int capacity = 0)
      : rows_(rows),
        cols_(cols),
        stride_(capacity > cols ? capacity : cols),
        values_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(stride_)) {}

  std::int64_t rows() const { return rows_; }
  int cols() const { return cols_; }
  int capacity() const { return stride_; }

  /// Use this many columns from now on, at most capacity().
  void set_cols(int cols) { cols_ = cols; }

  double* row(std::int64_t i) { return values_.data() + i * stride_; }
  const double* row(std::int64_t i) const { return values_.data() + i * stride_; }

  /// Rows [begin, end) as a matrix.
  Map map(std::int64_t begin, std::int64_t end) {
    return {row(begin), end - begin, cols_, Eigen::OuterStride<>(stride_)};
  }
  ConstMap map(std::int64_t begin, std::int64_t end) const {
    return {row(begin), end - begin, cols_, Eigen::OuterStride<>(stride_)};
  }

 private:
  std::int64_t rows_ = 0;
  int cols_ = 0;
  int stride_ = 0;
  Buffer<double> values_;
};

// Products of blocks. Rows are divided into fixed pieces and sums run over the pieces in order, so
// the result is bitwise the same at any number of threads. Aliasing of arguments is not allowed.

/// aᵀb.
Eigen::MatrixXd gram(const Block& a, const Block& b, Team& team);

/// a·y.
Block combine(const Block& a, const Eigen::MatrixXd& y, Team& team);

/// out -= a·y.
void subtract_product(Block& out, const Block& a, const Eigen::MatrixXd& y, Team& team);

/// a ← a·y, in place; y has at most as many columns as a.
void recombine(Block& a, const Eigen::MatrixXd& y, Team& team);

/// Appends the columns of `b` to `a`, which must have the capacity for them.
void append(Block& a, const Block& b, Team& team);

/// The chosen columns.
Block select(const Block& a, const std::vector<int>& columns, Team& team);

/// Euclidean norm of each column.
Eigen::VectorXd norms(const Block& a, Team& team);

/// aᵀb, over the rows of all processes if there are several.
using BlockProduct = std::function<Eigen::MatrixXd(const Block& a, const Block& b)>;

/// Makes t orthonormal and orthogonal to an orthonormal basis; dependent columns are dropped.
/// Returns rᵀr of r, the part of t that was orthogonal to the basis.
Eigen::MatrixXd orthonormalise(Block& t, const Block& basis, const BlockProduct& product,
                               Team& team);

}  // namespace gnac::detail
