// What a fit with K given says about the points of synthetic problems, as CSV on standard output;
// certainty_figures.py computes figures from it.
//   usage: certainty_evidence SEED PROBLEMS [--clean]      --clean: problems without noise
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "data/problems.h"
#include "gnac/certainty.h"
#include "gnac/model.h"

namespace {

/// The class matched to each cluster, one to one: pairs with the most points in common first.
std::vector<std::int32_t> classes_of(const std::vector<std::int32_t>& found,
                                     const std::vector<std::int32_t>& truth, int clusters) {
  std::vector<std::int64_t> common(static_cast<std::size_t>(clusters) * (clusters + 1), 0);
  for (std::size_t i = 0; i < found.size(); ++i) ++common[found[i] * (clusters + 1) + truth[i]];
  std::vector<std::int32_t> class_of(clusters, 0);
  std::vector<bool> taken(clusters + 1, false);
  for (int round = 0; round < clusters; ++round) {
    int cluster = -1, known = -1;
    for (int c = 0; c < clusters; ++c) {
      for (int k = 1; class_of[c] == 0 && k <= clusters; ++k) {
        const auto at = [&](int a, int b) { return common[a * (clusters + 1) + b]; };
        if (!taken[k] && (cluster < 0 || at(c, k) > at(cluster, known))) cluster = c, known = k;
      }
    }
    class_of[cluster] = known;
    taken[known] = true;
  }
  return class_of;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: certainty_evidence SEED PROBLEMS [--clean]\n");
    return 2;
  }
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t problems = std::strtoull(argv[2], nullptr, 10);
  gnac::detail::ProblemOptions kind;
  if (argc > 3 && std::string_view(argv[3]) == "--clean")
    kind.without = 1U << static_cast<unsigned>(gnac::detail::Family::noise);
  fmt::print("problem,noise,right,membership,outlier\n");
  for (std::uint64_t p = 0; p < problems; ++p) {
    const gnac::detail::Problem problem = gnac::detail::make_problem(seed, p, kind);
    const gnac::Model model = gnac::fit(problem.points, problem.clusters);
    const auto memberships = gnac::memberships(model);
    const auto outliers = gnac::outlier_scores(model);
    const auto& found = model.labels();
    const auto class_of = classes_of(found, problem.labels, problem.clusters);
    for (std::size_t i = 0; i < found.size(); ++i) {
      fmt::print("{},{},{},{:.4f},{:.4f}\n", p, problem.labels[i] == 0 ? 1 : 0,
                 class_of[found[i]] == problem.labels[i] ? 1 : 0,
                 memberships[i * problem.clusters + found[i]], outliers[i]);
    }
  }
}
