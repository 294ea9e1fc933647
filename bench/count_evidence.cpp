// What speaks for each number of clusters on synthetic problems, as CSV: what fit_cluster_count.py
// fits the weights of src/readout/cluster_count.cpp to.
//   usage: count_evidence SEED PROBLEMS [LEAST_POINTS MOST_POINTS]
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "data/problems.h"
#include "gnac/model.h"
#include "model/fit.h"
#include "readout/agreement.h"
#include "readout/cluster_count.h"

namespace {

constexpr int kMost = 31;  // one more than are judged

/// Of the points that are not noise.
double score(const std::vector<std::int32_t>& labels, const std::vector<std::int32_t>& truth) {
  std::vector<std::int32_t> found, known;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (truth[i] == 0) continue;
    found.push_back(labels[i]);
    known.push_back(truth[i]);
  }
  return gnac::rand_agreement(found, known);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: count_evidence SEED PROBLEMS [LEAST_POINTS MOST_POINTS]\n");
    return 2;
  }
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t problems = std::strtoull(argv[2], nullptr, 10);
  gnac::ProblemOptions sizes;
  if (argc > 4) {
    sizes.least_points = std::atoi(argv[3]);
    sizes.most_points = std::atoi(argv[4]);
    sizes.large_share = 0;
  }
  gnac::Team team(1);
  fmt::print(
      "problem,points,true,clusters,ari,agreement,boundary,cut,smallest,eigenvalue,next,"
      "likelihood\n");
  for (std::uint64_t p = 0; p < problems; ++p) {
    const gnac::Problem problem = gnac::make_problem(seed, p, sizes);
    const gnac::Model model = gnac::evolve_on({.points = problem.points}, gnac::Options{}, team);
    const auto most = static_cast<int>(std::min<std::int64_t>(kMost, model.graph.nodes));
    const gnac::Reading reading = gnac::read_conductance(
        model.graph, model.points, model.evolution.conductance, 1, most, 7, team);
    const auto evidence = gnac::rank_clusters(reading, model.graph, team);
    for (const gnac::CountEvidence& e : evidence) {
      const auto labels =
          gnac::cut_by(gnac::ReadoutKind::spectral, reading, model.graph, e.clusters, team);
      fmt::print("{},{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.6g},{:.6g},{:.5f}\n", p,
                 model.points.n, problem.clusters, e.clusters, score(labels, problem.labels),
                 e.agreement, e.boundary, e.cut_alpha, e.smallest, e.eigenvalue, e.next_eigenvalue,
                 e.likelihood);
    }
  }
}
