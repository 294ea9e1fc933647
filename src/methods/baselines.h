#pragma once

#include "methods/method.h"

// G-NAC, with and without a rule, seven baselines of the paper, two more linkages and HDBSCAN.
// Each returns labels in [0, N), exactly `clusters` distinct ones unless that is kChooseClusters;
// run_method() checks the request beforehand and renumbers the labels afterwards.
namespace gnac::detail {

MethodRun run_gnac(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_universal(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_graph_only(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_kmeans(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_gmm(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_ward(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_average(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_complete(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_single(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_birch(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_spectral(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_genie(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);
MethodRun run_hdbscan(PointsView, int clusters, const MethodOptions&, std::uint64_t seed, Team&);

}  // namespace gnac::detail
