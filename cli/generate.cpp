#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "gnac/error.h"
#include "output.h"
#include "sample_files.h"
#include "samples/generators.h"

namespace gnac::cli {

using namespace detail;
namespace {

struct GenerateFlags {
  std::string name;
  SampleOptions sample;
  SampleFiles files;
  bool list = false;
};

std::string sample_list() {
  std::string text;
  for (const SampleInfo& info : sample_table())
    text += fmt::format("{:<18} {}\n", info.name, info.help);
  return text;
}

void generate_sample(const GenerateFlags& flags) {
  if (flags.list) return write_stdout(sample_list());
  if (flags.name.empty()) throw Error("give the name of a sample; gnac generate --list lists them");
  if (flags.name == "problem")
    throw Error("synthetic problems are made by another program: gnac-lab generate problem");
  write_sample(flags.files, [&] { return generate(flags.name, flags.sample); });
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
  add_sample_files(app, flags->files);
  app.add_flag("--list", flags->list, "list the samples");
  app.footer(R"(Examples:
  gnac generate --list
  gnac generate moons -n 500 --seed 3 -o moons.csv --labels moons.txt
  gnac generate gaussian-mixture -n 5000 -d 16 -k 8 -o mixture.npy)");
  return [flags] { generate_sample(*flags); };
}

}  // namespace gnac::cli
