// One fit of the paper's scaling mixture in its own process, so that it has its own peak memory;
// prints one line of JSON with wall seconds by stage.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "automaton/evolve.h"
#include "bench/common.h"
#include "bench/machine.h"
#include "bench/problem.h"
#include "gnac/error.h"
#include "graph/knn.h"
#include "graph/symmetrise.h"
#include "readout/partition.h"

namespace gnac::bench {
namespace {

struct Request {
  std::int64_t n = 1000;
  std::int64_t sample = 0;  ///< points to train on; 0: all
  Options options = Options::paper();
};

using Json = nlohmann::ordered_json;

Points first_rows(const Points& points, std::int64_t n) {
  return {{points.values.begin(), points.values.begin() + n * points.d}, n, points.d};
}

Json fit(const Request& request) {
  const Options& options = request.options;
  const Points points = mixture(request.n);
  Json out{{"n", request.n}, {"epochs", options.epochs}};
  TimedTraining timed;
  const auto train_on = [&](const Points& some, const Graph& graph) {
    timed = timed_training(some, graph, options);
  };
  if (request.sample > 0) {
    const Points sample = first_rows(points, request.sample);
    out["train"] = seconds_of([&] { train_on(sample, build_graph(sample, options)); });
  }

  Graph graph;
  {
    Team team(options.threads);
    NeighborLists lists;
    out["knn"] = seconds_of([&] { lists = knn(points, options.neighbors, team); });
    out["symmetrise"] = seconds_of([&] { graph = symmetrise(lists, team); });
  }
  out["edges"] = graph.edges.size();
  if (request.sample == 0) out["train"] = seconds_of([&] { train_on(points, graph); });
  out["epoch_median"] = median(timed.epoch_seconds);
  out["epoch_least"] = timed.epoch_seconds.empty() ? 0.0
                                                   : *std::min_element(timed.epoch_seconds.begin(),
                                                                       timed.epoch_seconds.end());
  Evolution evolution;
  Team team(options.threads);
  out["evolve"] = seconds_of([&] {
    const Cells cells = lay_out(graph, points, timed.rule.shape, team);
    evolution = evolve_rule(timed.rule, cells, options, team);
  });
  out["steps"] = evolution.steps;
  Partition found;
  out["partition"] = seconds_of([&] {
    found = partition_graph(graph, points, evolution.edge_distance, kClusters, options, team);
  });
  out["solver"] = found.solver;
  out["peak_gib"] = peak_resident_gib();
  return out;
}

}  // namespace
}  // namespace gnac::bench

int main(int argc, char** argv) {
  using namespace gnac;
  using namespace gnac::detail;
  bench::Request request;
  std::vector<std::string> settings;
  CLI::App app("One fit of the scaling mixture, timed by stage; prints JSON.");
  app.add_option("--n", request.n, "points")->check(CLI::PositiveNumber);
  app.add_option("--sample", request.sample, "train on this many of them; 0: on all");
  app.add_option("--set", settings, "an option of the method, NAME=VALUE; repeatable");
  CLI11_PARSE(app, argc, argv);
  try {
    for (const std::string& s : settings) {
      const std::size_t equals = s.find('=');
      if (equals == std::string::npos) throw Error("--set needs NAME=VALUE, not '" + s + "'");
      set_option(request.options, s.substr(0, equals), s.substr(equals + 1));
    }
    // A shortened training has a shorter burn-in, so that some rule is kept.
    request.options.burn_in = std::min(request.options.burn_in, request.options.epochs - 1);
    std::puts(bench::fit(request).dump().c_str());
  } catch (const Error& e) {
    std::fprintf(stderr, "gnac_fit_once: %s\n", e.what());
    return 2;
  }
  return 0;
}
