#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

#include "readout/elimination.h"

namespace gnac::detail {
namespace {

// Called from long sequential loops for the observer's heartbeat.
void beat(std::int64_t step, Team& team) {
  if (step % 256 == 0) team.for_each(1, [](std::int64_t) {});
}

// Approximate minimum degree; it expects the diagonal to be present.
std::vector<std::int32_t> fill_reducing_order(const Laplacian& l) {
  const std::int64_t n = l.rows();
  Eigen::SparseMatrix<double> lower(n, n);
  lower.resizeNonZeros(std::ssize(l.neighbor) / 2 + n);
  int end = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    lower.innerIndexPtr()[end++] = static_cast<int>(i);
    for (auto e = l.offset[i]; e < l.offset[i + 1]; ++e) {
      if (l.neighbor[e] > i) lower.innerIndexPtr()[end++] = l.neighbor[e];
    }
    lower.outerIndexPtr()[i + 1] = end;
  }
  std::fill_n(lower.valuePtr(), end, 1.0);
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(lower.selfadjointView<Eigen::Lower>(), order);
  return {order.indices().data(), order.indices().data() + n};
}

}  // namespace

std::optional<ExactElimination> ExactElimination::plan(const Laplacian& l, double most_operations,
                                                       Team& team) {
  // A banded elimination in breadth-first order needs at most rows·width² multiplications. A good
  // order needs far fewer, by a factor of about 10 (expander) to 100 (plane): beyond that, ordering
  // is not worth the time.
  const auto n = l.rows();
  const auto width = static_cast<double>(l.width);
  if (static_cast<double>(n) * width * width > 100 * most_operations) return std::nullopt;
  if (std::ssize(l.neighbor) >= std::int64_t{1} << 30) return std::nullopt;  // the order is 32-bit

  ExactElimination plan;
  plan.order_ = fill_reducing_order(l);
  std::vector<std::int32_t> step_of(n);
  for (std::int64_t k = 0; k < n; ++k) step_of[plan.order_[k]] = static_cast<std::int32_t>(k);

  plan.degree_.resize(n);
  plan.earlier_.assign(1, 0);
  plan.parent_.assign(n, -1);
  std::vector<std::int64_t> count(n, 0);
  std::vector<std::int32_t> seen(n);
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int32_t i = plan.order_[k];
    const auto step = static_cast<std::int32_t>(k);
    seen[k] = step;
    for (auto e = l.offset[i]; e < l.offset[i + 1]; ++e) {
      const double a = l.value[e] * l.root[i] * l.root[l.neighbor[e]];
      plan.degree_[k] += a;
      std::int32_t j = step_of[l.neighbor[e]];
      if (j > step) continue;
      plan.step_.push_back(j);
      plan.weight_.push_back(a);
      for (; seen[j] != step; j = plan.parent_[j]) {  // row k of G: the paths from j up to k
        if (plan.parent_[j] < 0) plan.parent_[j] = step;
        ++count[j];
        seen[j] = step;
      }
    }
    plan.earlier_.push_back(std::ssize(plan.step_));
    beat(k, team);
  }
  double operations = 0;
  plan.column_.assign(1, 0);
  for (const std::int64_t c : count) {
    operations += static_cast<double>(c) * static_cast<double>(c);
    plan.column_.push_back(plan.column_.back() + c);
  }
  if (operations > most_operations) return std::nullopt;
  return plan;
}

Elimination ExactElimination::eliminate(double shift, Team& team) const {
  const auto n = std::ssize(order_);
  Elimination g;
  g.order = order_;
  g.column = column_;
  g.step.resize(column_.back());
  g.multiplier.resize(column_.back());
  g.pivot.resize(n);

  // Row by row: row k of G solves a triangular system with the rows before it, whose pattern is a
  // union of paths in the elimination tree.
  std::vector<std::int64_t> end(column_.begin(), column_.end() - 1);  // of each column so far
  std::vector<double> y(n, 0.0);
  std::vector<std::int32_t> seen(n, -1), path(n), pattern(n);
  for (std::int64_t k = 0; k < n; ++k) {
    const auto step = static_cast<std::int32_t>(k);
    seen[k] = step;
    std::int64_t top = n;  // pattern[top..n) in an order in which a node follows its descendants
    for (auto e = earlier_[k]; e < earlier_[k + 1]; ++e) {
      y[step_[e]] -= weight_[e];
      std::int64_t length = 0;
      for (std::int32_t j = step_[e]; seen[j] != step; j = parent_[j]) {
        path[length++] = j;
        seen[j] = step;
      }
      while (length > 0) pattern[--top] = path[--length];
    }
    double pivot = degree_[k] - shift * degree_[k];
    for (; top < n; ++top) {
      const std::int32_t j = pattern[top];
      const double yj = y[j];
      y[j] = 0;
      for (auto e = column_[j]; e < end[j]; ++e) y[g.step[e]] += g.multiplier[e] * yj;
      const double gkj = yj / g.pivot[j];
      pivot -= gkj * yj;
      g.step[end[j]] = step;
      g.multiplier[end[j]++] = -gkj;
    }
    g.pivot[k] = pivot;
    beat(k, team);
  }
  return g;
}

Elimination ExactElimination::factor(Team& team) const {
  Elimination g = eliminate(0, team);
  g.pivot.back() = 0;
  return g;
}

std::int64_t ExactElimination::eigenvalues_below(double shift, Team& team) const {
  const auto pivot = eliminate(shift, team).pivot;
  return std::count_if(pivot.begin(), pivot.end(), [](double p) { return p < 0; });
}

}  // namespace gnac::detail
