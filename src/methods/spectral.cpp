#include <cmath>
#include <numeric>

#include "gnac/error.h"
#include "gnac/graph.h"
#include "graph/adjacency.h"
#include "graph/build.h"
#include "graph/knn.h"
#include "methods/baselines.h"
#include "readout/partition.h"
#include "readout/spectrum.h"

namespace gnac::detail {
namespace {

struct Weighted {
  Graph graph;
  std::vector<double> affinity;  ///< per undirected edge
};

/// 1 if each is among the other's neighbours, 1/2 if only one is: the neighbour indicator averaged
/// with its transpose. The point itself takes one of the k places, but its self-loop does not enter
/// the Laplacian.
Weighted neighbour_affinity(PointsView points, int neighbors, Team& team) {
  Options options;
  options.neighbors = neighbors - 1;
  Weighted w;
  w.graph = knn_graph(points, options, team);
  w.affinity.reserve(w.graph.edges.size());
  for (const auto& geometry : w.graph.geometry) w.affinity.push_back(geometry[2] > 0 ? 1.0 : 0.5);
  return w;
}

/// exp(-γ·d²) between all points. If it underflows to 0, there is no edge.
Weighted rbf_affinity(PointsView points, double gamma, Team& team) {
  constexpr std::int64_t kMost = 65536;  // with more, edges would be more than int32 can number
  if (points.n > kMost)
    throw Error(
        "spectral with affinity=rbf joins every pair of at most 65536 points; choose fewer "
        "points or affinity=neighbors");
  const auto n = static_cast<double>(points.n);
  Weighted w;
  Graph& g = w.graph;
  g.nodes = points.n;
  for (std::int32_t i = 0; i < points.n; ++i) {
    for (std::int32_t j = i + 1; j < points.n; ++j) {
      const double square = squared_distance(points.row(i).data(), points.row(j).data(), points.d);
      const double affinity = std::exp(-gamma * square);
      if (!(affinity > 0)) continue;
      g.edges.push_back({i, j});
      w.affinity.push_back(affinity);
    }
    if (i % 256 == 0) team.advance(static_cast<double>(i) / n);
  }
  fill_adjacency(g);
  return w;
}

}  // namespace

MethodRun run_spectral(PointsView points, int clusters, const MethodOptions& options,
                       std::uint64_t seed, Team& team) {
  const SpectralSettings& o = options.spectral;
  MethodRun run;
  if (clusters == points.n) {
    run.labels.resize(static_cast<std::size_t>(points.n));
    std::iota(run.labels.begin(), run.labels.end(), 0);
    return run;
  }
  const Weighted w = o.affinity == Affinity::rbf ? rbf_affinity(points, o.gamma, team)
                                                 : neighbour_affinity(points, o.neighbors, team);
  Options readout;
  readout.seed = seed;
  readout.kmeans_starts = o.starts;
  readout.embedding = Embedding::degree;  // as in scikit-learn
  const Spectrum bottom = spectrum(w.graph, w.affinity, clusters, readout, team);
  Partition partition = partition_spectrum(bottom, w.graph, points, clusters, readout, team);
  run.labels = std::move(partition.labels);
  run.facts = {{"components", static_cast<double>(w.graph.components)},
               {"residual", partition.residual}};
  return run;
}

}  // namespace gnac::detail
