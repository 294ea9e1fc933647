#pragma once

#include <string_view>
#include <vector>

#include "gnac/points.h"

namespace gnac {

/// How raw columns are brought to a scale of order 1.
enum class ScaleMode {
  global,    ///< centre; divide by one standard deviation (ddof 1) for all columns: keeps the
             ///< geometry
  none,      ///< as they are
  standard,  ///< centre and divide each column by its own standard deviation
};

/// "global", "none" or "standard".
std::string_view to_string(ScaleMode mode);

/// An affine map of each input column, x → (x - centre) / divisor. Empty: the identity.
struct InputScaling {
  std::vector<double> centre;
  std::vector<double> divisor;
  bool operator==(const InputScaling&) const = default;
};

/// The map that `mode` means for these points. A constant column gets divisor 1, so it becomes 0.
/// Throws Error where all columns are constant and `mode` would divide by their spread.
///
///     gnac::InputScaling scaling = gnac::fit_scaling(points, gnac::ScaleMode::standard);
///     gnac::Points scaled = gnac::apply_scaling(more_points, scaling);
InputScaling fit_scaling(PointsView points, ScaleMode mode);

/// Apply it. Throws Error when the number of columns differs.
Points apply_scaling(PointsView points, const InputScaling& scaling);

}  // namespace gnac
