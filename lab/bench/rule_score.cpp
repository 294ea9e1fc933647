// The quality of universal rules on fresh problems of a given size: mean ARI of every view and
// of the one that is chosen, with K given, as a markdown table on standard output. Choices among
// rules and numbers of neighbours are made by it, not by a benchmark.
//   usage: rule_score SEED PROBLEMS LEAST_POINTS MOST_POINTS NEIGHBORS[,…] all|old|wide
//   NAME=RULE...
// NEIGHBORS 0: as a fit chooses them. Beside each rule but the first: by how much the view that is
// chosen exceeds that of the first rule, with a 95 % interval over the problems.
#include <fmt/format.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "gnac/error.h"
#include "gnac/model.h"
#include "gnac/rule_file.h"
#include "graph/intrinsic_dimension.h"
#include "io/text.h"
#include "model/fit.h"
#include "problem_score.h"
#include "problems/problems.h"
#include "readout/cut_views.h"
#include "readout/reading.h"

namespace {

using namespace gnac;
using namespace gnac::detail;

constexpr std::size_t kViews = 8;
using Scores = std::array<double, kViews + 1>;  // the last: the view that is chosen

Scores scores_of(const Problem& problem, const Rule& rule, int neighbors) {
  Team team(1);
  Options options;
  options.neighbors = neighbors;
  const Model model = evolve_on({.points = problem.points, .rule = &rule}, options, team);
  const Reading reading = read_conductance(model.graph, model.points, model.evolution.conductance,
                                           problem.clusters, problem.clusters, 7, team);
  Scores scores{};
  const auto cuts =
      view_cuts(reading, model.graph, model.points, problem.clusters, options.seed, team);
  for (const ViewCut& cut : cuts)
    scores[static_cast<std::size_t>(cut.view)] = bench::problem_score(cut.labels, problem.labels);
  scores.back() = scores[static_cast<std::size_t>(cuts[best_view(cuts)].view)];
  return scores;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 8) {
    fmt::print(
        stderr,
        "usage: rule_score SEED PROBLEMS LEAST_POINTS MOST_POINTS NEIGHBORS[,…] all|old|wide "
        "NAME=RULE...\n");
    return 2;
  }
  const std::uint64_t seed = std::stoull(argv[1]), count = std::stoull(argv[2]);
  const ProblemOptions kind{.least_points = std::stoi(argv[3]),
                            .most_points = std::stoi(argv[4]),
                            .large_share = 0,
                            .without = bench::left_out(argv[6])};
  std::vector<int> neighbors;
  const std::string list = argv[5];
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    neighbors.push_back(std::stoi(list.substr(at, end - at)));
    at = end + 1;
  }
  fmt::print("| rule | k | problems |");
  for (std::size_t v = 0; v < kViews; ++v) fmt::print(" {} |", to_string(static_cast<View>(v)));
  fmt::print(" agreement | above the first, 95 % interval |\n|---|--:|--:|---|");
  for (std::size_t v = 0; v <= kViews; ++v) fmt::print("--:|");
  fmt::print("\n");
  Team team(0);
  std::map<int, std::vector<Scores>> first;  // by number of neighbours
  for (int a = 7; a < argc; ++a) {
    const std::string word = argv[a];
    const std::size_t equals = word.find('=');
    const Rule rule = read_rule(word.substr(equals + 1));
    for (const int k : neighbors) {
      std::vector<Scores> all(count);
      std::vector<char> counts(count, 0);
      team.for_each(static_cast<std::int64_t>(count), [&](std::int64_t p) {
        const Problem problem = make_problem(seed, static_cast<std::uint64_t>(p), kind);
        if (problem.clusters < 2) return;
        all[p] = scores_of(problem, rule, k);
        counts[p] = 1;
      });
      Scores mean{};
      int problems = 0;
      for (std::size_t p = 0; p < count; ++p) {
        problems += counts[p];
        for (std::size_t r = 0; r < mean.size(); ++r) mean[r] += all[p][r];
      }
      fmt::print("| {} | {} | {} |", word.substr(0, equals), k, problems);
      for (const double m : mean) fmt::print(" {:.4f} |", m / problems);
      if (a > 7) {
        std::vector<double> more;
        for (std::size_t p = 0; p < count; ++p)
          if (counts[p] != 0) more.push_back(all[p].back() - first[k][p].back());
        const auto [least, most] = bench::interval(more);
        fmt::print(" {:+.4f} [{:+.4f}, {:+.4f}] |", (least + most) / 2, least, most);
      } else {
        first[k] = all;
        fmt::print(" |");
      }
      fmt::print("\n");
      std::fflush(stdout);
    }
  }
} catch (const gnac::Error& error) {
  fmt::print(stderr, "rule_score: {}\n", error.what());
  return 2;
}
