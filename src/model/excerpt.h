#pragma once

#include <cstdint>
#include <vector>

#include "gnac/model.h"
#include "support/team.h"

namespace gnac::detail {

/// Some of a model's points by themselves, with a graph and a conductance of their own.
struct Excerpt {
  Points points;
  Graph graph;
  std::vector<float> conductance;
};

/// About `count` of the points of a model that the universal rule evolved, spread evenly over its
/// rows.
Excerpt excerpt_of(const Model& model, std::int64_t count, Team& team);

}  // namespace gnac::detail
