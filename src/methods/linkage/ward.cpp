#include "methods/linkage/ward.h"

#include <algorithm>
#include <cmath>

#include "methods/linkage/ward_blocks.h"

namespace gnac::detail {

std::vector<PointMerge> ward_merges(PointsView points, std::span<const double> weight, Team& team) {
  WardBlocks blocks(points, weight);
  std::vector<PointMerge> merges;
  merges.reserve(static_cast<std::size_t>(points.n) - 1);
  std::vector<std::int32_t> chain;
  std::int32_t start = 0;  // every cluster below it is gone
  while (std::ssize(merges) < points.n - 1) {
    if (chain.empty()) {
      while (!blocks.alive(start)) ++start;
      chain.push_back(start);
    }
    const std::int32_t top = chain.back();
    const std::int32_t before = chain.size() > 1 ? chain[chain.size() - 2] : -1;
    const auto [next, growth] = blocks.nearest(top, before);
    if (next != before) {
      chain.push_back(next);
      continue;
    }
    // Each is the other's nearest: they merge, and nothing below them in the chain changes.
    chain.resize(chain.size() - 2);
    const auto [gone, kept] = std::minmax(top, next);
    const double height =
        std::max({std::sqrt(2 * growth), blocks.height(gone), blocks.height(kept)});
    merges.push_back({gone, kept, height});
    blocks.merge(gone, kept, height);
    if (merges.size() % 1024 == 0) {
      team.advance(static_cast<double>(merges.size()) / static_cast<double>(points.n));
    }
  }
  return merges;
}

}  // namespace gnac::detail
