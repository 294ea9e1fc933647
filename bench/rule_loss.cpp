// The loss of universal rules on fresh problems of all families, and of each family by itself, as a
// markdown table on standard output: what a rule owes to the families it was trained on.
//   usage: rule_loss SEED PROBLEMS NAME=RULE...
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "gnac/error.h"
#include "gnac/rule_file.h"
#include "pretrain/batch.h"
#include "support/team.h"

namespace {

using namespace gnac::detail;

/// Every family but the one, which then makes up all problems.
std::uint32_t others(std::uint32_t family) {
  return ((1U << kFamilies) - 1) & ~(1U << family);
}

double mean_loss(const gnac::Rule& rule, const ProblemOptions& kind, std::uint64_t seed,
                 std::int64_t problems, Team& team) {
  PretrainOptions options;
  options.problems = kind;
  std::vector<double> loss(static_cast<std::size_t>(problems));
  team.for_each(problems, [&](std::int64_t p) {
    loss[p] = loss_of(prepare(seed, static_cast<std::uint64_t>(p), rule, options), rule);
  });
  double sum = 0;
  for (const double l : loss) sum += l;
  return sum / static_cast<double>(problems);
}

struct Named {
  std::string name;
  gnac::Rule rule;
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) {
    fmt::print(stderr, "usage: rule_loss SEED PROBLEMS NAME=RULE...\n");
    return 2;
  }
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  const std::int64_t problems = std::strtoll(argv[2], nullptr, 10);
  std::vector<Named> rules;
  for (int a = 3; a < argc; ++a) {
    const std::string word = argv[a];
    const std::size_t equals = word.find('=');
    rules.push_back({word.substr(0, equals), gnac::read_rule(word.substr(equals + 1))});
  }
  Team team(0);
  fmt::print("| rule | all |");
  for (const std::string_view family : family_names()) fmt::print(" {} |", family);
  fmt::print("\n|---|--:|");
  for (int f = 0; f < kFamilies; ++f) fmt::print("--:|");
  for (const Named& one : rules) {
    fmt::print("\n| {} | {:.3f} |", one.name, mean_loss(one.rule, {}, seed, problems, team));
    for (std::uint32_t f = 0; f < kFamilies; ++f) {
      const ProblemOptions kind{.without = others(f)};
      fmt::print(" {:.3f} |", mean_loss(one.rule, kind, seed + 1, problems / 4, team));
    }
  }
  fmt::print("\n");
} catch (const gnac::Error& error) {
  fmt::print(stderr, "rule_loss: {}\n", error.what());
  return 2;
}
