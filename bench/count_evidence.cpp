// The evidence for each number of clusters, as CSV on standard output; fit_cluster_count.py fits
// the weights and limits of src/readout/cluster_count.cpp to it.
//   usage: count_evidence problems SEED COUNT LEAST_POINTS MOST_POINTS CLOSENESS
//          count_evidence single FILE...                each file is one cluster
// Of every four synthetic problems, two are as drawn, one is reduced to its largest cluster and one
// to two, three or four of its clusters, because users' data often have few.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "data/problems.h"
#include "data/read_points.h"
#include "gnac/model.h"
#include "model/fit.h"
#include "readout/agreement.h"
#include "readout/cluster_count.h"
#include "support/random.h"

namespace {

using namespace gnac;
using namespace gnac::detail;

constexpr int kMost = 30;
constexpr std::int64_t kFewestPoints = 100;

/// The points of some classes, which become 1, 2, …; background noise is kept if requested.
Problem reduced(const Problem& problem, const std::vector<std::int32_t>& classes, bool noise) {
  std::vector<std::int32_t> label_of(problem.clusters + 1, 0);
  for (std::size_t c = 0; c < classes.size(); ++c)
    label_of[classes[c]] = static_cast<std::int32_t>(c) + 1;
  Problem part;
  part.clusters = static_cast<int>(classes.size());
  part.points.d = problem.points.d;
  const PointsView all = problem.points;
  for (std::int64_t i = 0; i < all.n; ++i) {
    const std::int32_t label = label_of[problem.labels[i]];
    if (label == 0 && !(noise && problem.labels[i] == 0)) continue;
    part.labels.push_back(label);
    part.points.values.insert(part.points.values.end(), all.row(i).begin(), all.row(i).end());
  }
  part.points.n = std::ssize(part.labels);
  return part;
}

Problem draw(std::uint64_t seed, std::uint64_t index, const ProblemOptions& kind) {
  Problem problem = make_problem(seed, index, kind);
  if (index % 4 < 2 || problem.clusters < 2) return problem;
  std::vector<std::int64_t> size(problem.clusters + 1, 0);
  for (const std::int32_t l : problem.labels) ++size[l];
  std::vector<std::int32_t> classes(problem.clusters);
  std::iota(classes.begin(), classes.end(), 1);
  std::stable_sort(classes.begin(), classes.end(),
                   [&](std::int32_t a, std::int32_t b) { return size[a] > size[b]; });
  const auto keep = index % 4 == 2 ? 1 : 2 + index / 4 % 3;
  classes.resize(std::min<std::size_t>(keep, classes.size()));
  return reduced(problem, classes, classes.size() > 1);
}

/// Over the points that are not noise.
double score(const std::vector<std::int32_t>& labels, const std::vector<std::int32_t>& truth) {
  std::vector<std::int32_t> found, known;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (truth[i] == 0) continue;
    found.push_back(labels[i]);
    known.push_back(truth[i]);
  }
  return rand_agreement(found, known);
}

void print_evidence(const std::string& name, const Problem& problem, Team& team) {
  const Model model = evolve_on({.points = problem.points}, Options{}, team);
  const auto most = static_cast<int>(std::min<std::int64_t>(kMost, model.graph.nodes));
  const Reading reading = read_conductance(model.graph, model.points, model.evolution.conductance,
                                           1, reading_for(most, model.graph.nodes), 7, team);
  for (const CountEvidence& e : rank_clusters(reading, model.graph, most, team)) {
    const auto labels = cut_by(ReadoutKind::spectral, reading, model.graph, e.clusters, team);
    double three = 0;  // for the confidence, which is only needed for one number
    if (e.clusters == problem.clusters) {
      for (const Candidate& c : candidates(reading, model.graph, e.clusters, team))
        three += c.agreement / kReadouts;
    }
    fmt::print("{},{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.5f},{:.4f}\n", name,
               model.points.n, problem.clusters, e.clusters, score(labels, problem.labels),
               e.agreement, e.nested, e.boundary, e.cut_alpha, e.level, e.excess_gap, e.likelihood,
               three);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  Team team(1);
  constexpr std::string_view kColumns =
      "problem,points,true,clusters,ari,agreement,nested,boundary,cut,level,gap,likelihood,three\n";
  if (words.size() == 6 && words[0] == "problems") {
    ProblemOptions kind;
    kind.least_points = std::stoi(words[3]);
    kind.most_points = std::stoi(words[4]);
    kind.large_share = 0;
    kind.closeness = std::stod(words[5]);
    fmt::print("{}", kColumns);
    for (std::uint64_t p = 0; p < std::stoull(words[2]); ++p) {
      const Problem problem = draw(std::stoull(words[1]), p, kind);
      if (problem.points.n >= kFewestPoints) print_evidence(std::to_string(p), problem, team);
    }
    return 0;
  }
  if (words.size() > 1 && words[0] == "single") {
    fmt::print("{}", kColumns);
    for (std::size_t f = 1; f < words.size(); ++f) {
      Problem problem;
      problem.points = read_points(words[f]).points;
      problem.labels.assign(static_cast<std::size_t>(problem.points.n), 1);
      problem.clusters = 1;
      print_evidence(std::to_string(f), problem, team);
    }
    return 0;
  }
  fmt::print(stderr,
             "usage: count_evidence problems SEED COUNT LEAST_POINTS MOST_POINTS CLOSENESS\n"
             "       count_evidence single FILE...\n");
  return 2;
}
