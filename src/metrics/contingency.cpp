#include "metrics/contingency.h"

#include <algorithm>
#include <string>
#include <utility>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

/// Labels replaced by their rank among the distinct ones; fills the sizes.
std::vector<std::int32_t> compress(std::span<const std::int32_t> labels,
                                   std::vector<std::int64_t>& sizes) {
  std::vector<std::int32_t> distinct(labels.begin(), labels.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  sizes.assign(distinct.size(), 0);
  std::vector<std::int32_t> ranks;
  ranks.reserve(labels.size());
  for (const std::int32_t label : labels) {
    const auto rank = std::lower_bound(distinct.begin(), distinct.end(), label) - distinct.begin();
    ++sizes[rank];
    ranks.push_back(static_cast<std::int32_t>(rank));
  }
  return ranks;
}

}  // namespace

Contingency contingency(std::span<const std::int32_t> reference,
                        std::span<const std::int32_t> predicted) {
  if (reference.size() != predicted.size()) {
    throw Error("the reference has " + std::to_string(reference.size()) +
                " labels but the prediction has " + std::to_string(predicted.size()) +
                "; they must describe the same points");
  }
  if (reference.empty()) throw Error("there are no labels to compare; every point may be noise");
  Contingency table;
  table.points = std::ssize(reference);
  const auto rows = compress(reference, table.rows);
  const auto columns = compress(predicted, table.columns);
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) pairs[i] = {rows[i], columns[i]};
  std::sort(pairs.begin(), pairs.end());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i == 0 || pairs[i] != pairs[i - 1]) {
      table.cells.push_back({pairs[i].first, pairs[i].second, 0});
    }
    ++table.cells.back().count;
  }
  return table;
}

}  // namespace gnac::detail
