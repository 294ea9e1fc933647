#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gnac::detail {

/// The connected components of a graph, numbered by first appearance: node 0 is in component 0.
struct Components {
  std::vector<std::int32_t> of;  ///< per node
  std::int32_t count = 0;
};

/// The components of a symmetric CSR relation: `offset` has one entry more than there are nodes.
Components connected_components(std::span<const std::int64_t> offset,
                                std::span<const std::int32_t> neighbour);

}  // namespace gnac::detail
