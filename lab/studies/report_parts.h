#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "studies/analysis.h"
#include "studies/table_formats.h"

// Shared by the sections of a report.
namespace gnac::detail {

/// "G-NAC" for "gnac", the title of a method of study_methods(), else the name itself. Anything
/// after the first space is kept.
std::string method_title(const std::string& name);

/// The method that a report compares with the others: the universal rule where there are runs of
/// it, the published method where there are not.
template <class Named>
std::string lead_method(const std::map<std::string, Named>& by_method) {
  return by_method.contains("universal") ? "universal" : "gnac";
}

/// A method's place in the palette, the same in every figure. Methods of study_methods() come in
/// its order, then those that only studies have; variants, named after a space, share their
/// method's.
int method_colour(std::string_view name);

/// The row of a published table for a method, or null.
template <class Row>
const Row* published_row(std::span<const Row> rows, std::string_view method) {
  const auto found = std::ranges::find(rows, method, &Row::method);
  return found == rows.end() ? nullptr : &*found;
}

/// Three cells: ours, the paper's, the difference.
void add_beside(std::vector<Cell>& row, double ours, double paper, int decimals = 4);

/// The names of the methods, best mean ARI first.
std::vector<std::string> by_mean_ari(const std::map<std::string, MethodScores>& scores);

/// "[0.0352, 0.1371]".
std::string interval_text(const Interval& interval);

/// "34/20/19".
std::string record_text(int wins, int ties, int losses);

}  // namespace gnac::detail
