#include "graph/knn/search.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include "graph/knn.h"

namespace gnac::knn_detail {

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
      limits_(count_, std::numeric_limits<float>::infinity()),
      box_rows_(count_),
      bounds_(count_),
      transposed_(tree.d * kLeaf) {
  for (std::int64_t q = 0; q < count_; ++q) {
    const double* row = tree.row(begin + q);
    for (std::size_t c = 0; c < middle_.size(); ++c) {
      const double value = row[tree.box_columns[c]];
      boxed_[q * tree.box_stride + static_cast<std::int64_t>(c)] = value;
      middle_[c] += value / static_cast<double>(count_);
    }
  }
  if (filter == nullptr) return;
  rows_.resize(count_ * tree.d);
  norms_.resize(count_);
  for (std::int64_t q = 0; q < count_; ++q) {
    norms_[q] = filter->query(tree.row(begin + q), rows_.data() + q * tree.d);
  }
}

void Search::run() {
  std::vector<std::int32_t> all(count_);
  std::iota(all.begin(), all.end(), 0);
  lists_.reserve(64);  // deeper than any tree, so that no list moves while a caller reads it
  visit(0, all, 0);
  for (std::int64_t q = 0; q < count_; ++q) {
    const auto list = neighbours(q);
    std::sort(list.begin(), list.end());
  }
}

std::span<Candidate> Search::neighbours(std::int64_t q) {
  return {best_.data() + q * k_, static_cast<std::size_t>(k_)};
}

void Search::visit(std::int32_t v, std::span<const std::int32_t> active, std::size_t depth) {
  if (lists_.size() <= depth) lists_.emplace_back();
  for (std::size_t a = 0; a < active.size(); ++a) {
    box_rows_[a] = boxed_.data() + active[a] * tree_.box_stride;
  }
  kernels_.box_bounds(box_rows_.data(), std::ssize(active), tree_.low.data() + v * tree_.box_stride,
                      tree_.high.data() + v * tree_.box_stride, tree_.box_stride, bounds_.data());
  auto& list = lists_[depth];
  list.clear();
  for (std::size_t a = 0; a < active.size(); ++a) {
    if (!hopeless(active[a], bounds_[a], v)) list.push_back(active[a]);
  }
  if (list.empty()) return;
  const Node& node = tree_.nodes[v];
  if (node.leaves == 1) {
    scan(node.first_leaf, list);
    return;
  }
  // The nearer side first. Equal values count as left, where the smaller indices are: among a mass
  // of duplicates the winners are then found before the rest is looked at.
  std::int32_t near = Tree::left(v);
  std::int32_t far = tree_.right(v);
  if (middle_[node.split_column] > node.split_value) std::swap(near, far);
  visit(near, list, depth + 1);
  visit(far, list, depth + 1);
}

// Whether no point of the node can be a neighbour of q. `bound` is the squared distance to the box,
// summed in some order; where that leaves a tie open it is summed again in the order of the
// columns, which by the monotonicity of rounding is at most the computed d² of every point inside.
bool Search::hopeless(std::int64_t q, double bound, std::int32_t v) const {
  constexpr double kSlack = static_cast<double>(kBoxColumns + 4) * 0x1.0p-52;
  const Candidate& worst = worst_[q];
  if (bound * (1 - kSlack) > worst.squared) return true;
  if (bound * (1 + kSlack) < worst.squared) return false;
  const double* row = boxed_.data() + q * tree_.box_stride;
  const double* low = tree_.low.data() + v * tree_.box_stride;
  const double* high = tree_.high.data() + v * tree_.box_stride;
  double sum = 0;
  for (std::size_t c = 0; c < middle_.size(); ++c) {
    const double gap = std::max({low[c] - row[c], row[c] - high[c], 0.0});
    sum += gap * gap;
  }
  return worst < Candidate{sum, tree_.nodes[v].min_index};
}

void Search::scan(std::int64_t leaf, std::span<const std::int32_t> active) {
  filtered_.clear();
  for (const std::int32_t q : active) {
    if (filter_ != nullptr && found_[q] == k_ && filter_->resolves(norms_[q], worst_[q].squared)) {
      filtered_.push_back(q);
    } else {
      scan_directly(leaf, q);
    }
  }
  for (std::size_t f = 0; f < filtered_.size(); f += kFilterRows) {
    scan_filtered(leaf, std::span(filtered_).subspan(
                            f, std::min<std::size_t>(kFilterRows, filtered_.size() - f)));
  }
}

void Search::scan_filtered(std::int64_t leaf, std::span<const std::int32_t> active) {
  const float* row[kFilterRows];
  float limit[kFilterRows];
  std::uint32_t survivors[kFilterRows];
  for (std::size_t r = 0; r < kFilterRows; ++r) {
    const std::int32_t q = active[std::min(r, active.size() - 1)];
    row[r] = rows_.data() + q * tree_.d;
    limit[r] = r < active.size() ? limits_[q] : -std::numeric_limits<float>::infinity();
  }
  kernels_.filter(row, limit, filter_->leaf(leaf), filter_->norm(leaf), tree_.d, survivors);
  for (std::size_t r = 0; r < active.size(); ++r) {
    const double* query = tree_.row(begin_ + active[r]);
    for (std::uint32_t bits = survivors[r]; bits != 0; bits &= bits - 1) {
      const std::int64_t position = leaf * kLeaf + std::countr_zero(bits);
      if (position == begin_ + active[r]) continue;
      offer(active[r],
            {squared_distance(query, tree_.row(position), tree_.d), tree_.order[position]});
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
  std::uint32_t bits = kernels_.distances(tree_.row(begin_ + q), transposed_.data(), tree_.d,
                                          worst_[q].squared, squared);
  if (size < kLeaf) bits &= (std::uint32_t{1} << size) - 1;
  for (; bits != 0; bits &= bits - 1) {
    const int p = std::countr_zero(bits);
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
  if (filter_ != nullptr) limits_[q] = filter_->limit(norms_[q], worst_[q].squared);
}

}  // namespace gnac::knn_detail
