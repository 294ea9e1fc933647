#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gnac/explain.h"
#include "support/team.h"

namespace gnac::detail {

/// A column in a form that conditions are looked for in. Categories are numbered.
struct ExplainColumn {
  std::string name;
  bool is_date = false;
  std::vector<double> value;          ///< per row; the number of its category
  std::vector<std::string> category;  ///< by number; empty: the column is numeric
  std::vector<std::int32_t> order;    ///< the rows of the sample, ascending by value
};

/// The columns of a table. Conditions are looked for among at most kMostRows rows, evenly chosen,
/// and then counted in all.
inline constexpr std::int64_t kMostRows = 20'000;
std::vector<ExplainColumn> explain_columns(const ExplainData& data, std::int64_t rows, Team& team);

/// Does the condition hold for this row of the column it is about?
bool holds(const Condition& condition, const ExplainColumn& column, std::int64_t row);

/// The condition on this column for which the rows it fits have the largest sum of weights (one per
/// row, 0 outside of the sample).
Condition best_condition(const ExplainColumn& column, std::span<const double> weight);

}  // namespace gnac::detail
