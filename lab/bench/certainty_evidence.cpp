// Statements of a fit with K given about the points of synthetic problems, as CSV on standard
// output: what certainty_figures.py makes figures of.
//   usage: certainty_evidence SEED PROBLEMS [clean|box|far|clumps]
// Noise as the problems have it, none, or in all of them: evenly in their box, 1 to 40 % of the
// points; in a box two to four times as wide; or one to six points together.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "gnac/certainty.h"
#include "gnac/model.h"
#include "problems/problems.h"
#include "support/random.h"

namespace {

using gnac::detail::Draws;
using gnac::detail::Problem;

void add_noise(Problem& problem, std::string_view kind, Draws draws) {
  const std::int64_t d = problem.points.d, n = problem.points.n;
  std::vector<double>& values = problem.points.values;
  std::vector<double> low(values.begin(), values.begin() + d), high = low;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t c = 0; c < d; ++c) {
      low[c] = std::min(low[c], values[i * d + c]);
      high[c] = std::max(high[c], values[i * d + c]);
    }
  }
  const double share = 0.01 * std::pow(kind == "box" ? 40.0 : 8.0, draws.uniform());
  const double room = kind == "far" ? 0.5 + draws.uniform() : 0.1 * draws.uniform();
  const auto count = static_cast<std::int64_t>(share * static_cast<double>(n)) + 5;
  while (problem.points.n < n + count) {
    std::vector<double> centre;
    for (std::int64_t c = 0; c < d; ++c)
      centre.push_back(low[c] + (high[c] - low[c]) * (draws.uniform() * (1 + 2 * room) - room));
    const std::uint64_t together = kind == "clumps" ? 1 + draws.below(6) : 1;
    for (std::uint64_t q = 0; q < together; ++q) {
      constexpr double kTight = 0.01;  // of the box
      for (std::int64_t c = 0; c < d; ++c)
        values.push_back(centre[c] + kTight * (high[c] - low[c]) * (2 * draws.uniform() - 1));
      problem.labels.push_back(0);
      ++problem.points.n;
    }
  }
}

/// The class that each cluster stands for: pairs with the most points in common first, one to one.
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
    fmt::print(stderr, "usage: certainty_evidence SEED PROBLEMS [clean|box|far|clumps]\n");
    return 2;
  }
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t problems = std::strtoull(argv[2], nullptr, 10);
  gnac::detail::ProblemOptions kind{.without = gnac::detail::kWideFamilies};
  const std::string_view noise = argc > 3 ? argv[3] : "";
  if (!noise.empty()) kind.without |= gnac::detail::family_bit(gnac::detail::Family::noise);
  fmt::print("problem,noise,right,membership,outlier\n");
  for (std::uint64_t p = 0; p < problems; ++p) {
    Problem problem = gnac::detail::make_problem(seed, p, kind);
    if (noise == "box" || noise == "far" || noise == "clumps")
      add_noise(problem, noise,
                Draws(seed, gnac::detail::Stream::study, static_cast<std::uint32_t>(p)));
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
