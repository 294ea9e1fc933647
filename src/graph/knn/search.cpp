#include "graph/knn/search.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "graph/knn.h"

namespace gnac::detail::knn_detail {

Search::Search(const LeafTree& tree, const Filter* filter, const Kernels& kernels, std::int64_t k,
               Queries queries, const WholeRows* whole)
    : tree_(tree),
      filter_(filter),
      kernels_(kernels),
      k_(k),
      queries_(queries),
      whole_(whole),
      boxed_(tree.box_columns.size() * kGroup),
      middle_(tree.box_columns.size()),
      best_(queries.count * k),
      found_(queries.count),
      worst_(queries.count),
      reach_(kGroup, std::numeric_limits<double>::infinity()),
      transposed_(tree.d * kLeafWidth) {
  for (std::int64_t q = 0; q < queries.count; ++q) {
    for (std::size_t c = 0; c < middle_.size(); ++c) {
      const double value = row(q)[tree.box_columns[c]];
      boxed_[c * kGroup + q] = value;
      middle_[c] += value / static_cast<double>(queries.count);
    }
  }
  if (filter == nullptr) return;
  rows_.resize(queries.count * tree.d);
  norms_.resize(queries.count);
  limits_.resize(queries.count);
  for (std::int64_t q = 0; q < queries.count; ++q) {
    norms_[q] = filter->query(row(q), rows_.data() + q * tree.d);
  }
}

void Search::bound(std::int64_t q, const Candidate& worst) {
  reach_to(q, worst);
}

void Search::run() {
  const std::int64_t count = queries_.count;
  visit(0, count == kGroup ? ~QuerySet{0} : (QuerySet{1} << count) - 1, 0);
  for (std::int64_t q = 0; q < count; ++q) {
    std::sort(neighbours(q).begin(), neighbours(q).end());
  }
}

void Search::visit(std::int32_t v, QuerySet active, std::size_t depth) {
  const LeafTree::Node& node = tree_.nodes[v];
  // A box rules out little that its children's boxes would not, so testing every other level is
  // enough.
  if (node.leaves == 1 || depth % 2 == 0) active = of_interest(v, active);
  if (active == 0) return;
  if (node.leaves == 1) {
    scan(node.first_leaf, active);
    return;
  }
  // The nearer side first, so that the far side is searched with better neighbours known.
  std::int32_t near = LeafTree::left(v);
  std::int32_t far = tree_.right(v);
  if (middle_[node.split_column] > node.split_value) std::swap(near, far);
  visit(near, active, depth + 1);
  visit(far, active, depth + 1);
}

// The queries whose distance to the box of `v` does not rule out its points. Bounds and distances
// are both sums with rounding errors, relative and (underflow) absolute: the comparison has room
// for them.
QuerySet Search::of_interest(std::int32_t v, QuerySet active) const {
  constexpr double kUnderflow = 0x1.0p-1000;
  const double room = 1 - static_cast<double>(tree_.d + kBoxColumns + 8) * 0x1.0p-52;
  const std::int64_t columns = tree_.box_stride();
  return kernels_.near_box(boxed_.data(), reach_.data(), active, tree_.low.data() + v * columns,
                           tree_.high.data() + v * columns, columns, room, kUnderflow);
}

void Search::scan(std::int64_t leaf, QuerySet active) {
  const QuerySet filterable = filterable_;
  scanned_ += std::popcount(active) * tree_.leaf_size(leaf);
  for (QuerySet left = active & ~filterable; left != 0; left &= left - 1)
    scan_directly(leaf, std::countr_zero(left));
  std::int32_t row[kFilterRows];
  std::size_t rows = 0;
  for (QuerySet left = active & filterable; left != 0; left &= left - 1) {
    row[rows++] = std::countr_zero(left);
    if (rows < kFilterRows && (left & (left - 1)) != 0) continue;
    scan_filtered(leaf, {row, rows});
    rows = 0;
  }
  if (!pending_.empty()) compare_pending();
}

void Search::scan_filtered(std::int64_t leaf, std::span<const std::int32_t> active) {
  const float* row[kFilterRows];
  float limit[kFilterRows];
  std::uint32_t survivors[kFilterRows];
  for (std::size_t r = 0; r < kFilterRows; ++r) {
    const std::int32_t q = active[std::min(r, active.size() - 1)];
    row[r] = rows_.data() + q * tree_.d;
    limit[r] = limits_[q];
  }
  kernels_.filter(row, limit, filter_->leaf(leaf), filter_->norm(leaf), tree_.d, survivors);
  for (std::size_t r = 0; r < active.size(); ++r) {
    const std::int32_t q = active[r];
    for (std::uint32_t bits = survivors[r]; bits != 0; bits &= bits - 1) {
      const std::int64_t position = leaf * kLeafWidth + std::countr_zero(bits);
      if (position != self(q)) compare(q, position);
    }
  }
}

void Search::compare(std::int64_t q, std::int64_t position) {
  ++compared_;
  if (whole_ == nullptr || whole_->may_be_within(self(q), position, worst_[q].squared))
    pending_.push_back({q, position});
}

void Search::compare_pending() {
  squares_.resize(pending_.size());
  const auto left = [&](std::int64_t a) { return row(pending_[a].query); };
  const auto right = [&](std::int64_t a) { return tree_.row(pending_[a].position); };
  if (whole_ == nullptr) {
    squared_distances(std::ssize(pending_), tree_.d, left, right, squares_.data());
  } else {
    pairs_.clear();
    for (const Pending& p : pending_) pairs_.push_back({self(p.query), p.position});
    whole_->squared(pairs_, squares_.data());
  }
  for (std::size_t a = 0; a < pending_.size(); ++a)
    offer(pending_[a].query, {squares_[a], tree_.order[pending_[a].position]});
  pending_.clear();
}

void Search::scan_directly(std::int64_t leaf, std::int64_t q) {
  const std::int64_t size = tree_.leaf_size(leaf);
  if (transposed_leaf_ != leaf) {
    transposed_leaf_ = leaf;
    for (std::int64_t p = 0; p < size; ++p) {
      const double* row = tree_.row(leaf * kLeafWidth + p);
      for (std::int64_t c = 0; c < tree_.d; ++c) transposed_[c * kLeafWidth + p] = row[c];
    }
  }
  double squared[kLeafWidth];
  std::uint32_t near = kernels_.distances(row(q), transposed_.data(), tree_.d, reach_[q], squared);
  if (size < kLeafWidth) near &= (std::uint32_t{1} << size) - 1;
  for (; near != 0; near &= near - 1) {
    const int p = std::countr_zero(near);
    const std::int64_t position = leaf * kLeafWidth + p;
    if (position == self(q)) continue;
    if (whole_ == nullptr) {
      offer(q, {squared[p], tree_.order[position]});
    } else {
      compare(q, position);
    }
  }
}

void Search::offer(std::int64_t q, Candidate candidate) {
  if (!(candidate < worst_[q])) return;
  const std::span list(best_.data() + q * k_, static_cast<std::size_t>(k_));
  if (found_[q] == k_) {
    std::pop_heap(list.begin(), list.end());
    list.back() = candidate;
    std::push_heap(list.begin(), list.end());
  } else {
    list[found_[q]++] = candidate;
    if (found_[q] < k_) return;
    std::make_heap(list.begin(), list.end());
  }
  reach_to(q, list.front());
}

void Search::reach_to(std::int64_t q, const Candidate& worst) {
  worst_[q] = worst;
  reach_[q] = widened(whole_, worst.squared);
  if (filter_ == nullptr) return;
  limits_[q] = filter_->limit(norms_[q], reach_[q]);
  const QuerySet bit = QuerySet{1} << q;
  filterable_ = filter_->resolves(norms_[q], reach_[q]) ? filterable_ | bit : filterable_ & ~bit;
}

}  // namespace gnac::detail::knn_detail
