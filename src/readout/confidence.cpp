#include "readout/confidence.h"

#include <algorithm>
#include <cmath>

#include "readout/boundaries.h"
#include "readout/cut_agreement.h"
#include "readout/fitted.h"

namespace gnac::detail {

Confidence confidence(std::span<const ViewCut> cuts, std::size_t chosen, const Reading& reading,
                      const Graph& graph, int clusters) {
  if (clusters == 1) return {};
  const ViewCut& own = cuts[chosen];
  Confidence result;
  result.open = cut_alpha(graph, reading.conductance, own.labels);
  result.fit =
      1 / (1 + std::exp(-(fitted::kConfidenceAgreement * own.agreement +
                          fitted::kConfidenceCut * result.open + fitted::kConfidenceOffset)));
  result.clusters.assign(static_cast<std::size_t>(clusters), 0.0);
  for (std::size_t v = 0; v < cuts.size(); ++v) {
    if (v == chosen) continue;
    const auto overlap = best_overlaps(own.labels, cuts[v].labels, clusters);
    for (int k = 0; k < clusters; ++k)
      result.clusters[k] += overlap[k] / static_cast<double>(cuts.size() - 1);
  }
  const auto lost = cut_shares(graph, reading.conductance, own.labels, clusters);
  for (int k = 0; k < clusters; ++k) result.clusters[k] *= 1 - lost[k];
  return result;
}

}  // namespace gnac::detail
