#include "readout/confidence.h"

#include <cmath>

#include "readout/boundaries.h"
#include "readout/cut_agreement.h"
#include "readout/fitted.h"

namespace gnac::detail {

Confidence confidence(const Survival& survival, std::span<const std::int32_t> labels,
                      const Reading& reading, const Graph& graph, int clusters) {
  if (clusters == 1) return {};
  const double contrast = boundaries(graph, reading.conductance, labels, clusters).contrast;
  Confidence result;
  result.fit =
      1 / (1 + std::exp(-(fitted::kConfidenceSurvival * survival.fit +
                          fitted::kConfidenceContrast * contrast + fitted::kConfidenceOffset)));
  result.clusters = survival.clusters;
  const auto lost = cut_shares(graph, reading.conductance, labels, clusters);
  for (int k = 0; k < clusters; ++k) result.clusters[k] *= 1 - lost[k];
  return result;
}

}  // namespace gnac::detail
