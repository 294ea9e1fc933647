// The default method on tiny and odd geometry: exactly K labels, memberships that are shares,
// a tree of all points, new points in old clusters, a model that reads back, or an Error.
#include <cmath>

#include "exact_labels.h"
#include "gnac/certainty.h"
#include "gnac/hierarchy.h"
#include "source.h"

namespace gnac::detail::fuzz {

void fuzz_universal(std::string_view bytes) {
  Source source(bytes);
  Options chosen;
  chosen.threads = 1;
  chosen.memory_limit_gib = 1;  // not what the system has: to ask takes as long as such a fit
  chosen.neighbors = 1 + source.below(12);
  chosen.scale = static_cast<ScaleMode>(source.below(7));
  chosen.readout = static_cast<ReadoutChoice>(source.below(4));
  chosen.neighbor_search = static_cast<NeighborSearch>(source.below(3));
  const int clusters = source.below(8) - 1;
  const int also = source.byte();
  const std::int64_t n = source.below(26);
  const std::int64_t d = source.below(4);
  const Points places = source.points(n, d);
  const Model found = fit(places, clusters, chosen);
  require_exact(found, n, clusters);
  if ((also & 1) != 0) {
    const std::vector<float> share = memberships(found);
    require(std::ssize(share) == n * found.clusters, "memberships are not N×K");
    for (std::int64_t i = 0; i < n; ++i) {
      double sum = 0;
      for (int k = 0; k < found.clusters; ++k) sum += share[i * found.clusters + k];
      require(std::abs(sum - 1) < 1e-3, "memberships are no shares");
    }
  }
  if ((also & 2) != 0) {
    for (const double score : outlier_scores(found))
      require(score >= 0 && score <= 1, "an outlier score lies outside of 0 and 1");
  }
  if ((also & 4) != 0) newick(hierarchy(found), {});
  if ((also & 8) != 0) {
    const std::string written = model_bytes(found);
    require(model_bytes(parse_model(written, "again")) == written, "a model does not read back");
  }
}

}  // namespace gnac::detail::fuzz
