#include "readout/sized_cut.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "readout/spectral_cut.h"
#include "readout/spectrum.h"
#include "support/disjoint_sets.h"
#include "support/relabel.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

std::vector<std::int64_t> cluster_sizes(const CutGraph& cut, const Labels& labels, int clusters) {
  std::vector<std::int64_t> size(static_cast<std::size_t>(clusters), 0);
  for (std::size_t v = 0; v < labels.size(); ++v)
    size[labels[v]] += cut.weight.empty() ? 1 : cut.weight[v];
  return size;
}

/// A tie between two clusters, `strength` from the point of view of the small one.
struct Tie {
  double strength = 0;
  std::int32_t small = 0;
  std::int32_t other = 0;
};

/// The ties of small clusters, strongest first: the affinity between two clusters per point of the
/// small one.
std::vector<Tie> ties_of(const CutGraph& cut, const Labels& labels,
                         std::span<const std::int64_t> size, std::span<const char> kept) {
  std::vector<Tie> ties;
  const auto add = [&](std::int32_t a, std::int32_t b, double affinity) {
    if (kept[a] == 0) ties.push_back({affinity / static_cast<double>(size[a]), a, b});
  };
  for (std::size_t e = 0; e < cut.affinity.size(); ++e) {
    const std::int32_t a = labels[cut.graph.edges[e].i], b = labels[cut.graph.edges[e].j];
    if (a == b) continue;
    add(a, b, cut.affinity[e]);
    add(b, a, cut.affinity[e]);
  }
  std::stable_sort(ties.begin(), ties.end(), [](const Tie& a, const Tie& b) {
    return std::pair(a.small, a.other) < std::pair(b.small, b.other);
  });
  std::size_t count = 0;
  for (const Tie& tie : ties) {
    if (count > 0 && ties[count - 1].small == tie.small && ties[count - 1].other == tie.other) {
      ties[count - 1].strength += tie.strength;
    } else {
      ties[count++] = tie;
    }
  }
  ties.resize(count);
  std::stable_sort(ties.begin(), ties.end(),
                   [](const Tie& a, const Tie& b) { return a.strength > b.strength; });
  return ties;
}

/// The K largest clusters are kept; each other one joins one of them along the strongest ties, and
/// over the narrowest bridges if no tie leads to any.
Labels give_back(const CutGraph& cut, Labels labels, std::span<const std::int64_t> size,
                 int clusters) {
  std::vector<std::int32_t> order(size.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t a, std::int32_t b) { return size[a] > size[b]; });
  std::vector<char> kept(size.size(), 0);
  for (int k = 0; k < clusters; ++k) kept[order[k]] = 1;
  DisjointSets sets(std::ssize(size));
  std::vector<char> has_kept = kept;  // by representative
  const auto join = [&](std::int32_t a, std::int32_t b) {
    const auto ra = sets.find(a), rb = sets.find(b);
    if (ra == rb || (has_kept[ra] != 0 && has_kept[rb] != 0)) return;
    const char either = static_cast<char>(has_kept[ra] | has_kept[rb]);
    sets.join(a, b);
    has_kept[sets.find(a)] = either;
  };
  for (const Tie& tie : ties_of(cut, labels, size, kept)) join(tie.small, tie.other);
  for (const Bridge& bridge : cut.bridges) join(labels[bridge.i], labels[bridge.j]);
  for (std::int32_t& label : labels) label = static_cast<std::int32_t>(sets.find(label));
  relabel_by_appearance(labels, std::ssize(size));
  return labels;
}

Spectrum solve(const CutGraph& cut, int fewest, int most, std::uint64_t seed, Team& team) {
  return spectrum(cut.graph, cut.affinity, most,
                  spectral_counts(cut.graph, cut.bridges, fewest, most),
                  {.seed = seed, .goal = kCutGoal, .merges = cut.merges}, team);
}

/// Clusters that are large enough to be one of K.
std::int64_t large_ones(const CutGraph& cut, std::span<const std::int64_t> size, int clusters) {
  const auto points = cut.weight.empty()
                          ? cut.graph.nodes
                          : std::accumulate(cut.weight.begin(), cut.weight.end(), std::int64_t{0});
  const double least = kSizedShare * static_cast<double>(points) / clusters;
  return std::count_if(size.begin(), size.end(),
                       [&](std::int64_t s) { return static_cast<double>(s) >= least; });
}

}  // namespace

int farthest_cut(int clusters) {
  constexpr int kFewestMore = 6;
  return clusters + std::max(kFewestMore, clusters / 2);
}

std::vector<std::int32_t> without_slivers(
    const CutGraph& cut, std::span<const int> numbers,
    const std::function<const std::vector<std::int32_t>&(std::size_t)>& cut_at) {
  const int clusters = numbers.front();
  for (std::size_t at = 0; at < numbers.size() && numbers[at] <= farthest_cut(clusters); ++at) {
    const Labels& labels = cut_at(at);
    const auto size = cluster_sizes(cut, labels, numbers[at]);
    if (large_ones(cut, size, clusters) < clusters) continue;
    return at == 0 ? labels : give_back(cut, labels, size, clusters);
  }
  return cut_at(0);
}

std::vector<std::int32_t> sized_cut(const CutGraph& cut, int clusters, std::uint64_t seed,
                                    Team& team) {
  const auto most = std::max(clusters, static_cast<int>(std::min<std::int64_t>(
                                           farthest_cut(clusters), cut.graph.nodes - 1)));
  std::vector<int> numbers(static_cast<std::size_t>(most - clusters + 1));
  std::iota(numbers.begin(), numbers.end(), clusters);
  const Labels plain = spectral_cut(solve(cut, clusters, clusters, seed, team), cut.graph,
                                    cut.bridges, clusters, team);
  std::optional<Spectrum> further;
  Labels finer;
  return without_slivers(cut, numbers, [&](std::size_t at) -> const Labels& {
    if (at == 0) return plain;
    if (!further) further = solve(cut, clusters, most, seed, team);
    return finer = spectral_cut(*further, cut.graph, cut.bridges, numbers[at], team);
  });
}

}  // namespace gnac::detail
