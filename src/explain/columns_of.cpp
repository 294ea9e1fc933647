#include "explain/columns_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "explain/intervals.h"

namespace gnac::detail {

std::vector<ExplainColumn> explain_columns(const ExplainData& data, std::int64_t rows, Team& team) {
  std::vector<ExplainColumn> out(static_cast<std::size_t>(data.points.d));
  for (std::int64_t c = 0; c < data.points.d; ++c) {
    out[c].name = data.columns.empty() ? fmt::format("x{}", c) : data.columns[c];
    out[c].is_date = !data.dates.empty() && data.dates[c];
    for (std::int64_t i = 0; i < rows; ++i) out[c].value.push_back(data.points(i, c));
  }
  for (const TextColumn& given : data.categories) {
    ExplainColumn column;
    column.name = given.name;
    std::map<std::string, double> number;
    for (const std::string& text : given.values) number.emplace(text, 0);
    for (auto& [text, at] : number) {
      at = static_cast<double>(column.category.size());
      column.category.push_back(text);
    }
    for (const std::string& text : given.values) column.value.push_back(number.at(text));
    out.push_back(std::move(column));
  }
  const std::int64_t step = (rows + kMostRows - 1) / kMostRows;
  team.for_each(std::ssize(out), [&](std::int64_t c) {
    ExplainColumn& column = out[c];
    for (std::int64_t i = 0; i < rows; i += step)
      column.order.push_back(static_cast<std::int32_t>(i));
    std::ranges::sort(column.order, [&](std::int32_t a, std::int32_t b) {
      return column.value[a] != column.value[b] ? column.value[a] < column.value[b] : a < b;
    });
  });
  return out;
}

bool holds(const Condition& condition, const ExplainColumn& column, std::int64_t row) {
  const double value = column.value[row];
  if (condition.is_category)
    return column.category[static_cast<std::size_t>(value)] == condition.category;
  return value >= condition.low && value < condition.high;
}

Condition best_condition(const ExplainColumn& column, std::span<const double> weight) {
  Condition out{.column = column.name, .is_date = column.is_date};
  if (column.category.empty()) {
    const Interval interval = best_interval(column.order, column.value, weight);
    out.low = interval.low;
    out.high = interval.high;
    return out;
  }
  std::vector<double> sum(column.category.size(), 0);
  for (const std::int32_t row : column.order)
    sum[static_cast<std::size_t>(column.value[row])] += weight[row];
  out.is_category = true;
  out.category = column.category[std::ranges::max_element(sum) - sum.begin()];
  return out;
}

}  // namespace gnac::detail
