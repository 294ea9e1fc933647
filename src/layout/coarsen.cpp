#include "layout/coarsen.h"

#include <algorithm>

namespace gnac::detail {
namespace {

constexpr std::int32_t kNone = -1;

/// The group of each node, numbered by first appearance.
std::vector<std::int32_t> groups_of(const WeightedGraph& graph) {
  const auto n = static_cast<std::int32_t>(graph.nodes());
  std::vector<std::int32_t> mate(static_cast<std::size_t>(n), kNone);
  std::vector<std::int32_t> best(static_cast<std::size_t>(n), kNone);
  // The heaviest neighbour, or the heaviest one that is still free; the first of equals.
  const auto heaviest = [&](std::int32_t i, bool free) {
    std::int32_t found = kNone;
    float most = 0;
    for (std::int64_t e = graph.offset[i]; e < graph.offset[i + 1]; ++e) {
      const std::int32_t j = graph.to[e];
      if (free && mate[j] != kNone) continue;
      const float value = graph.weight[e] / std::max(graph.mass[i], graph.mass[j]);
      if (value > most || found == kNone) {
        most = value;
        found = j;
      }
    }
    return found;
  };
  std::vector<std::int32_t> open(static_cast<std::size_t>(n));
  for (std::int32_t i = 0; i < n; ++i) open[i] = i;
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds && !open.empty(); ++round) {
    for (const std::int32_t i : open) best[i] = heaviest(i, true);
    for (const std::int32_t i : open) {
      const std::int32_t j = best[i];
      if (j != kNone && best[j] == i) mate[i] = j;
    }
    std::erase_if(open, [&](std::int32_t i) { return mate[i] != kNone || best[i] == kNone; });
  }
  std::vector<std::int32_t> group(static_cast<std::size_t>(n), kNone);
  std::int32_t count = 0;
  for (std::int32_t i = 0; i < n; ++i) {
    if (group[i] != kNone || mate[i] == kNone) continue;
    group[i] = group[mate[i]] = count++;
  }
  // Chains of nodes without a mate end at a pair, at a node without edges, or in a circle.
  std::vector<std::int32_t> chain;
  for (std::int32_t i = 0; i < n; ++i) {
    std::int32_t at = i;
    while (group[at] == kNone) {
      chain.push_back(at);
      group[at] = count;  // provisional: closes circles
      const std::int32_t next = heaviest(at, false);
      if (next == kNone || group[next] == count) {
        ++count;
        break;
      }
      at = next;
    }
    for (const std::int32_t member : chain) group[member] = group[at];
    chain.clear();
  }
  return group;
}

}  // namespace

CoarseGraph coarsen(const WeightedGraph& graph) {
  CoarseGraph out{.graph = {}, .group = groups_of(graph)};
  const std::int64_t n = graph.nodes();
  const std::int32_t groups = 1 + *std::max_element(out.group.begin(), out.group.end());
  std::vector<std::int64_t> first(static_cast<std::size_t>(groups) + 1, 0);
  for (const std::int32_t g : out.group) ++first[g + 1];
  for (std::int32_t g = 0; g < groups; ++g) first[g + 1] += first[g];
  std::vector<std::int32_t> member(static_cast<std::size_t>(n));
  std::vector<std::int64_t> next(first.begin(), first.end() - 1);
  for (std::int32_t i = 0; i < n; ++i) member[next[out.group[i]]++] = i;

  WeightedGraph& coarse = out.graph;
  coarse.mass.assign(static_cast<std::size_t>(groups), 0);
  coarse.offset.push_back(0);
  std::vector<std::int64_t> place(static_cast<std::size_t>(groups), -1);  // of a group in this row
  std::vector<double> weight;
  double total = 0;
  for (std::int32_t g = 0; g < groups; ++g) {
    const std::int64_t begin = std::ssize(coarse.to);
    for (std::int64_t m = first[g]; m < first[g + 1]; ++m) {
      coarse.mass[g] += graph.mass[member[m]];
      for (std::int64_t e = graph.offset[member[m]]; e < graph.offset[member[m] + 1]; ++e) {
        const std::int32_t other = out.group[graph.to[e]];
        if (other == g) continue;
        if (place[other] < begin) {
          place[other] = std::ssize(coarse.to);
          coarse.to.push_back(other);
          weight.push_back(0);
        }
        weight[place[other]] += static_cast<double>(graph.weight[e]);
        total += static_cast<double>(graph.weight[e]);
      }
    }
    coarse.offset.push_back(std::ssize(coarse.to));
  }
  coarse.weight.resize(weight.size());
  for (std::size_t e = 0; e < weight.size(); ++e)
    coarse.weight[e] = static_cast<float>(weight[e] / total);
  return out;
}

}  // namespace gnac::detail
