#include "methods/linkage/dendrogram.h"

#include <algorithm>
#include <cassert>

#include "support/disjoint_sets.h"

namespace gnac::detail {

std::vector<std::int32_t> cut_dendrogram(std::vector<PointMerge> merges, std::int64_t n,
                                         int clusters) {
  assert(std::ssize(merges) == n - 1);
  std::stable_sort(merges.begin(), merges.end(),
                   [](const PointMerge& x, const PointMerge& y) { return x.height < y.height; });
  DisjointSets sets(n);
  for (std::int64_t m = 0; m < n - clusters; ++m) sets.join(merges[m].a, merges[m].b);
  return sets.labels();
}

}  // namespace gnac::detail
