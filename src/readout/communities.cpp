#include "readout/communities.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "readout/groups.h"
#include "readout/merging.h"
#include "readout/sized_cut.h"
#include "support/disjoint_sets.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

std::vector<double> node_volumes(const CutGraph& cut) {
  if (!cut.volume.empty()) return {cut.volume.begin(), cut.volume.end()};
  std::vector<double> volume(static_cast<std::size_t>(cut.graph.nodes), 0.0);
  for (std::size_t e = 0; e < cut.affinity.size(); ++e) {
    volume[cut.graph.edges[e].i] += cut.affinity[e];
    volume[cut.graph.edges[e].j] += cut.affinity[e];
  }
  return volume;
}

/// Nodes with an equal point: they stay where average linkage has put them, together.
std::vector<char> nodes_with_equals(const Graph& graph) {
  std::vector<char> equal(static_cast<std::size_t>(graph.nodes), 0);
  for (std::size_t e = 0; e < graph.distance.size(); ++e) {
    if (graph.distance[e] > 0) continue;
    equal[graph.edges[e].i] = equal[graph.edges[e].j] = 1;
  }
  return equal;
}

class Communities {
 public:
  Communities(const CutGraph& cut, Labels start, Team& team)
      : cut_(cut),
        team_(team),
        volume_(node_volumes(cut)),
        held_(nodes_with_equals(cut.graph)),
        labels_(std::move(start)),
        count_(*std::max_element(labels_.begin(), labels_.end()) + 1),
        ties_(static_cast<std::size_t>(count_), 0.0) {
    rank_merges();
    move_nodes();
  }

  int count() const { return count_; }

  /// The clusters, by first appearance.
  Labels labels() const {
    Labels named = labels_;
    relabel_by_appearance(named, count_);
    return named;
  }

  /// Merges to `clusters`, with moves at every halving on the way.
  void reduce(int clusters) {
    while (count_ > clusters) {
      merge(std::max(clusters, count_ / 2));
      move_nodes();
    }
  }

  /// Merges to `clusters` without a move.
  void merge(int clusters) {
    if (moved_) rank_merges();
    DisjointSets sets(count_);
    const auto join = [&](std::int32_t a, std::int32_t b) {
      if (count_ > clusters && sets.join(a, b)) --count_;
    };
    while (next_ < merges_.size() && count_ > clusters) {
      join(merges_[next_].i, merges_[next_].j);
      ++next_;
    }
    for (const Bridge& bridge : cut_.bridges) join(labels_[bridge.i], labels_[bridge.j]);
    const Labels name = sets.labels();
    for (std::int32_t& label : labels_) label = name[label];
    // The merges that are left are between clusters of the new names.
    for (std::size_t m = next_; m < merges_.size(); ++m)
      merges_[m] = {name[merges_[m].i], name[merges_[m].j], merges_[m].strength};
  }

  /// Moves every node to the cluster that gains most from it, until hardly any moves.
  void move_nodes() {
    constexpr int kRounds = 20;
    constexpr std::int64_t kFew = 1000;   // one node in this many may still move
    if (next_ >= merges_.size()) return;  // no tie between any two clusters
    const double resolution = merges_[next_].strength;
    std::vector<double> volume(static_cast<std::size_t>(count_), 0.0);
    std::vector<std::int64_t> size(static_cast<std::size_t>(count_), 0);
    for (std::size_t v = 0; v < labels_.size(); ++v) {
      volume[labels_[v]] += volume_[v];
      ++size[labels_[v]];
    }
    std::vector<char> open(labels_.size(), 1);  // a neighbour has moved since it was looked at
    for (int round = 0; round < kRounds; ++round) {
      team_.for_each(1, [](std::int64_t) {});  // the observer's heartbeat
      std::int64_t moved = 0;
      for (std::int64_t v = 0; v < cut_.graph.nodes; ++v) {
        const std::int32_t from = labels_[v];
        if (std::exchange(open[v], 0) == 0 || held_[v] != 0 || size[from] == 1) continue;
        const std::int32_t to = best_cluster(v, volume, resolution);
        if (to == from) continue;
        labels_[v] = to;
        volume[from] -= volume_[v];
        volume[to] += volume_[v];
        --size[from];
        ++size[to];
        ++moved;
        moved_ = true;
        for (auto e = cut_.graph.offset[v]; e < cut_.graph.offset[v + 1]; ++e)
          open[cut_.graph.neighbor[e]] = 1;
      }
      if (moved * kFew <= cut_.graph.nodes) break;
    }
  }

