#pragma once

#include <string_view>

#include "gnac/points.h"
#include "gnac/rule.h"

namespace gnac {

/// How raw columns are brought to the scale of order 1 that training expects.
enum class ScaleMode {
  global,    ///< centre; divide by one standard deviation (ddof 1) for all columns: keeps the
             ///< geometry
  none,      ///< as they are
  standard,  ///< centre and divide each column by its own standard deviation
};

/// "global", "none" or "standard"; throws Error otherwise.
ScaleMode parse_scale(std::string_view text);
std::string_view to_string(ScaleMode mode);

/// The map that `mode` means for these points. Constant columns get divisor 1, so they become 0.
InputScaling fit_scaling(PointsView points, ScaleMode mode);

/// Apply it. Throws Error when the number of columns differs.
Points apply_scaling(PointsView points, const InputScaling& scaling);

}  // namespace gnac
