#include "studies/corruption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "gnac/error.h"
#include "graph/check.h"
#include "graph/knn.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

std::int64_t slots_to_corrupt(std::int64_t slots, double fraction) {
  return std::llround(fraction * static_cast<double>(slots));
}

// `count` distinct slots of `slots`, drawn uniformly (Fisher–Yates, stopped early).
std::vector<std::int32_t> choose_slots(std::int64_t slots, std::int64_t count, Draws& draws) {
  std::vector<std::int32_t> places(slots);
  std::iota(places.begin(), places.end(), 0);
  for (std::int64_t s = 0; s < count; ++s) {
    const auto pick = s + static_cast<std::int64_t>(draws.below(slots - s));
    std::swap(places[s], places[pick]);
  }
  places.resize(count);
  return places;
}

// Up to `count` distinct nodes outside `taken` (sorted), drawn uniformly: by rejection while most
// nodes are free, otherwise from a list of the free ones.
std::vector<std::int32_t> draw_outside(std::vector<std::int32_t> taken, std::int64_t count,
                                       std::int64_t nodes, Draws& draws) {
  const std::int64_t free = nodes - std::ssize(taken);
  count = std::min(count, free);
  std::vector<std::int32_t> drawn;
  if (2 * (free - count) >= nodes) {
    while (std::ssize(drawn) < count) {
      const auto node = static_cast<std::int32_t>(draws.below(nodes));
      const auto place = std::lower_bound(taken.begin(), taken.end(), node);
      if (place != taken.end() && *place == node) continue;
      taken.insert(place, node);
      drawn.push_back(node);
    }
    return drawn;
  }
  std::vector<std::int32_t> all(nodes);
  std::iota(all.begin(), all.end(), 0);
  std::vector<std::int32_t> rest;
  std::set_difference(all.begin(), all.end(), taken.begin(), taken.end(), std::back_inserter(rest));
  for (const std::int32_t place : choose_slots(free, count, draws)) drawn.push_back(rest[place]);
  return drawn;
}

using Slots = std::vector<std::pair<double, std::int32_t>>;  // (distance, index)

Slots corrupted_list(const NeighborLists& lists, PointsView points, const Corruption& corruption,
                     std::int64_t i) {
  const auto indices = lists.indices(i);
  const auto distances = lists.distances(i);
  Draws draws(corruption.seed, Stream::corruption, static_cast<std::uint32_t>(i));
  const std::int64_t count = slots_to_corrupt(lists.size(i), corruption.fraction);
  std::vector<char> chosen(lists.size(i), 0);
  for (const std::int32_t slot : choose_slots(lists.size(i), count, draws)) chosen[slot] = 1;
  Slots kept;
  for (std::int64_t s = 0; s < lists.size(i); ++s) {
    if (!chosen[s]) kept.emplace_back(distances[s], indices[s]);
  }
  if (corruption.kind == Corruption::Kind::rewire_slots) {
    std::vector<std::int32_t> taken(indices.begin(), indices.end());
    taken.push_back(static_cast<std::int32_t>(i));
    std::sort(taken.begin(), taken.end());
    for (const std::int32_t j : draw_outside(std::move(taken), count, lists.nodes(), draws)) {
      kept.emplace_back(
          std::sqrt(squared_distance(points.row(i).data(), points.row(j).data(), points.d)), j);
    }
    std::sort(kept.begin(), kept.end());
  }
  return kept;
}

}  // namespace

NeighborLists corrupt(const NeighborLists& lists, PointsView points, const Corruption& corruption,
                      Team& team) {
  constexpr std::int64_t kBlock = 256;
  const std::int64_t nodes = lists.nodes();
  std::vector<Slots> parts((nodes + kBlock - 1) / kBlock);
  NeighborLists out;
  out.offset.assign(nodes + 1, 0);
  team.for_blocks(nodes, kBlock, [&](std::int64_t begin, std::int64_t end) {
    Slots& part = parts[begin / kBlock];
    for (std::int64_t i = begin; i < end; ++i) {
      const Slots list = corrupted_list(lists, points, corruption, i);
      out.offset[i + 1] = std::ssize(list);
      part.insert(part.end(), list.begin(), list.end());
    }
  });
  std::partial_sum(out.offset.begin(), out.offset.end(), out.offset.begin());
  out.index.reserve(out.offset.back());
  out.distance.reserve(out.offset.back());
  for (const Slots& part : parts) {
    for (const auto& [distance, index] : part) {
      out.index.push_back(index);
      out.distance.push_back(distance);
    }
  }
  return out;
}

Graph corrupted_graph(PointsView points, const Options& options, const Corruption& corruption,
                      Team& team) {
  if (!(corruption.fraction >= 0 && corruption.fraction <= 1)) {
    throw Error(
        fmt::format("the corrupted fraction is {}; give a value from 0 to 1", corruption.fraction));
  }
  check_points(points);
  const NeighborLists lists = knn(points, neighbors_for(options, points.n), team);
  const GraphScales clean{symmetrise(lists, team).sigma, local_scales(lists, team)};
  Graph graph = symmetrise(corrupt(lists, points, corruption, team), team, &clean);
  if (graph.edges.empty()) throw Error("the corruption leaves no edges; use a smaller fraction");
  return graph;
}

}  // namespace gnac::detail
