// The evidence for each number of clusters, as CSV on standard output, from which fit_certainty.py
// fits the constants of src/readout/fitted.h.
//   usage: count_evidence problems SEED COUNT     of the families of docs/problems.md
//          count_evidence files FILE...           the last column of each is the cluster, from 1 on
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/read_points.h"
#include "model/fit.h"
#include "problem_score.h"
#include "problems/problems.h"
#include "readout/cluster_count.h"

namespace {

using namespace gnac;
using namespace gnac::detail;

constexpr std::int64_t kFewestPoints = 60;
constexpr std::uint64_t kSeed = 7;

void print_evidence(const std::string& name, const Problem& problem, Team& team) {
  const Model model = evolve_on({.points = problem.points}, Options{}, team);
  const CountChoice choice =
      choose_count(model.graph, model.points, model.evolution.conductance, {}, kSeed, team);
  for (const CountEvidence& e : choice.evidence) {
    if (e.clusters == 1) continue;
    fmt::print("{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f}\n", name,
               problem.clusters, e.clusters,
               problem.clusters > 1 ? bench::problem_score(e.labels, problem.labels) : 0.0,
               e.agreement, e.excess_gap, e.cut_alpha, e.bare_alpha, e.valley, e.shape.mixture,
               e.shape.silhouette, e.sum);
  }
}

/// Points whose last column is their cluster.
Problem read_problem(const std::string& path) {
  const Points table = read_points(path).points;
  Problem problem;
  problem.points = {{}, table.n, table.d - 1};
  for (std::int64_t i = 0; i < table.n; ++i) {
    const auto row = table.row(i);
    problem.points.values.insert(problem.points.values.end(), row.begin(), row.end() - 1);
    problem.labels.push_back(static_cast<std::int32_t>(row.back()));
    problem.clusters = std::max(problem.clusters, static_cast<int>(problem.labels.back()));
  }
  return problem;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  Team team(1);
  const bool problems = words.size() == 4 && words[0] == "problems";
  if (!problems && (words.size() < 2 || words[0] != "files")) {
    fmt::print(stderr,
               "usage: count_evidence problems SEED COUNT all|old|wide\n"
               "       count_evidence files FILE...\n");
    return 2;
  }
  fmt::print("problem,true,clusters,ari,agreement,gap,cut,bare,valley,mixture,silhouette,sum\n");
  const ProblemOptions kind{.without = problems ? bench::left_out(words[3]) : 0};
  const std::uint64_t count = problems ? std::stoull(words[2]) : words.size() - 1;
  for (std::uint64_t p = 0; p < count; ++p) {
    const Problem problem =
        problems ? make_problem(std::stoull(words[1]), p, kind) : read_problem(words[p + 1]);
    if (problem.points.n >= kFewestPoints) print_evidence(std::to_string(p), problem, team);
  }
}
