#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distributed/comm.h"
#include "distributed/components_together.h"
#include "distributed/halo.h"
#include "distributed/local_graph.h"
#include "support/team.h"

namespace gnac::detail {

/// S = D^-½ A D^-½ of one component, on the rows that are own points in it. Its largest eigenvalue
/// is 1, with eigenvector √d; the Laplacian is I - S.
struct Operator {
  Comm& comm;
  const LocalGraph& local;
  Team& team;
  std::vector<std::int32_t> row;    ///< nodes of the component that are own points
  std::vector<std::int64_t> first;  ///< per row: its entries, rows + 1
  std::vector<std::int32_t> column;
  std::vector<double> value;
  std::vector<double> root;  ///< per row: √d
  std::vector<double> x;     ///< per node; 0 outside of the component
  HaloExchange<double> halo;
};

Operator make_operator(Comm& comm, const LocalGraph& local, const LocalComponents& components,
                       std::int32_t component, std::span<const double> affinity, Team& team);

/// out = S·in, both with a value per row.
void multiply(Operator& op, const double* in, double* out);

}  // namespace gnac::detail
