// The loss of universal rules on fresh problems, as a markdown table on standard output, and by how
// much each exceeds that of the first rule: choices among rules are made by it.
//   usage: rule_loss SEED PROBLEMS all|old|wide NAME=RULE...
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "gnac/error.h"
#include "gnac/rule_file.h"
#include "pretrain/batch.h"
#include "problem_score.h"
#include "support/team.h"

namespace {

using namespace gnac::detail;

std::vector<double> losses(const gnac::Rule& rule, std::uint64_t seed, std::int64_t problems,
                           const PretrainOptions& options, Team& team) {
  std::vector<double> loss(static_cast<std::size_t>(problems));
  team.for_each(problems, [&](std::int64_t p) {
    loss[p] = loss_of(prepare(seed, static_cast<std::uint64_t>(p), rule, options), rule);
  });
  return loss;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 5) {
    fmt::print(stderr, "usage: rule_loss SEED PROBLEMS all|old|wide NAME=RULE...\n");
    return 2;
  }
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  const std::int64_t problems = std::strtoll(argv[2], nullptr, 10);
  PretrainOptions options;
  options.problems.without = gnac::bench::left_out(argv[3]);
  Team team(0);
  std::vector<double> first;
  fmt::print("| rule | loss | above the first, 95 % interval |\n|---|--:|--:|\n");
  for (int a = 4; a < argc; ++a) {
    const std::string word = argv[a];
    const std::size_t equals = word.find('=');
    const gnac::Rule rule = gnac::read_rule(word.substr(equals + 1));
    const std::vector<double> loss = losses(rule, seed, problems, options, team);
    fmt::print("| {} | {:.4f} |", word.substr(0, equals), mean_of(loss));
    if (first.empty()) {
      first = loss;
      fmt::print(" |\n");
      continue;
    }
    // The same problems for all rules, so differences are paired.
    std::vector<double> more;
    for (std::size_t p = 0; p < loss.size(); ++p) more.push_back(loss[p] - first[p]);
    const auto [least, most] = gnac::bench::interval(more);
    fmt::print(" {:+.4f} [{:+.4f}, {:+.4f}] |\n", (least + most) / 2, least, most);
    std::fflush(stdout);
  }
} catch (const gnac::Error& error) {
  fmt::print(stderr, "rule_loss: {}\n", error.what());
  return 2;
}
