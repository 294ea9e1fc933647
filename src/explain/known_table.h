#pragma once

#include "gnac/explain.h"
#include "gnac/model.h"
#include "gnac/points.h"
#include "gnac/table.h"

namespace gnac::detail {

/// A table as people know it: numbers in their own units, and columns of 0 and 1 as the categories
/// they stand for.
struct KnownTable {
  Points numbers;
  ExplainData data;  ///< its points are `numbers`
};

/// From the points as they were read. Without a recipe every column is a number.
KnownTable known_table(PointsView points, const TableRecipe& recipe);

/// From what a model keeps: its points with the scaling undone. Where only their direction was
/// kept (cosine, correlation), the columns stay as the rule saw them.
KnownTable known_table(const Model& model);

}  // namespace gnac::detail
