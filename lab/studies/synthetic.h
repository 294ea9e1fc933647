#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "studies/tasks.h"

namespace gnac::detail {

// The controlled samples of the scaling and transfer studies.
inline constexpr int kSyntheticClusters = 8;
inline constexpr int kSyntheticColumns = 16;

/// Rows [begin, end) of the sample `family` of data/generators.h with K = 8 and d = 16. Prefixes
/// are nested, and disjoint ranges are independent samples of one distribution.
std::shared_ptr<const StudyData> synthetic_data(const std::string& family, std::int64_t begin,
                                                std::int64_t end, std::uint64_t seed);

}  // namespace gnac::detail
