#pragma once

#include <cstdint>
#include <string>
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
  robust,     ///< each column: subtract its median, divide by its interquartile range
  rank,       ///< each column by the ranks of its values, so that neither units nor tails count
  table,      ///< as standard, but columns with a long tail on a logarithmic scale (asinh)
  automatic,  ///< global or table, whichever fits the columns: choose_scale()
};

/// "global", "none", "standard", "robust", "rank", "table" or "auto".
std::string_view to_string(ScaleMode mode);

/// A map for each input column, x → (x - centre) / divisor, applied to x, to its rank, or to x bent
/// like a logarithm. Empty: the identity.
struct InputScaling {
  std::vector<double> centre;
  std::vector<double> divisor;
  std::vector<double> ranked;  ///< mode rank: the fitted values of each column, ascending, d×n
  /// Mode table: a column with a long tail becomes asinh((x - bend_centre) / bend_divisor) first.
  /// Empty if no column has one; a divisor of 0 leaves its column as it is.
  std::vector<double> bend_centre;
  std::vector<double> bend_divisor;

  bool operator==(const InputScaling&) const = default;
};

/// A scaling, and why it was chosen.
struct ScaleChoice {
  ScaleMode scale = ScaleMode::global;
  std::string reason;  ///< in words, e.g. "spreads within a factor of 2.1"
};

/// What `automatic` means for these points, judged by their columns alone. Columns of one unit keep
/// their geometry (`global`): two or three columns of similar spread and shape (coordinates), many
/// with one range (pixels, indicators) or of similar spread, and uncorrelated columns of falling
/// spread (principal components). All others are a `table`. Constant columns and the last
/// `indicators` columns are ignored.
///
///     gnac::choose_scale(points).scale == gnac::ScaleMode::global;
ScaleChoice choose_scale(PointsView points, std::int64_t indicators = 0);

/// The map of this mode, fitted to these points. A constant column gets divisor 1, so it becomes 0.
/// Throws Error if all columns are constant and `mode` would divide by their spread.
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
