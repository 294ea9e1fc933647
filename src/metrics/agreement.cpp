#include "metrics/agreement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "gnac/error.h"
#include "metrics/assignment.h"
#include "support/rand_index.h"

namespace gnac::detail {
namespace {

double real(std::int64_t count) {
  return static_cast<double>(count);
}

double pairs_in(const std::vector<std::int64_t>& sizes) {
  double sum = 0;
  for (const auto s : sizes) sum += pairs_of(real(s));
  return sum;
}

double pairs_together(const Contingency& t) {
  double sum = 0;
  for (const auto& cell : t.cells) sum += pairs_of(real(cell.count));
  return sum;
}

double entropy(const std::vector<std::int64_t>& sizes, std::int64_t points) {
  if (sizes.size() == 1) return 0;
  double sum = 0;
  for (const auto s : sizes) sum -= real(s) / real(points) * std::log(real(s) / real(points));
  return sum;
}

bool trivial_alike(const Contingency& t) {
  const auto n = static_cast<std::size_t>(t.points);
  const bool one = t.rows.size() == 1 && t.columns.size() == 1;
  return one || (t.rows.size() == n && t.columns.size() == n);
}

}  // namespace

double adjusted_rand(const Contingency& t) {
  return adjusted_rand_of_pairs(pairs_together(t), pairs_in(t.rows), pairs_in(t.columns),
                                pairs_of(real(t.points)));
}

double mutual_information(const Contingency& t) {
  if (t.rows.size() == 1 || t.columns.size() == 1) return 0;
  double sum = 0;
  for (const auto& cell : t.cells) {
    // n·n_ij / (n_i·n_j), in an order in which no product overflows
    const double ratio =
        real(cell.count) / real(t.rows[cell.row]) * (real(t.points) / real(t.columns[cell.column]));
    sum += real(cell.count) / real(t.points) * std::log(ratio);
  }
  return std::max(0.0, sum);
}

double adjusted_mutual_information(const Contingency& t) {
  if (trivial_alike(t)) return 1;
  const double expected = expected_mutual_information(t);
  const double mean = (entropy(t.rows, t.points) + entropy(t.columns, t.points)) / 2;
  // Both differences vanish together if one side is trivial; keep the quotient finite.
  const double tiny = std::numeric_limits<double>::epsilon();
  const double most = mean - expected;
  return (mutual_information(t) - expected) /
         (most < 0 ? std::min(most, -tiny) : std::max(most, tiny));
}

double normalised_mutual_information(const Contingency& t) {
  if (trivial_alike(t)) return 1;
  const double mean = (entropy(t.rows, t.points) + entropy(t.columns, t.points)) / 2;
  return mutual_information(t) / mean;
}

double homogeneity(const Contingency& t) {
  const double h = entropy(t.rows, t.points);
  return h == 0 ? 1 : mutual_information(t) / h;
}

double completeness(const Contingency& t) {
  const double h = entropy(t.columns, t.points);
  return h == 0 ? 1 : mutual_information(t) / h;
}

double v_measure(const Contingency& t) {
  const double h = homogeneity(t);
  const double c = completeness(t);
  return h + c == 0 ? 0 : 2 * h * c / (h + c);
}

double fowlkes_mallows(const Contingency& t) {
  const double together = pairs_together(t);
  if (together == 0) return trivial_alike(t) ? 1 : 0;
  return std::sqrt(together / pairs_in(t.rows)) * std::sqrt(together / pairs_in(t.columns));
}

double purity(const Contingency& t) {
  std::vector<std::int64_t> most(t.columns.size());
  for (const auto& cell : t.cells) most[cell.column] = std::max(most[cell.column], cell.count);
  std::int64_t sum = 0;
  for (const auto m : most) sum += m;
  return real(sum) / real(t.points);
}

double normalised_clustering_accuracy(const Contingency& t) {
  const std::size_t rows = t.rows.size();
  const std::size_t columns = std::max(rows, t.columns.size());
  if (columns > (std::size_t{1} << 26) / rows) {
    throw Error("NCA matches clusters to classes through a full table, but " +
                std::to_string(rows) + " by " + std::to_string(columns) +
                " is too large; use ari or ami instead");
  }
  std::vector<double> share(rows * columns);
  for (const auto& cell : t.cells) {
    share[cell.row * columns + cell.column] = real(cell.count) / real(t.rows[cell.row]);
  }
  const double sum = largest_assignment(share, rows, columns);
  return rows == 1 ? sum : (sum - 1) / (real(static_cast<std::int64_t>(rows)) - 1);
}

}  // namespace gnac::detail
