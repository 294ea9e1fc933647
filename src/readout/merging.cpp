#include "readout/merging.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "support/disjoint_sets.h"

namespace gnac::detail {
namespace {

// The ties of all clusters in one array. A cluster's are the runs of its nodes, one after the
// other; merging hangs one cluster's runs on the other's. Nothing is ever allocated for it.
class Ties {
 public:
  Ties(const Graph& graph, std::span<const double> affinity)
      : begin_(graph.offset),
        to_(graph.neighbor),
        affinity_(graph.neighbor.size()),
        size_(graph.nodes),
        next_(graph.nodes, -1),
        first_(graph.nodes),
        last_(graph.nodes),
        count_(graph.nodes) {
    for (std::size_t e = 0; e < affinity_.size(); ++e) affinity_[e] = affinity[graph.edge_of[e]];
    for (std::int32_t v = 0; v < graph.nodes; ++v) {
      size_[v] = count_[v] = static_cast<std::int32_t>(graph.degree(v));
      first_[v] = last_[v] = v;
    }
  }

  std::int64_t count(std::int32_t cluster) const { return count_[cluster]; }

  /// fn(to, affinity), both of which it may change, for every tie in order; those for which it
  /// returns false are dropped and the others move up.
  template <class Fn>
  void filter(std::int32_t cluster, Fn&& fn) {
    std::int32_t into = first_[cluster];  // the run that takes what stays
    std::int32_t filled = 0;
    std::int32_t kept = 0;
    for (std::int32_t run = into; run >= 0; run = next_[run]) {
      for (std::int64_t e = begin_[run]; e < begin_[run] + size_[run]; ++e) {
        if (!fn(to_[e], affinity_[e])) continue;
        while (filled == begin_[into + 1] - begin_[into]) {
          size_[into] = filled;
          into = next_[into];
          filled = 0;
        }
        to_[begin_[into] + filled] = to_[e];
        affinity_[begin_[into] + filled++] = affinity_[e];
        ++kept;
      }
    }
    size_[into] = filled;
    next_[into] = -1;  // what follows is empty
    last_[cluster] = into;
    count_[cluster] = kept;
  }

  template <class Fn>
  void for_each(std::int32_t cluster, Fn&& fn) {
    for (std::int32_t run = first_[cluster]; run >= 0; run = next_[run]) {
      for (std::int64_t e = begin_[run]; e < begin_[run] + size_[run]; ++e)
        fn(to_[e], affinity_[e]);
    }
  }

  /// The ties of `gone` after those of `root`, or before them if there are more.
  void merge(std::int32_t root, std::int32_t gone) {
    if (count_[root] < count_[gone]) {
      std::swap(first_[root], first_[gone]);
      std::swap(last_[root], last_[gone]);
    }
    next_[last_[root]] = first_[gone];
    last_[root] = last_[gone];
    count_[root] += count_[gone];
  }

 private:
  std::span<const std::int64_t> begin_;  // of a node's run, which has the room of its degree
  std::vector<std::int32_t> to_;         // numbers may be of clusters long merged
  std::vector<double> affinity_;
  std::vector<std::int32_t> size_;   // of a run: ties in use
  std::vector<std::int32_t> next_;   // of a run: the one that follows, or -1
  std::vector<std::int32_t> first_;  // of a cluster: its runs
  std::vector<std::int32_t> last_;
  std::vector<std::int32_t> count_;  // of a cluster: its ties
};

class Merging {
 public:
  Merging(const Graph& graph, std::span<const double> affinity, std::vector<double> volume)
      : sets_(graph.nodes),
        volume_(std::move(volume)),
        ties_(graph, affinity),
        sum_(graph.nodes, 0.0) {
    if (!volume_.empty()) return;
    volume_.assign(graph.nodes, 0.0);
    for (std::int32_t v = 0; v < graph.nodes; ++v)
      ties_.for_each(v, [&](std::int32_t, double a) { volume_[v] += a; });
  }

  /// Equal points belong together before any others. Many of them have the same few as neighbours,
  /// hubs that the chain would look through once for each of them.
  std::vector<TreeLink> join_equal(const Graph& graph) {
    std::vector<TreeLink> links;
    for (std::size_t e = 0; e < graph.distance.size(); ++e) {
      if (graph.distance[e] > 0) continue;
      const std::int32_t a = sets_.find(graph.edges[e].i), b = sets_.find(graph.edges[e].j);
      if (a == b) continue;
      links.push_back({a, b, std::numeric_limits<double>::infinity()});
      merge(a, b);
    }
    return links;
  }

  std::vector<TreeLink> run(std::vector<TreeLink> links, std::int64_t nodes, Team& team) {
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
  /// The neighbour of largest strength; `before` wins ties, then the lowest number. Also combines
  /// the entries of clusters that have merged.
  std::pair<std::int32_t, double> nearest(std::int32_t here, std::int32_t before) {
    ties_.filter(here, [&](std::int32_t& to, double affinity) {
      to = sets_.find(to);
      if (to == here) return false;
      const bool first = sum_[to] == 0;
      sum_[to] += affinity;
      return first;
    });
    std::int32_t best = -1;
    double most = 0;
    ties_.for_each(here, [&](std::int32_t to, double& affinity) {
      affinity = std::exchange(sum_[to], 0.0);
      const double strength = affinity / (volume_[here] * volume_[to]);
      if (best >= 0 && strength < most) return;
      if (best >= 0 && strength == most && (best == before || (to != before && to > best))) return;
      best = to;
      most = strength;
    });
    return {best, most};
  }

  void merge(std::int32_t a, std::int32_t b) {
    sets_.join(a, b);
    const std::int32_t root = sets_.find(a);
    const std::int32_t gone = root == a ? b : a;
    volume_[root] += volume_[gone];
    ties_.merge(root, gone);
  }

  DisjointSets sets_;
  std::vector<double> volume_;
  Ties ties_;
  std::vector<double> sum_;  // scratch, 0 between calls
};

}  // namespace

std::vector<TreeLink> average_merges(const Graph& graph, std::span<const double> affinity,
                                     std::vector<double> volume, Team& team) {
  Merging merging(graph, affinity, std::move(volume));
  auto links = merging.run(merging.join_equal(graph), graph.nodes, team);
  std::stable_sort(links.begin(), links.end(),
                   [](const TreeLink& a, const TreeLink& b) { return a.strength > b.strength; });
  return links;
}

std::vector<TreeLink> average_merges(const Graph& graph, std::span<const double> affinity,
                                     Team& team) {
  return average_merges(graph, affinity, {}, team);
}

std::vector<std::int32_t> merge_cut(std::span<const TreeLink> merges, const Graph& graph,
                                    const std::vector<Bridge>& bridges, int clusters, int pieces) {
  const auto absorption = absorb_small(graph, bridges, clusters);
  DisjointSets sets(graph.nodes);
  std::int64_t left = graph.nodes;
  const std::int64_t goal = std::max(clusters, pieces);
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
  for (std::size_t k = 0; k < merges.size() && left > goal; ++k) {
    if (kept(merges[k])) join(merges[k].i, merges[k].j);
  }
  for (std::size_t b = 0; left > goal; ++b) join(bridges[b].i, bridges[b].j);
  return sets.labels();
}

}  // namespace gnac::detail
