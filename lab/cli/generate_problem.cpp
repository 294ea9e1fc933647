// gnac-lab generate problem: one of the synthetic problems on which universal rules are trained.
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "lab_commands.h"
#include "problems/problems.h"
#include "sample_files.h"

namespace gnac::cli {

using namespace detail;
namespace {

struct ProblemFlags {
  std::uint64_t seed = SampleOptions{}.seed;
  std::uint64_t index = 0;
  std::vector<std::string> without;
  SampleFiles files;
};

/// Labels like those of the samples: 0..K-1, -1 for noise.
Sample sample_of(Problem problem) {
  for (std::int32_t& label : problem.labels) --label;
  return {std::move(problem.points), std::move(problem.labels)};
}

}  // namespace

Action add_generate_problem(CLI::App& app) {
  app.require_subcommand(1);
  CLI::App* problem = app.add_subcommand(
      "problem", "One problem of an endless sequence: all kinds of shapes, sizes and dimensions");
  problem->group("Commands");
  auto flags = std::make_shared<ProblemFlags>();
  problem
      ->add_option("--seed", flags->seed,
                   fmt::format("seed of the sequence of problems [{}]", flags->seed))
      ->option_text("INT");
  problem->add_option("--index", flags->index, "which problem of the sequence [0]")
      ->option_text("INT");
  problem
      ->add_option("--without", flags->without,
                   "leave a family of problems out, or all wide ones; may be repeated")
      ->option_text("NAME")
      ->allow_extra_args(false);
  add_sample_files(*problem, flags->files);
  problem->footer(R"(Examples:
  gnac-lab generate problem --seed 1 --index 12 -o problem.csv --labels truth.txt)");
  return [flags] {
    const ProblemOptions kind{.without = family_bits(flags->without)};
    write_sample(flags->files,
                 [&] { return sample_of(make_problem(flags->seed, flags->index, kind)); });
  };
}

}  // namespace gnac::cli
