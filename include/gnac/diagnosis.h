#pragma once

#include <span>
#include <string>
#include <vector>

#include "gnac/options.h"
#include "gnac/points.h"
#include "gnac/progress.h"

namespace gnac {

/// Properties of a table that would hurt a fit.
enum class FindingKind {
  ruling_column,    ///< one column decides nearly all distances
  mixed_units,      ///< spreads of several orders
  index_column,     ///< a column that counts the rows
  constant_column,  ///< it carries no information
  long_tails,       ///< a few values dominate the spread of a column
  duplicates,       ///< many rows are equal
  few_points,       ///< the graph is nearly complete
  many_components,  ///< the neighbourhood graph falls apart
  far_points,       ///< a few points lie far from all others
  high_dimension,   ///< distances hardly differ
};

/// A finding at least this severe should be shown to the user.
inline constexpr double kSevere = 0.5;

/// One such property, found in a table.
struct Finding {
  FindingKind kind = FindingKind::ruling_column;
  double severity = 0;  ///< in [0, 1]
  std::string text;     ///< one sentence, without advice
  std::string column;   ///< the column concerned; "" for the whole table
};

/// All findings about a table.
struct Diagnosis {
  std::vector<Finding> findings;        ///< most severe first
  ScaleMode scale = ScaleMode::global;  ///< the choice of choose_scale()
  Metric metric = Metric::euclidean;    ///< the same
  std::string scale_reason;             ///< why
  double intrinsic_dimension = 0;  ///< by maximum likelihood over the neighbourhoods; 0: unknown
  int components = 0;              ///< of the neighbourhood graph
};

/// Findings from the columns alone: cheap enough for every fit. `names` are the column names, or
/// empty; the last `indicators` columns are 0 or 1 for a category and are not examined.
std::vector<Finding> diagnose_columns(PointsView points, const Options& options,
                                      std::span<const std::string> names = {},
                                      std::int64_t indicators = 0);

/// The same, plus findings from the neighbourhood graph.
///
///     for (const gnac::Finding& finding : gnac::diagnose(points).findings) finding.text;
Diagnosis diagnose(PointsView points, const Options& options = {},
                   std::span<const std::string> names = {}, const Observer& observer = {},
                   std::int64_t indicators = 0);

}  // namespace gnac
