// gnac_measure SECTION: one section of docs/performance.md, as markdown. lab/bench/report runs it.
#include "bench/measure.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <map>

#include "bench/machine.h"
#include "gnac/error.h"
#include "support/team.h"

int main(int argc, char** argv) {
  using namespace gnac;
  const std::map<std::string, void (*)(const bench::ReportOptions&)> sections{
      {"about", [](const bench::ReportOptions&) {}},  // the heading alone
      {"machine", bench::report_machine},
      {"kernels", bench::report_kernels},
      {"epoch", bench::report_epoch},
      {"neighbors", bench::report_neighbours},
      {"scaling", bench::report_scaling},
      {"million", bench::report_million},
  };
  bench::ReportOptions options;
  options.fit_once = std::filesystem::path(argv[0]).replace_filename("gnac_fit_once").string();
  std::string section;
  CLI::App app("Measure this machine and print one section of docs/performance.md.");
  app.add_option("section", section, "what to measure")->required()->check(CLI::IsMember(sections));
  app.add_option("--commit", options.commit, "shown with the figures");
  app.add_option("--threads", options.threads, "0: every core");
  app.add_option("--n", options.n, "points of the epoch section");
  app.add_option("--sizes", options.sizes, "points of the scaling section")->delimiter(',');
  app.add_option("--epochs", options.epochs, "fewer than 100: training times become estimates")
      ->check(CLI::Range(3, 100));
  app.add_option("--repeats", options.repeats, "repeats of fits of at most 10,000 points")
      ->check(CLI::PositiveNumber);
  app.add_option("--neighbor-size", options.neighbour_size, "points of the neighbors section");
  app.add_option("--million-size", options.million, "points of the million section");
  app.add_option("--set", options.settings, "an option of the method for the fits, NAME=VALUE");
  CLI11_PARSE(app, argc, argv);
  if (options.threads == 0) options.threads = detail::processors();
  try {
    std::printf("_%s._\n\n", bench::provenance(options.commit).c_str());
    sections.at(section)(options);
  } catch (const Error& e) {
    std::fprintf(stderr, "gnac_measure: %s\n", e.what());
    return 2;
  }
  return 0;
}
