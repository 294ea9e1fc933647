#include "readout/merging.h"

#include <algorithm>
#include <utility>

#include "support/disjoint_sets.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

class Merging {
 public:
  Merging(const Graph& graph, std::span<const double> affinity)
      : sets_(graph.nodes), volume_(graph.nodes, 0.0), near_(graph.nodes), sum_(graph.nodes, 0.0) {
    for (std::int64_t v = 0; v < graph.nodes; ++v) {
      near_[v].reserve(graph.degree(v));
      for (auto e = graph.offset[v]; e < graph.offset[v + 1]; ++e) {
        const double a = affinity[graph.edge_of[e]];
        near_[v].push_back({graph.neighbour[e], a});
        volume_[v] += a;
      }
    }
  }

  std::vector<TreeLink> run(std::int64_t nodes, Team& team) {
    std::vector<TreeLink> links;
    std::vector<std::int32_t> chain;
    for (std::int64_t start = 0; start < nodes; ++start) {
      if (start % 1024 == 0) team.for_each(1, [](std::int64_t) {});  // the observer's heartbeat
      const auto first = static_cast<std::int32_t>(start);
      if (sets_.find(first) != first) continue;
      chain.assign(1, first);
      while (!chain.empty()) {
        const std::int32_t here = chain.back();
        const std::int32_t before = chain.size() > 1 ? chain[chain.size() - 2] : -1;
        const auto [next, strength] = nearest(here, before);
        if (next < 0) {
          chain.pop_back();  // the last of its component
        } else if (next == before) {
          links.push_back({here, before, strength});
          chain.pop_back();
          chain.pop_back();
          merge(here, before);
          if (chain.empty()) chain.push_back(sets_.find(here));
        } else {
          chain.push_back(next);
        }
      }
    }
    return links;
  }

 private:
  struct Tie {
    std::int32_t to;
    double affinity;
  };

  /// The neighbour of largest strength; `before` wins ties, then the lowest number. Also combines
  /// the entries of clusters that have merged.
  std::pair<std::int32_t, double> nearest(std::int32_t here, std::int32_t before) {
    auto& ties = near_[here];
    std::size_t kept = 0;
    for (const Tie& tie : ties) {
      const std::int32_t to = sets_.find(tie.to);
      if (to == here) continue;
      if (sum_[to] == 0) ties[kept++].to = to;
      sum_[to] += tie.affinity;
    }
    ties.resize(kept);
    std::int32_t best = -1;
    double most = 0;
    for (Tie& tie : ties) {
      tie.affinity = std::exchange(sum_[tie.to], 0.0);
      const double strength = tie.affinity / (volume_[here] * volume_[tie.to]);
      if (best >= 0 && strength < most) continue;
      if (best >= 0 && strength == most &&
          (best == before || (tie.to != before && tie.to > best))) {
        continue;
      }
      best = tie.to;
      most = strength;
    }
    return {best, most};
  }

  void merge(std::int32_t a, std::int32_t b) {
    sets_.join(a, b);
    const std::int32_t root = sets_.find(a);
    const std::int32_t gone = root == a ? b : a;
    volume_[root] += volume_[gone];
    if (near_[root].size() < near_[gone].size()) std::swap(near_[root], near_[gone]);
    near_[root].insert(near_[root].end(), near_[gone].begin(), near_[gone].end());
    std::vector<Tie>().swap(near_[gone]);
  }

  DisjointSets sets_;
  std::vector<double> volume_;
  std::vector<std::vector<Tie>> near_;  // of each cluster; may still name clusters that have merged
  std::vector<double> sum_;             // scratch, 0 between calls
};

}  // namespace

std::vector<TreeLink> average_merges(const Graph& graph, std::span<const double> affinity,
                                     Team& team) {
  auto links = Merging(graph, affinity).run(graph.nodes, team);
  std::stable_sort(links.begin(), links.end(),
                   [](const TreeLink& a, const TreeLink& b) { return a.strength > b.strength; });
  return links;
}

std::vector<std::int32_t> merge_cut(std::span<const TreeLink> merges, const Graph& graph,
                                    const std::vector<Bridge>& bridges, int clusters) {
  const auto absorption = absorb_small(graph, bridges, clusters);
  DisjointSets sets(graph.nodes);
  std::int64_t left = graph.nodes;
  const auto join = [&](std::int32_t i, std::int32_t j) {
    if (sets.join(i, j)) --left;
  };
  const auto kept = [&](const TreeLink& merge) {
    return absorption.kept[graph.component[merge.i]] != 0;
  };
  for (const auto& merge : merges) {
    if (!kept(merge)) join(merge.i, merge.j);
  }
  for (const std::int32_t b : absorption.bridges) join(bridges[b].i, bridges[b].j);
  for (std::size_t k = 0; k < merges.size() && left > clusters; ++k) {
    if (kept(merges[k])) join(merges[k].i, merges[k].j);
  }
  for (std::size_t b = 0; left > clusters; ++b) join(bridges[b].i, bridges[b].j);
  std::vector<std::int32_t> labels(graph.nodes);
  for (std::int64_t v = 0; v < graph.nodes; ++v) {
    labels[v] = sets.find(static_cast<std::int32_t>(v));
  }
  relabel_by_appearance(labels, graph.nodes);
  return labels;
}

}  // namespace gnac::detail
