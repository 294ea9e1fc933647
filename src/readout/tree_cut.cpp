#include "readout/tree_cut.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "support/relabel.h"

namespace gnac::detail {
namespace {

constexpr double kShare = 0.25;  // the smallest piece, as a share of n/K
constexpr std::int64_t kLeast = 5;

/// Both directions of every link, by node.
struct Adjacency {
  std::vector<std::int64_t> offset;
  std::vector<std::int32_t> neighbor;

  Adjacency(std::span<const TreeLink> links, std::int64_t nodes)
      : offset(nodes + 1, 0), neighbor(2 * links.size()) {
    for (const auto& link : links) {
      ++offset[link.i + 1];
      ++offset[link.j + 1];
    }
    for (std::int64_t v = 0; v < nodes; ++v) offset[v + 1] += offset[v];
    std::vector<std::int64_t> next(offset.begin(), offset.end() - 1);
    for (const auto& link : links) {
      neighbor[next[link.i]++] = link.j;
      neighbor[next[link.j]++] = link.i;
    }
  }
  std::int64_t degree(std::int64_t v) const { return offset[v + 1] - offset[v]; }
};

}  // namespace

struct TreeCut::State {
  std::vector<std::int32_t> top;   // the root of the piece of each node
  std::vector<std::int64_t> size;  // counted nodes below and at each node, within its piece
  int pieces = 1;
};

TreeCut::TreeCut(std::span<const TreeLink> links, std::int64_t nodes) {
  assert(std::ssize(links) == nodes - 1);
  const Adjacency adjacent(links, nodes);
  number_.assign(nodes, -1);
  parent_.assign(nodes, -1);
  end_.resize(nodes);
  leaf_.resize(nodes);
  std::vector<std::pair<std::int32_t, std::int32_t>> stack{{0, -1}};  // node, parent's number
  std::int32_t next = 0;
  while (!stack.empty()) {
    const auto [v, parent] = stack.back();
    stack.pop_back();
    const std::int32_t here = next++;
    number_[v] = here;
    parent_[here] = parent;
    leaf_[here] = static_cast<char>(adjacent.degree(v) <= 1);
    for (auto e = adjacent.offset[v]; e < adjacent.offset[v + 1]; ++e) {
      if (number_[adjacent.neighbor[e]] < 0) stack.emplace_back(adjacent.neighbor[e], here);
    }
  }
  for (std::int64_t v = 0; v < nodes; ++v) end_[v] = static_cast<std::int32_t>(v) + 1;
  for (std::int64_t v = nodes; v-- > 1;) end_[parent_[v]] = std::max(end_[parent_[v]], end_[v]);
  inner_ = std::count(leaf_.begin(), leaf_.end(), 0);
  weakest_.reserve(links.size());
  for (auto link = links.rbegin(); link != links.rend(); ++link) {
    weakest_.push_back(std::max(number_[link->i], number_[link->j]));
  }
}

void TreeCut::cut_above(std::int32_t node, State& state) const {
  const std::int32_t top = state.top[node];
  for (std::int32_t v = parent_[node];; v = parent_[v]) {
    state.size[v] -= state.size[node];
    if (v == top) break;
  }
  for (std::int32_t v = node; v < end_[node];) {
    if (state.top[v] == top) {
      state.top[v++] = node;
    } else {
      v = end_[v];  // skip a piece that was cut off before
    }
  }
  ++state.pieces;
}

void TreeCut::pass(std::int64_t least, bool leaves_too, int clusters, State& state) const {
  for (const std::int32_t v : weakest_) {
    if (state.pieces == clusters) return;
    if (state.top[v] == v) continue;  // cut already
    if (!leaves_too && (leaf_[v] != 0 || leaf_[parent_[v]] != 0)) continue;
    if (std::min(state.size[v], state.size[state.top[v]] - state.size[v]) < least) continue;
    cut_above(v, state);
  }
}

std::vector<std::int32_t> TreeCut::labels(int clusters) const {
  const auto nodes = std::ssize(parent_);
  assert(clusters >= 1 && clusters <= nodes);
  State state{std::vector<std::int32_t>(nodes, 0), std::vector<std::int64_t>(nodes), 1};
  const auto count = [&](bool leaves_too) {
    for (std::int64_t v = 0; v < nodes; ++v) state.size[v] = leaves_too || leaf_[v] == 0 ? 1 : 0;
    for (std::int64_t v = nodes; v-- > 1;) {
      if (state.top[v] != v) state.size[parent_[v]] += state.size[v];
    }
  };
  count(false);
  auto least = std::max(kLeast, static_cast<std::int64_t>(kShare * static_cast<double>(inner_) /
                                                          static_cast<double>(clusters)));
  for (; least >= 1 && state.pieces < clusters; least /= 2) pass(least, false, clusters, state);
  if (state.pieces < clusters) {
    count(true);
    pass(1, true, clusters, state);
  }
  assert(state.pieces == clusters);
  std::vector<std::int32_t> labels(nodes);
  for (std::int64_t v = 0; v < nodes; ++v) labels[v] = state.top[number_[v]];
  relabel_by_appearance(labels, nodes);
  return labels;
}

}  // namespace gnac::detail
