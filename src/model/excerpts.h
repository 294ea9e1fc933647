#pragma once

#include <cstdint>
#include <vector>

#include "gnac/model.h"
#include "readout/excerpt.h"
#include "support/team.h"

namespace gnac::detail {

/// Below so many points there are no excerpts: a quarter of them would be too few.
inline constexpr std::int64_t kFewestExcerpted = 480;

/// Two excerpts of a model that the universal rule evolved: disjoint quarters of its points, at
/// most kLargestExcerpt each, read for up to `most` clusters. None for graphs of the caller's own,
/// which do not say who the neighbours among fewer points would be.
inline constexpr std::int64_t kLargestExcerpt = 2'500;
std::vector<Excerpt> excerpts_of(const Model& model, int most, Team& team);

}  // namespace gnac::detail
