#include "readout/block.h"

#include <algorithm>
#include <cassert>

namespace gnac::detail {
namespace {

// Rows handed to one call of a matrix product: few enough that the product does not split the rows
// itself (the order of a sum would then depend on the cache size) and that a piece of a wide block
// stays in L2.
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
Eigen::MatrixXd sum_pieces(std::int64_t rows, std::int64_t m, std::int64_t n, Team& team, Fn&& fn) {
  const std::int64_t size = piece(rows);
  std::vector<Eigen::MatrixXd> part((rows + size - 1) / size);
  team.for_blocks(rows, size, [&](std::int64_t begin, std::int64_t end) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(m, n);
    for (auto r = begin; r < end; r += kRows) fn(r, std::min(end, r + kRows), sum);
    part[begin / size] = std::move(sum);
  });
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(m, n);
  for (const auto& p : part) total += p;
  return total;
}

}  // namespace

Eigen::MatrixXd gram(const Block& a, const Block& b, Team& team) {
  assert(a.rows() == b.rows());
  return sum_pieces(a.rows(), a.cols(), b.cols(), team,
                    [&](std::int64_t begin, std::int64_t end, Eigen::MatrixXd& sum) {
                      sum.noalias() += a.map(begin, end).transpose() * b.map(begin, end);
                    });
}

Block combine(const Block& a, const Eigen::MatrixXd& y, Team& team) {
  assert(a.cols() == y.rows());
  Block out(a.rows(), static_cast<int>(y.cols()));
  for_rows(a.rows(), team, [&](std::int64_t begin, std::int64_t end) {
    out.map(begin, end).noalias() = a.map(begin, end) * y;
  });
  return out;
}

void subtract_product(Block& out, const Block& a, const Eigen::MatrixXd& y, Team& team) {
  assert(a.cols() == y.rows() && out.cols() == y.cols());
  for_rows(a.rows(), team, [&](std::int64_t begin, std::int64_t end) {
    out.map(begin, end).noalias() -= a.map(begin, end) * y;
  });
}

void recombine(Block& a, const Eigen::MatrixXd& y, Team& team) {
  assert(a.cols() == y.rows() && y.cols() <= a.cols());
  for_rows(a.rows(), team, [&](std::int64_t begin, std::int64_t end) {
    const Block::Rows product = a.map(begin, end) * y;
    a.map(begin, end).leftCols(y.cols()) = product;
  });
  a.set_cols(static_cast<int>(y.cols()));
}

void append(Block& a, const Block& b, Team& team) {
  const int before = a.cols();
  assert(before + b.cols() <= a.capacity());
  a.set_cols(before + b.cols());
  for_rows(a.rows(), team, [&](std::int64_t begin, std::int64_t end) {
    a.map(begin, end).rightCols(b.cols()) = b.map(begin, end);
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
                                  [&](std::int64_t begin, std::int64_t end, Eigen::MatrixXd& sum) {
                                    for (auto i = begin; i < end; ++i) {
                                      const double* row = a.row(i);
                                      for (int c = 0; c < a.cols(); ++c)
                                        sum(c, 0) += row[c] * row[c];
                                    }
                                  });
  return squares.col(0).cwiseSqrt();
}

}  // namespace gnac::detail
