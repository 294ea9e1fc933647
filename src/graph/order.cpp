#include "graph/order.h"

#include <algorithm>
#include <span>
#include <utility>

namespace gnac::detail {
namespace {

// Breadth-first levels that can be computed repeatedly without clearing N marks each time.
class Levels {
 public:
  explicit Levels(const Graph& graph) : graph_(graph), seen_(graph.nodes, 0) {
    queue_.reserve(graph.nodes);
  }

  // Number the levels from `start`; returns how many there are. The last one is last().
  int from(std::int32_t start) {
    ++round_;
    queue_.assign(1, start);
    seen_[start] = round_;
    int count = 0;
    std::size_t level = 0;
    while (level < queue_.size()) {
      last_ = level;
      const std::size_t end = queue_.size();
      for (; level < end; ++level) visit(queue_[level]);
      ++count;
    }
    return count;
  }

  std::span<const std::int32_t> last() const { return std::span(queue_).subspan(last_); }

 private:
  void visit(std::int32_t v) {
    for (std::int64_t e = graph_.offset[v]; e < graph_.offset[v + 1]; ++e) {
      const std::int32_t u = graph_.neighbor[e];
      if (seen_[u] == round_) continue;
      seen_[u] = round_;
      queue_.push_back(u);
    }
  }

  const Graph& graph_;
  std::vector<std::int32_t> seen_;
  std::vector<std::int32_t> queue_;
  std::int32_t round_ = 0;
  std::size_t last_ = 0;
};

// George and Liu: move to a node of least degree in the last level while that deepens the levels.
// Each round costs one pass over the component; in practice two or three, so four are allowed.
std::int32_t pseudo_peripheral(const Graph& graph, Levels& levels, std::int32_t start) {
  constexpr int kRounds = 4;
  std::int32_t best = start;
  int depth = levels.from(start);
  for (int round = 0; round < kRounds; ++round) {
    const auto last = levels.last();
    const std::int32_t next =
        *std::min_element(last.begin(), last.end(), [&](std::int32_t a, std::int32_t b) {
          return std::pair(graph.degree(a), a) < std::pair(graph.degree(b), b);
        });
    const int next_depth = levels.from(next);
    if (next_depth <= depth) break;
    best = next;
    depth = next_depth;
  }
  return best;
}

}  // namespace

std::vector<std::int32_t> locality_order(const Graph& graph) {
  std::vector<std::int32_t> order;
  order.reserve(graph.nodes);
  std::vector<char> placed(graph.nodes, 0);
  Levels levels(graph);
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    if (placed[v]) continue;
    const std::size_t first = order.size();
    order.push_back(pseudo_peripheral(graph, levels, static_cast<std::int32_t>(v)));
    placed[order.back()] = 1;
    for (std::size_t head = first; head < order.size(); ++head) {
      const std::int32_t from = order[head];
      const auto begin = static_cast<std::ptrdiff_t>(order.size());
      for (std::int64_t e = graph.offset[from]; e < graph.offset[from + 1]; ++e) {
        const std::int32_t u = graph.neighbor[e];
        if (placed[u]) continue;
        placed[u] = 1;
        order.push_back(u);
      }
      std::sort(order.begin() + begin, order.end(), [&](std::int32_t a, std::int32_t b) {
        return std::pair(graph.degree(a), a) < std::pair(graph.degree(b), b);
      });
    }
    std::reverse(order.begin() + static_cast<std::ptrdiff_t>(first), order.end());
  }
  return order;
}

}  // namespace gnac::detail
