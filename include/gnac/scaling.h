#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/points.h"
#include "gnac/table.h"

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
  automatic,  ///< global, table or none, whichever fits the columns: choose_scale()
};

/// "global", "none", "standard", "robust", "rank", "table" or "auto".
std::string_view to_string(ScaleMode mode);

/// How the distance of two points is measured, after the columns are scaled. Cosine and correlation
/// are Euclidean distances once apply_metric() has changed the rows: the squared distance is then
/// twice the cosine distance, or twice the correlation distance, so neighbours are the same.
enum class Metric {
  euclidean,    ///< the root of the sum of squared differences
  cosine,       ///< the angle as seen from the origin: rows are scaled to length 1
  correlation,  ///< cosine of rows whose own mean is subtracted first
  manhattan,    ///< the sum of absolute differences
  automatic,    ///< euclidean, cosine or correlation, whichever fits the columns: choose_scale()
};

/// "euclidean", "cosine", "correlation", "manhattan" or "auto".
std::string_view to_string(Metric metric);

/// Whether rows only count by their direction: cosine and correlation.
constexpr bool compares_directions(Metric metric) {
  return metric == Metric::cosine || metric == Metric::correlation;
}

/// Changes rows so that Euclidean distances mean this metric: to length 1 for cosine, after
/// subtracting each row's mean for correlation; others stay as they are. A row without direction
/// (zeros; for correlation, equal values) becomes zeros: all such rows are one point, at distance 1
/// from every other.
///
///     gnac::Points unit = gnac::apply_metric(points, gnac::Metric::cosine);
Points apply_metric(Points points, Metric metric);

/// A map for each input column, x → (x - centre) / divisor, applied to x, to its rank, or to x bent
/// like a logarithm; then apply_metric(). Empty: the identity.
struct InputScaling {
  std::vector<double> centre;
  std::vector<double> divisor;
  std::vector<double> ranked;  ///< mode rank: the fitted values of each column, ascending, d×n
  /// Mode table: a column with a long tail becomes asinh((x - bend_centre) / bend_divisor) first.
  /// Empty if no column has one; a divisor of 0 leaves its column as it is.
  std::vector<double> bend_centre;
  std::vector<double> bend_divisor;
  Metric metric = Metric::euclidean;

  bool operator==(const InputScaling&) const = default;
};

/// A scaling and a metric, and why they were chosen.
struct ScaleChoice {
  ScaleMode scale = ScaleMode::global;
  Metric metric = Metric::euclidean;
  std::string reason;  ///< in words, e.g. "spreads within a factor of 2.1"
};

/// The meaning of `automatic` for these points, judged by their columns alone; a scale or metric
/// that is given stays. Columns of one unit keep their geometry (`global`): two or three columns of
/// similar spread and shape (coordinates), many with one range (pixels, indicators) or of similar
/// spread, and uncorrelated columns of falling spread (principal components). All others are a
/// `table`. Many columns of one unit whose origin lies within the cloud are embeddings, which are
/// compared by direction (`cosine`); principal components are not. Many columns of which each
/// resembles the next are profiles (images, spectra, series), which are compared by their pattern,
/// whatever their level and contrast (`correlation`). Directions and patterns are seen from 0, so
/// `automatic` scaling leaves the columns as they are if they are asked for, and for profiles.
/// Constant columns and the last `indicators` columns are ignored.
///
///     gnac::choose_scale(points).scale == gnac::ScaleMode::global;
ScaleChoice choose_scale(PointsView points, std::int64_t indicators = 0,
                         ScaleMode scale = ScaleMode::automatic, Metric metric = Metric::automatic);

/// The map of this mode, fitted to these points. A constant column gets divisor 1, so it becomes 0.
/// Throws Error if all columns are constant and `mode` would divide by their spread.
///
/// The last `indicators` columns are 0 or 1 for a category (gnac/table.h) and become 0 or a weight:
/// as far apart as numbers are if the other columns bear the category out, else as neighbours
/// are (docs/formats.md). In mode `none` they stay as they are.
///
/// Directions (cosine, correlation) are those of the scaled rows: seen from the columns' means for
/// any mode that subtracts them, from 0 for `none`.
///
///     gnac::InputScaling scaling = gnac::fit_scaling(points, gnac::ScaleMode::standard);
///     gnac::Points scaled = gnac::apply_scaling(more_points, scaling);
InputScaling fit_scaling(PointsView points, ScaleMode mode, std::int64_t indicators = 0,
                         Metric metric = Metric::euclidean);

/// The same for the points of a table. In mode `table` dates and times, which are often only those
/// at which a row was written, count as far as the other numbers bear them out (docs/formats.md).
InputScaling fit_scaling(PointsView points, ScaleMode mode, const TableRecipe& table,
                         Metric metric = Metric::euclidean);

/// Apply it. Throws Error when the number of columns differs.
Points apply_scaling(PointsView points, const InputScaling& scaling);

/// The same in place, for points that are given up.
Points apply_scaling(Points&& points, const InputScaling& scaling);

/// Points that were scaled, in their own units again, up to rounding. Rows of which only the
/// direction was kept (cosine, correlation) stay as they are.
Points undo_scaling(Points points, const InputScaling& scaling);

}  // namespace gnac
