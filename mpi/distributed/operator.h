#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distributed/comm.h"
#include "distributed/distributed_components.h"
#include "distributed/halo.h"
#include "distributed/local_graph.h"
#include "readout/davidson.h"
#include "support/team.h"

namespace gnac::detail {

/// The Laplacian L = I - S of one component, S = D^-½ A D^-½, on the rows that are own points in
/// it.
struct Operator {
  Comm& comm;
  const LocalGraph& local;
  Team& team;
  std::vector<std::int32_t> row;     ///< nodes of the component that are own points
  std::vector<std::int64_t> first;   ///< per row: its entries, rows + 1
  std::vector<std::int32_t> column;  ///< node of each entry, own or ghost
  std::vector<double> value;         ///< S of each entry
  std::vector<double> root;          ///< per row: √d
  std::vector<double> node_root;     ///< per node; 0 outside of the component

  std::int64_t rows() const { return std::ssize(row); }
};

Operator make_operator(Comm& comm, const LocalGraph& local, const LocalComponents& components,
                       std::int32_t component, std::span<const double> affinity, Team& team);

/// y = L·x on all ranks' rows.
void multiply(const Operator& op, const Block& x, Block& y);

/// As the block method sees it: sums over all ranks, and starts drawn by the points' ids, so that
/// they are the same at any number of ranks.
LaplacianOperator as_operator(const Operator& op);

}  // namespace gnac::detail
