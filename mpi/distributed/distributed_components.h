#pragma once

#include <cstdint>
#include <vector>

#include "distributed/comm.h"
#include "distributed/local_graph.h"

namespace gnac::detail {

/// The components of the whole graph, numbered by their first point, as on one machine.
struct LocalComponents {
  std::int32_t count = 0;
  std::vector<std::int32_t> of;    ///< per local node
  std::vector<std::int64_t> size;  ///< per component: points of all ranks
};

LocalComponents distributed_components(Comm& comm, const LocalGraph& local);

}  // namespace gnac::detail
