#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnac/graph.h"
#include "readout/block.h"
#include "support/team.h"

namespace gnac::detail {

/// The symmetric normalised Laplacian L = I - S of one connected component, S_ij = a_ij/√(d_i d_j)
/// without self-loops. Its smallest eigenvalue is 0, with eigenvector √d.
///
/// Rows are numbered breadth-first from a node at the component's rim, so that neighbours are close
/// in memory whatever the order of the points.
struct Laplacian {
  std::vector<std::int32_t> node;      ///< the graph's node of each row
  std::vector<std::int64_t> offset;    ///< rows + 1
  std::vector<std::int32_t> neighbor;  ///< both directions of every edge, as rows
  std::vector<double> value;           ///< S_ij of each entry
  std::vector<double> root;            ///< √d_i

  /// Breadth-first levels, and nodes in the largest. A level separates what lies before it from
  /// what comes after, so a small width means little fill-in during elimination; and a function
  /// that varies slowly along many levels has an eigenvalue near 0.
  std::int64_t levels = 0;
  std::int64_t width = 0;

  std::int64_t rows() const { return std::ssize(node); }
};

/// Clusters that the eigenvectors of a Laplacian may well tell apart: solvers begin with √d on the
/// rows of each but the first (together they are the known eigenvector), 0 elsewhere.
struct GuessedClusters {
  int clusters = 0;
  std::vector<std::int32_t> label;  ///< per row, 0..clusters-1
};

/// The Laplacian of the component that contains `start`, which has at least two nodes. `row_of` is
/// scratch for all components of a graph: one entry per node, -1 before the first call.
Laplacian component_laplacian(const Graph& graph, std::span<const double> affinity,
                              std::int32_t start, std::vector<std::int32_t>& row_of, Team& team);

/// y = L·x; y is given the shape of x.
void multiply(const Laplacian& laplacian, const Block& x, Block& y, Team& team);

/// ‖L u - λ u‖ per column.
Eigen::VectorXd residuals(const Laplacian& laplacian, const Block& u, const Eigen::VectorXd& lambda,
                          Team& team);

}  // namespace gnac::detail
