#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "methods/method.h"
#include "studies/benchmark.h"
#include "studies/published.h"

namespace gnac::detail {

/// The kind of damage. Noise changes the points that every method gets; the other two change the
/// neighbour lists of G-NAC's graph (graph/corruption.h) and leave the points alone.
inline constexpr std::array<std::string_view, 3> kConditions{"noise", "delete", "rewire"};

struct RobustnessPlan {
  std::vector<std::shared_ptr<const StudyData>> tasks;
  std::vector<std::string> conditions{kConditions.begin(), kConditions.end()};
  std::vector<double> levels{kCorruptionLevels.begin(), kCorruptionLevels.end()};
  /// Run under noise. Those that cut a graph of neighbours (gnac, universal, graph-only) also run
  /// on the damaged graph.
  std::vector<std::string> methods{"gnac", "genie", "spectral", "gmm"};
  std::vector<std::uint64_t> seeds = paper_seeds();  ///< of both the damage and the method
  MethodOptions options = published_options();
};

/// Tasks × conditions × levels × methods × seeds. Level 0 is the clean benchmark, whose runs are
/// shared. Under "delete" and "rewire" G-NAC is retrained on the damaged graph and compared with
/// "shared-spectral", spectral clustering of the same graph with equal edge weights. The universal
/// rule is used as it is.
std::vector<Job> robustness_jobs(const RobustnessPlan& plan);

/// The points plus Gaussian noise whose expected RMS length is `level` times the RMS distance of
/// the points from their mean. One seed gives the same directions at every level.
Points add_noise(PointsView points, double level, std::uint64_t seed);

}  // namespace gnac::detail
