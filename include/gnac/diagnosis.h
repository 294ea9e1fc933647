#pragma once

#include <span>
#include <string>
#include <vector>

#include "gnac/options.h"
#include "gnac/points.h"
#include "gnac/progress.h"

namespace gnac {

/// What about a table would hurt a fit, and what a user can do about each.
enum class FindingKind {
  ruling_column,    ///< one column decides nearly all distances
  mixed_units,      ///< spreads of several orders
  index_column,     ///< a column that counts the rows
  constant_column,  ///< it tells nothing
  long_tails,       ///< a few values make the spread of a column
  duplicates,       ///< many rows are equal
  few_points,       ///< the graph is nearly complete
  many_components,  ///< the neighbourhood graph falls apart
  far_points,       ///< a few points lie far from all others
  high_dimension,   ///< distances hardly differ
};

/// A finding of this gravity should not be passed over in silence.
inline constexpr double kGrave = 0.5;

/// One of them.
struct Finding {
  FindingKind kind = FindingKind::ruling_column;
  double gravity = 0;  ///< in [0, 1]
  std::string text;    ///< a sentence without advice
  std::string column;  ///< the column that it is about; "" for the table
};

/// What can be said of a table as a whole.
struct Diagnosis {
  std::vector<Finding> findings;        ///< the gravest first
  ScaleMode scale = ScaleMode::global;  ///< what choose_scale() says
  double intrinsic_dimension = 0;  ///< by maximum likelihood over the neighbourhoods; 0: unknown
  int components = 0;              ///< of the neighbourhood graph
};

/// What the columns alone show: cheap enough for every fit. `names` are those of the columns, or
/// empty; the last `indicators` columns are 0 or 1 for a category, of which nothing is said.
std::vector<Finding> diagnose_columns(PointsView points, const Options& options,
                                      std::span<const std::string> names = {},
                                      std::int64_t indicators = 0);

/// That, and what the neighbourhood graph shows.
///
///     for (const gnac::Finding& finding : gnac::diagnose(points).findings) finding.text;
Diagnosis diagnose(PointsView points, const Options& options = {},
                   std::span<const std::string> names = {}, const Observer& observer = {},
                   std::int64_t indicators = 0);

}  // namespace gnac
