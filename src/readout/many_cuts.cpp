#include "readout/many_cuts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "graph/knn/reduction.h"
#include "readout/communities.h"
#include "readout/sized_cut.h"
#include "readout/spectral_cut.h"

namespace gnac::detail {
namespace {

using Labels = std::vector<std::int32_t>;

constexpr int kEachUpTo = 16;
constexpr int kStep = 9;

int next_number(int number) {
  return number + (number < kEachUpTo ? 1 : number / kStep);
}

/// The sized cuts of one view into each of `numbers`.
std::vector<Labels> sized_cuts(View view, const Reading& reading, const Graph& graph,
                               std::span<const int> numbers, std::uint64_t seed, Team& team) {
  const std::vector<double> affinity = floored_affinity(reading, least_square(view), team);
  const CutGraph cut{graph, affinity, {}, {}, reading.bridges, reading.merges};
  const Spectrum solved = spectrum(
      graph, affinity, reading.most, spectral_counts(graph, reading.bridges, 1, reading.most),
      {.seed = seed, .goal = kCutGoal, .merges = reading.merges}, team);
  std::vector<int> finer(numbers.begin(), numbers.end());
  for (int k = next_number(finer.back()); k <= reading.most; k = next_number(k)) finer.push_back(k);
  std::vector<Labels> plain(finer.size());  // made when asked for
  std::vector<Labels> sized;
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    sized.push_back(
        without_slivers(cut, std::span(finer).subspan(at), [&](std::size_t more) -> const Labels& {
          Labels& labels = plain[at + more];
          if (labels.empty())
            labels = spectral_cut(solved, graph, reading.bridges, finer[at + more], team);
          return labels;
        }));
  }
  return sized;
}

}  // namespace

std::vector<int> compared_numbers(int most) {
  std::vector<int> numbers;
  for (int k = 2; k <= most; k = next_number(k)) numbers.push_back(k);
  return numbers;
}

int pairs_to_compare(int most, std::int64_t nodes) {
  constexpr int kFewestMore = 6;
  return static_cast<int>(std::min<std::int64_t>(most + std::max(kFewestMore, most / 4),
                                                 std::max<std::int64_t>(nodes - 1, 1)));
}

std::vector<std::vector<ViewCut>> many_cuts(const Reading& reading, const Graph& graph,
                                            PointsView points, std::span<const int> numbers,
                                            std::uint64_t seed, Team& team) {
  std::vector<std::vector<ViewCut>> all(numbers.size());
  if (numbers.empty()) return all;
  const auto sized = [&](View view, Team& with) {
    return sized_cuts(view, reading, graph, numbers, seed, with);
  };
  const auto merging = [&](std::span<const double> affinity, Team& with) {
    return community_cuts({graph, affinity, {}, {}, reading.bridges, reading.merges}, numbers,
                          with);
  };
  std::vector<Labels> soft, bare, merged, soft_merged;
  for_each_view(4, graph.nodes, numbers.back(), team, [&](std::int64_t view, Team& with) {
    if (view == 0) soft = sized(View::soft, with);
    if (view == 1) bare = sized(View::bare, with);
    if (view == 2) merged = merging(reading.affinity, with);
    if (view == 3) soft_merged = merging(floored_affinity(reading, kSoftSquare, with), with);
  });
  std::optional<knn_detail::Reduction> reduced;
  if (points.d > 0) reduced = knn_detail::reduce(points, team);
  const PointsView seen = reduced ? PointsView(reduced->rows) : points;
  team.for_each(std::ssize(numbers), [&](std::int64_t at) {
    Team alone(1);
    const int k = numbers[at];
    std::vector<ViewCut>& cuts = all[at];
    cuts.push_back({.labels = cut_by(ReadoutChoice::spectral, reading, graph, k, alone)});
    cuts.push_back({.view = View::merging, .labels = std::move(merged[at])});
    cuts.push_back(
        {.view = View::tree, .labels = cut_by(ReadoutChoice::tree, reading, graph, k, alone)});
    cuts.push_back({.view = View::soft, .labels = std::move(soft[at])});
    cuts.push_back({.view = View::soft_merging, .labels = std::move(soft_merged[at])});
    cuts.push_back({.view = View::bare, .labels = std::move(bare[at])});
    if (seen.d > 0)
      cuts.push_back({.view = View::bare_centroid,
                      .labels = centroid_cut(seen, cuts.back().labels, k, alone)});
  });
  return all;
}

}  // namespace gnac::detail
