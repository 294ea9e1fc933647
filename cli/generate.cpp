#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "data/generators.h"
#include "data/problems.h"
#include "file_form.h"
#include "gnac/error.h"
#include "output.h"
#include "support/files.h"
#include "tables.h"

namespace gnac::cli {

using namespace detail;
namespace {

constexpr const char* kProblem = "problem";
constexpr const char* kProblemHelp =
    "number --index of the endless sequence of problems that --seed gives, on which universal "
    "rules are trained: all kinds of shapes, sizes and dimensions";

struct GenerateFlags {
  std::string name;
  SampleOptions sample;
  std::uint64_t index = 0;
  bool index_given = false;
  std::string output;
  std::string labels;
  bool list = false;
};

std::string sample_list() {
  std::string text;
  for (const SampleInfo& info : sample_table())
    text += fmt::format("{:<18} {}\n", info.name, info.help);
  text += fmt::format("{:<18} {}\n", kProblem, kProblemHelp);
  return text;
}

/// Labels like those of the samples: 0..K-1, -1 for noise.
Sample sample_of(Problem problem) {
  for (std::int32_t& label : problem.labels) --label;
  return {std::move(problem.points), std::move(problem.labels)};
}

Sample make(const GenerateFlags& flags) {
  if (flags.name != kProblem) {
    if (flags.index_given) throw Error("--index is only for gnac generate problem");
    return generate(flags.name, flags.sample);
  }
  const SampleOptions untouched;
  const SampleOptions& sample = flags.sample;
  if (sample.n != untouched.n || sample.d != untouched.d || sample.clusters != untouched.clusters ||
      sample.noise != untouched.noise || sample.radius != untouched.radius) {
    throw Error("a problem has a random size and shape; choose it only by --seed and --index");
  }
  return sample_of(make_problem(sample.seed, flags.index));
}

void generate_sample(const GenerateFlags& flags) {
  if (flags.list) return write_stdout(sample_list());
  if (flags.name.empty()) throw Error("give the name of a sample; gnac generate --list lists them");
  const bool to_stdout = flags.output.empty() || flags.output == "-";
  std::vector<FlagAndPath> named;
  if (!to_stdout) named.emplace_back("-o", flags.output);
  if (!flags.labels.empty()) named.emplace_back("--labels", flags.labels);
  for (const auto& [flag, path] : named) check_text_name(flag, path);
  check_outputs(named, {});
  const Sample sample = make(flags);
  const std::string points = points_table(sample.points, flags.output);
  const std::string labels = labels_table(sample.labels, {}, 0, flags.labels);
  std::vector<std::pair<std::string, std::string_view>> files;
  if (!to_stdout) files.emplace_back(flags.output, points);
  if (!flags.labels.empty()) files.emplace_back(flags.labels, labels);
  write_files(files, [&] {
    if (to_stdout) write_stdout(points);
  });
}

}  // namespace

Action add_generate(CLI::App& app) {
  auto flags = std::make_shared<GenerateFlags>();
  SampleOptions& sample = flags->sample;
  app.add_option("NAME", flags->name, "the sample: spirals, moons, blobs, … (see --list)")
      ->option_text(" ");
  app.add_option("-n", sample.n, fmt::format("N: how many points [{}]", sample.n))
      ->option_text("INT");
  app.add_option("-d,--dimensions", sample.d, "columns [the sample's own]")->option_text("INT");
  app.add_option("-k,--clusters", sample.clusters, "clusters [the sample's own]")
      ->option_text("INT");
  app.add_option("--noise", sample.noise,
                 "spread, or share of background points: see --list [the sample's own]")
      ->option_text("NUMBER");
  app.add_option("--radius", sample.radius, "overall size: see --list [the sample's own]")
      ->option_text("NUMBER");
  app.add_option("--seed", sample.seed, fmt::format("seed of the random numbers [{}]", sample.seed))
      ->option_text("INT");
  app.add_option_function<std::uint64_t>(
         "--index",
         [flags](std::uint64_t index) {
           flags->index = index;
           flags->index_given = true;
         },
         "which problem of the seed, for `problem` only [0]")
      ->option_text("INT");
  app.add_option(
         "-o,--output", flags->output,
         "points: CSV or, depending on the name, .tsv, .txt, float32 .npy, also .gz [standard "
         "output]")
      ->option_text("FILE");
  app.add_option("--labels", flags->labels, "the true labels, one per line; -1 is background noise")
      ->option_text("FILE");
  app.add_flag("--list", flags->list, "list the samples");
  app.footer(R"(Examples:
  gnac generate --list
  gnac generate moons -n 500 --seed 3 -o moons.csv --labels moons.txt
  gnac generate gaussian-mixture -n 5000 -d 16 -k 8 -o mixture.npy
  gnac generate problem --seed 1 --index 12 -o problem.csv --labels problem.txt)");
  return [flags] { generate_sample(*flags); };
}

}  // namespace gnac::cli
