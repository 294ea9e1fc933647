#include "graph/knn/search.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "graph/knn.h"

namespace gnac::knn_detail {
namespace {

// Levels of the tree: it is balanced.
std::int64_t depth_of(const Tree& tree) {
  return std::bit_width(static_cast<std::uint64_t>(tree.leaves())) + 1;
}

}  // namespace

Search::Search(const Tree& tree, const Filter* filter, const Kernels& kernels, std::int64_t k,
               std::int64_t begin, std::int64_t end)
    : tree_(tree),
      filter_(filter),
      kernels_(kernels),
      k_(k),
      begin_(begin),
      count_(end - begin),
      boxed_(count_ * tree.box_stride),
      middle_(tree.box_columns.size()),
      best_(count_ * k),
      found_(count_),
      worst_(count_),
      filterable_(count_, 0),
      lists_(depth_of(tree) * count_),
      filtered_(count_),
      bounds_(count_),
      transposed_(tree.d * kLeaf) {
  for (std::int64_t q = 0; q < count_; ++q) {
    const double* row = tree.row(begin + q);
    double* boxed = boxed_.data() + q * tree.box_stride;
    for (std::size_t c = 0; c < middle_.size(); ++c) {
      boxed[c] = row[tree.box_columns[c]];
      middle_[c] += boxed[c] / static_cast<double>(count_);
    }
  }
  if (filter == nullptr) return;
  rows_.resize(count_ * tree.d);
  norms_.resize(count_);
  limits_.resize(count_);
  for (std::int64_t q = 0; q < count_; ++q) {
    norms_[q] = filter->query(tree.row(begin + q), rows_.data() + q * tree.d);
  }
}

void Search::run() {
  std::vector<std::int32_t> all(count_);
  std::iota(all.begin(), all.end(), 0);
  visit(0, all, 0);
  for (std::int64_t q = 0; q < count_; ++q) {
    std::sort(neighbours(q).begin(), neighbours(q).end());
  }
}

void Search::visit(std::int32_t v, Queries active, std::size_t depth) {
  const Node& node = tree_.nodes[v];
  // A box rules out little that the boxes of its children would not: every other level will do.
  if (node.leaves == 1 || depth % 2 == 0) active = of_interest(v, active, depth);
  if (active.empty()) return;
  if (node.leaves == 1) {
    scan(node.first_leaf, active);
    return;
  }
  // The nearer side first, so that the far side is met with better neighbours in hand.
  std::int32_t near = Tree::left(v);
  std::int32_t far = tree_.right(v);
  if (middle_[node.split_column] > node.split_value) std::swap(near, far);
  visit(near, active, depth + 1);
  visit(far, active, depth + 1);
}

// The queries whose distance to the box of `v` does not rule out its points. Bounds and distances
// are both sums with rounding errors, relative and (underflow) absolute: the comparison has room
// for them.
Search::Queries Search::of_interest(std::int32_t v, Queries active, std::size_t depth) {
  constexpr double kUnderflow = 0x1.0p-1000;
  const double room = 1 - static_cast<double>(tree_.d + kBoxColumns + 8) * 0x1.0p-52;
  const std::int64_t box = v * tree_.box_stride;
  kernels_.box_bounds(boxed_.data(), active.data(), std::ssize(active), tree_.low.data() + box,
                      tree_.high.data() + box, tree_.box_stride, bounds_.data());
  std::int32_t* const list = lists_.data() + static_cast<std::int64_t>(depth) * count_;
  std::size_t size = 0;
  for (std::size_t a = 0; a < active.size(); ++a) {
    if (bounds_[a] * room - kUnderflow > worst_[active[a]].squared) continue;
    list[size++] = active[a];
  }
  return {list, size};
}

void Search::scan(std::int64_t leaf, Queries active) {
  std::size_t filtered = 0;
  for (const std::int32_t q : active) {
    if (filterable_[q]) {
      filtered_[filtered++] = q;
    } else {
      scan_directly(leaf, q);
    }
  }
  const Queries rows(filtered_.data(), filtered);
  for (std::size_t f = 0; f < filtered; f += kFilterRows) {
    scan_filtered(leaf, rows.subspan(f, std::min<std::size_t>(kFilterRows, filtered - f)));
  }
}

void Search::scan_filtered(std::int64_t leaf, Queries active) {
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
    const std::int64_t self = begin_ + active[r];
    for (std::uint32_t bits = survivors[r]; bits != 0; bits &= bits - 1) {
      const std::int64_t position = leaf * kLeaf + std::countr_zero(bits);
      if (position == self) continue;
      offer(active[r], {squared_distance(tree_.row(self), tree_.row(position), tree_.d),
                        tree_.order[position]});
    }
  }
}

void Search::scan_directly(std::int64_t leaf, std::int64_t q) {
  const std::int64_t size = tree_.leaf_size(leaf);
  if (transposed_leaf_ != leaf) {
    transposed_leaf_ = leaf;
    for (std::int64_t p = 0; p < size; ++p) {
      const double* row = tree_.row(leaf * kLeaf + p);
      for (std::int64_t c = 0; c < tree_.d; ++c) transposed_[c * kLeaf + p] = row[c];
    }
  }
  double squared[kLeaf];
  std::uint32_t near = kernels_.distances(tree_.row(begin_ + q), transposed_.data(), tree_.d,
                                          worst_[q].squared, squared);
  if (size < kLeaf) near &= (std::uint32_t{1} << size) - 1;
  for (; near != 0; near &= near - 1) {
    const int p = std::countr_zero(near);
    const std::int64_t position = leaf * kLeaf + p;
    if (position != begin_ + q) offer(q, {squared[p], tree_.order[position]});
  }
}

void Search::offer(std::int64_t q, Candidate candidate) {
  if (!(candidate < worst_[q])) return;
  const auto list = neighbours(q);
  if (found_[q] == k_) {
    std::pop_heap(list.begin(), list.end());
    list.back() = candidate;
    std::push_heap(list.begin(), list.end());
  } else {
    list[found_[q]++] = candidate;
    if (found_[q] < k_) return;
    std::make_heap(list.begin(), list.end());
  }
  worst_[q] = list.front();
  if (filter_ == nullptr) return;
  limits_[q] = filter_->limit(norms_[q], worst_[q].squared);
  filterable_[q] = filter_->resolves(norms_[q], worst_[q].squared);
}

}  // namespace gnac::knn_detail