 private:
  /// The average linkage of the clusters as they are.
  void rank_merges() {
    const Groups clusters = group_by(cut_.graph, cut_.affinity, labels_, {});
    std::vector<double> volume(static_cast<std::size_t>(count_), 0.0);
    for (std::size_t v = 0; v < labels_.size(); ++v) volume[labels_[v]] += volume_[v];
    merges_ = average_merges(clusters.graph, clusters.affinity, volume, team_);
    next_ = 0;
    moved_ = false;
  }

  /// Its own cluster unless another gains more; the one with the lowest label of equals.
  std::int32_t best_cluster(std::int64_t v, const std::vector<double>& volume, double resolution) {
    const std::int32_t own = labels_[v];
    near_.clear();
    for (auto e = cut_.graph.offset[v]; e < cut_.graph.offset[v + 1]; ++e) {
      const std::int32_t c = labels_[cut_.graph.neighbor[e]];
      if (ties_[c] == 0) near_.push_back(c);
      ties_[c] += cut_.affinity[cut_.graph.edge_of[e]];
    }
    const double share = resolution * volume_[v];
    std::int32_t best = own;
    double most = ties_[own] - share * (volume[own] - volume_[v]);
    for (const std::int32_t c : near_) {
      if (c == own) continue;
      const double gain = ties_[c] - share * volume[c];
      if (gain > most || (gain == most && best != own && c < best)) {
        best = c;
        most = gain;
      }
    }
    for (const std::int32_t c : near_) ties_[c] = 0;
    return best;
  }

  const CutGraph& cut_;
  Team& team_;
  std::vector<double> volume_;  // per node
  std::vector<char> held_;      // per node: does it stay where it is?
  Labels labels_;               // 0..count_-1
  int count_;
  std::vector<TreeLink> merges_;  // of the clusters, the strongest first
  std::size_t next_ = 0;          // the first that has not been made
  bool moved_ = false;            // has a node moved since they were ranked?
  std::vector<double> ties_;      // scratch per cluster, 0 between calls
  std::vector<std::int32_t> near_;
};

/// Where moving starts: enough pieces for each of `most` clusters to have several, and for equal
/// points to be in one. Components that are too small for `fewest` clusters are absorbed.
Communities begin(const CutGraph& cut, int fewest, int most, Team& team) {
  constexpr std::int64_t kPieces = 4, kFewestMore = 8, kFewestNodes = 4;
  const std::int64_t equal =
      std::ranges::count(cut.merges, std::numeric_limits<double>::infinity(), &TreeLink::strength);
  const std::int64_t pieces = std::min({cut.graph.nodes / kFewestNodes, cut.graph.nodes - equal,
                                        std::max(kPieces * most, most + kFewestMore)});
  return {cut,
          merge_cut(cut.merges, cut.graph, cut.bridges, fewest,
                    static_cast<int>(std::max<std::int64_t>(most, pieces))),
          team};
}

}  // namespace

std::vector<Labels> community_cuts(const CutGraph& cut, std::span<const int> numbers, Team& team) {
  Communities communities = begin(cut, numbers.front(), numbers.back(), team);
  std::vector<Labels> cuts(numbers.size());
  for (std::size_t at = numbers.size(); at-- > 0;) {
    communities.reduce(numbers[at]);
    cuts[at] = communities.labels();
  }
  return cuts;
}

Labels community_cut(const CutGraph& cut, int clusters, Team& team) {
  return std::move(community_cuts(cut, std::span(&clusters, 1), team).front());
}

Labels sized_community_cut(const CutGraph& cut, int clusters, Team& team) {
  Communities communities = begin(cut, clusters, clusters, team);
  communities.reduce(std::min(communities.count(), farthest_cut(clusters)));
  std::vector<Labels> cuts;
  std::vector<int> numbers;
  for (int k = communities.count(); k >= clusters; --k) {
    communities.merge(k);
    cuts.insert(cuts.begin(), communities.labels());
    numbers.insert(numbers.begin(), k);
  }
  const auto cut_at = [&](std::size_t at) -> const Labels& { return cuts[at]; };
  Communities sized(cut, without_slivers(cut, numbers, cut_at), team);
  return sized.labels();
}

}  // namespace gnac::detail
