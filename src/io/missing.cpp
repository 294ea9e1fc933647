#include "io/missing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

void drop_rows(PointTable& table, const std::string& name) {
  Points& points = table.points;
  const auto d = static_cast<std::size_t>(points.d);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(points.n); ++i) {
    const auto row = points.values.begin() + static_cast<std::ptrdiff_t>(i * d);
    if (std::any_of(row, row + points.d, [](double v) { return std::isnan(v); })) {
      table.dropped.push_back(static_cast<std::int64_t>(i));
      continue;
    }
    std::copy(row, row + points.d, points.values.begin() + static_cast<std::ptrdiff_t>(kept * d));
    if (!table.ids.empty() && kept != i) table.ids[kept] = std::move(table.ids[i]);
    if (!table.labels.empty()) table.labels[kept] = table.labels[i];
    ++kept;
  }
  if (kept == 0) throw Error("every row of " + name + " has a missing value; none would remain");
  points.n = static_cast<std::int64_t>(kept);
  points.values.resize(kept * d);
  if (!table.ids.empty()) table.ids.resize(kept);
  if (!table.labels.empty()) table.labels.resize(kept);
}

double mean_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const double v : values) sum += v;
  if (std::isfinite(sum)) return sum / count;
  double mean = 0;  // the sum leaves the range of numbers, the mean does not
  for (const double v : values) mean += v / count;
  return mean;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : std::midpoint(values[half - 1], values[half]);
}

/// Of the categories that are there most often the first by its bytes: codes follow the order of
/// appearance, which new points do not share with those of a fit.
double mode_of(const std::vector<double>& codes, const CategoryCoder& coder) {
  std::vector<std::int64_t> count(coder.values().size());
  for (const double code : codes) ++count[static_cast<std::size_t>(code)];
  std::size_t most = 0;
  for (std::size_t code = 1; code < count.size(); ++code) {
    const bool before = coder.values()[code] < coder.values()[most];
    if (count[code] > count[most] || (count[code] == count[most] && before)) most = code;
  }
  return static_cast<double>(most);
}

void fill_columns(PointTable& table, Missing how, const std::vector<CategoryCoder>& coders,
                  const std::string& name) {
  Points& points = table.points;
  const std::int64_t numeric = points.d - std::ssize(coders);
  for (std::int64_t c = 0; c < points.d; ++c) {
    std::vector<double> known;
    for (std::int64_t i = 0; i < points.n; ++i) {
      const double value = points.values[static_cast<std::size_t>(i * points.d + c)];
      if (!std::isnan(value)) known.push_back(value);
    }
    if (known.size() == static_cast<std::size_t>(points.n)) continue;
    if (known.empty()) {
      throw Error("feature " + std::to_string(c + 1) + " of " + name +
                  " has no value at all; choose others with --columns");
    }
    const double fill = c >= numeric ? mode_of(known, coders[static_cast<std::size_t>(c - numeric)])
                        : how == Missing::mean ? mean_of(known)
                                               : median_of(std::move(known));
    for (std::int64_t i = 0; i < points.n; ++i) {
      double& value = points.values[static_cast<std::size_t>(i * points.d + c)];
      if (!std::isnan(value)) continue;
      value = fill;
      ++table.filled;
    }
  }
}

}  // namespace

void treat_missing(PointTable& table, Missing how, const std::vector<CategoryCoder>& coders,
                   const std::string& name) {
  if (how == Missing::drop) return drop_rows(table, name);
  if (how != Missing::refuse) fill_columns(table, how, coders, name);
}

}  // namespace gnac::detail
