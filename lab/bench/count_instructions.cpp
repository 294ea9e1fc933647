// A few steps and their adjoints on a small graph, on one thread; lab/bench/instructions runs this
// under callgrind. Prints the numbers of edges and steps to divide the counts by.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "bench/problem.h"
#include "gnac/error.h"
#include "graph/knn.h"
#include "graph/symmetrise.h"

int main(int argc, char** argv) {
  using namespace gnac;
  using namespace gnac::detail;
  std::int64_t n = 96;
  Options options = Options::paper();
  options.rollout = 2;
  std::string activation = "silu";
  CLI::App app("Forward and backward steps, for counting their instructions.");
  app.add_option("--n", n, "points");
  app.add_option("--width", options.width, "W");
  app.add_option("--activation", activation, "silu, relu or tanh");
  CLI11_PARSE(app, argc, argv);
  try {
    set_option(options, "activation", activation);
    Team team(1);
    const Points points = bench::cloud(n, bench::kDimensions);
    const Graph graph = symmetrise(knn(points, options.neighbors, team), team);
    bench::Epoch epoch(points, graph, options, team);
    epoch.run();
    std::printf("target %s edges %zu steps %d\n", kernels().target, graph.edges.size(),
                options.rollout);
  } catch (const Error& e) {
    std::fprintf(stderr, "gnac_count_instructions: %s\n", e.what());
    return 2;
  }
  return 0;
}
