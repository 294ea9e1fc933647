// What speaks for each number of clusters, as CSV on standard output: what fit_certainty.py fits
// weights and limits of src/readout/cluster_count.cpp and the confidence to.
//   usage: count_evidence problems SEED COUNT LEAST_POINTS MOST_POINTS CLOSENESS [shapes|plane]
//          count_evidence files FILE...     the last column of each is the cluster, from 1 on
// "shapes": at most three dimensions, no mixtures and no tables. "plane": mixtures and blobs in at
// most three dimensions.
// Of four synthetic problems in a row two are as drawn, one is reduced to its largest cluster and
// one to two, three or four of its clusters, because users' data often have few.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/model.h"
#include "io/read_points.h"
#include "model/excerpts.h"
#include "model/fit.h"
#include "problem_score.h"
#include "problems/problems.h"
#include "readout/cluster_count.h"
#include "readout/cut_views.h"
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

void print_evidence(const std::string& name, const Problem& problem, Team& team) {
  const Model model = evolve_on({.points = problem.points}, Options{}, team);
  const Graph& graph = model.graph;
  const auto most = static_cast<int>(std::min<std::int64_t>(kMost, graph.nodes));
  const Reading reading = survey(graph, model.points, model.evolution.conductance,
                                 reading_for(most, graph.nodes), 7, team);
  const Variations varied = variations(reading, graph, team);
  const std::vector<Excerpt> excerpts = excerpts_of(model, most, team);
  for (const CountEvidence& e : gather_evidence(reading, graph, most, excerpts, team)) {
    if (e.clusters == 1) continue;
    const auto cuts = conductance_cuts(reading, graph, e.clusters, team);
    fmt::print(
        "{},{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.5f},{:.4f},"
        "{:.4f},{:.4f}\n",
        name, model.points.n, problem.clusters, e.clusters,
        bench::problem_score(cuts.front().labels, problem.labels), e.agreement, e.nested,
        e.boundary, e.cut_alpha, e.contrast, e.level, e.excess_gap, e.likelihood, e.least,
        survival(cuts, varied, reading, graph, e.clusters).fit,
        steadiness(e, cuts.front().labels, excerpts, team));
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
  constexpr std::string_view kColumns =
      "problem,points,true,clusters,ari,agreement,nested,boundary,cut,contrast,level,gap,"
      "likelihood,least,survival,steadiness\n";
  if (words.size() >= 6 && words[0] == "problems") {
    ProblemOptions kind;
    kind.least_points = std::stoi(words[3]);
    kind.most_points = std::stoi(words[4]);
    kind.large_share = 0;
    kind.closeness = std::stod(words[5]);
    if (words.size() > 6) {
      kind.most_dimensions = 3;
      const auto bit = [](Family family) { return 1U << static_cast<unsigned>(family); };
      kind.without = bit(Family::mixtures) | bit(Family::tables);
      if (words[6] == "plane")
        kind.without = ~(bit(Family::mixtures) | bit(Family::blobs) | bit(Family::noise));
    }
    fmt::print("{}", kColumns);
    for (std::uint64_t p = 0; p < std::stoull(words[2]); ++p) {
      const Problem problem = draw(std::stoull(words[1]), p, kind);
      if (problem.points.n >= kFewestPoints) print_evidence(std::to_string(p), problem, team);
    }
    return 0;
  }
  if (words.size() > 1 && words[0] == "files") {
    fmt::print("{}", kColumns);
    for (std::size_t f = 1; f < words.size(); ++f)
      print_evidence(std::to_string(f), read_problem(words[f]), team);
    return 0;
  }
  fmt::print(stderr,
             "usage: count_evidence problems SEED COUNT LEAST_POINTS MOST_POINTS CLOSENESS "
             "[shapes|plane]\n"
             "       count_evidence files FILE...\n");
  return 2;
}
