#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gnac/points.h"

namespace gnac {

/// How raw columns are brought to a scale of order 1.
enum class ScaleMode {
  global,     ///< centre; divide by one standard deviation (ddof 1) for all columns: keeps the
              ///< geometry
  none,       ///< as they are
  standard,   ///< centre and divide each column by its own standard deviation
  robust,     ///< each column: subtract its median, divide by the distance of its quartiles
  rank,       ///< each column by the ranks of its values, so that neither units nor tails count
  automatic,  ///< global, standard or rank, whichever the columns call for: choose_scale()
};

/// "global", "none", "standard", "robust", "rank" or "auto".
std::string_view to_string(ScaleMode mode);

/// A map of each input column, x → (x - centre) / divisor, of x itself or of its rank. Empty: the
/// identity.
struct InputScaling {
  std::vector<double> centre;
  std::vector<double> divisor;
  std::vector<double> ranked;  ///< mode rank: the fitted values of each column, ascending, d×n

  bool operator==(const InputScaling&) const = default;
};

/// What `automatic` means for these points, from their columns alone. Coordinates of one unit have
/// spreads of one order, so `global` keeps their geometry. Where spreads differ by more than a
/// factor of 10 the units do: then `standard`, or `rank` where a column has tails so long that its
/// deviation is that of a few values. The last `indicators` columns are left aside.
ScaleMode choose_scale(PointsView points, std::int64_t indicators = 0);

/// The map that `mode` means for these points. A constant column gets divisor 1, so it becomes 0.
/// Throws Error where all columns are constant and `mode` would divide by their spread.
///
/// The last `indicators` columns are 0 or 1 for a category (gnac/categories.h) and stay so whatever
/// the mode: rows of different categories are then √2 apart, as two rows are on average in a column
/// of deviation 1.
///
///     gnac::InputScaling scaling = gnac::fit_scaling(points, gnac::ScaleMode::standard);
///     gnac::Points scaled = gnac::apply_scaling(more_points, scaling);
InputScaling fit_scaling(PointsView points, ScaleMode mode, std::int64_t indicators = 0);

/// Apply it. Throws Error when the number of columns differs.
Points apply_scaling(PointsView points, const InputScaling& scaling);

/// The same in place, for points that are given up.
Points apply_scaling(Points&& points, const InputScaling& scaling);

}  // namespace gnac
