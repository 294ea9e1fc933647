#pragma once

namespace gnac::detail {

/// The largest value of a point: squares of differences, summed over the columns, must stay finite.
inline constexpr double kLargestValue = 1e150;

}  // namespace gnac::detail
