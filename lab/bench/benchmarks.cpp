// Google Benchmark of every kernel and every stage. Flags are the library's, for example
//   gnac_benchmarks --benchmark_filter=gemm --benchmark_repetitions=5
#include <benchmark/benchmark.h>

#include <memory>

#include "automaton/draws.h"
#include "automaton/evolve.h"
#include "automaton/train.h"
#include "bench/flops.h"
#include "bench/kernel_cases.h"
#include "bench/problem.h"
#include "graph/knn.h"
#include "graph/scale_free.h"
#include "graph/symmetrise.h"
#include "readout/affinity.h"
#include "readout/eigen.h"
#include "readout/laplacian.h"
#include "readout/partition.h"

namespace gnac::bench {
namespace {

constexpr auto kRate = benchmark::Counter::kIsIterationInvariantRate;

void time_case(benchmark::State& state, const Case& c) {
  for (auto _ : state) c.run();
  state.counters[c.item + "s/s"] = benchmark::Counter(c.items, kRate);
  if (c.flops > 0) state.counters["FLOP/s"] = benchmark::Counter(c.flops, kRate);
  if (c.bytes > 0) state.counters["B/s"] = benchmark::Counter(c.bytes, kRate);
}

void register_kernels(const std::string& label, const Options& options) {
  for (Case& c : kernel_cases(kernels(), options)) {
    benchmark::RegisterBenchmark(("kernel/" + label + "/" + c.name).c_str(),
                                 [c](benchmark::State& state) { time_case(state, c); });
  }
}

// Registers a stage: prepare(points, team) returns the function to time.
template <class Prepare>
void register_stage(const std::string& name, Prepare prepare) {
  const auto run = [prepare](benchmark::State& state) {
    Team team(0);
    const Points points = mixture(state.range(0));
    auto stage = prepare(points, team);
    for (auto _ : state) stage();
    state.SetComplexityN(state.range(0));
  };
  benchmark::RegisterBenchmark(("stage/" + name).c_str(), run)
      ->ArgName("N")
      ->RangeMultiplier(2)
      ->Range(1000, 8000)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->Complexity();
}

Graph graph_of(const Points& points, Team& team) {
  return symmetrise(knn(points, Options::paper().neighbors, team), team);
}

Rule untrained_rule() {
  Rule rule;
  rule.shape = published_shape({}, kDimensions);
  rule.values = initial_values(rule.shape, rule.seed);
  return rule;
}

void register_training(const std::string& label, const Options& options) {
  register_stage("training_epoch/" + label, [options](const Points& points, Team& team) {
    const Graph graph = graph_of(points, team);
    auto epoch = std::make_shared<Epoch>(points, graph, options, team);
    return [epoch] { epoch->run(); };
  });
}

void register_stages() {
  register_stage("knn", [](const Points& points, Team& team) {
    return [&] { benchmark::DoNotOptimize(knn(points, Options::paper().neighbors, team)); };
  });
  register_stage("symmetrise", [](const Points& points, Team& team) {
    return [&team, lists = knn(points, Options::paper().neighbors, team)] {
      benchmark::DoNotOptimize(symmetrise(lists, team));
    };
  });
  register_stage("scale_free", [](const Points& points, Team& team) {
    return [&points, &team, graph = graph_of(points, team)] {
      benchmark::DoNotOptimize(scale_free(graph, points, FeatureSet::coordinates, team));
    };
  });
  register_stage("evolve", [](const Points& points, Team& team) {
    return [&, graph = graph_of(points, team), rule = untrained_rule()] {
      const Cells cells = lay_out(graph, points, rule.shape, team);
      benchmark::DoNotOptimize(evolve_rule(rule, cells, {}, team));
    };
  });
  register_stage("rank_affinity", [](const Points& points, Team& team) {
    return [&team, distance = graph_of(points, team).distance] {
      benchmark::DoNotOptimize(rank_affinity(distance, team));
    };
  });
  register_stage("eigenvectors", [](const Points& points, Team& team) {
    const Graph graph = graph_of(points, team);
    std::vector<std::int32_t> row_of(graph.nodes, -1);
    const auto affinity = rank_affinity(graph.distance, team);
    return [&team, laplacian = component_laplacian(graph, affinity, 0, row_of, team)] {
      benchmark::DoNotOptimize(smallest_eigenpairs(laplacian, kClusters, {}, team));
    };
  });
  register_stage("partition", [](const Points& points, Team& team) {
    return [&points, &team, graph = graph_of(points, team)] {
      benchmark::DoNotOptimize(
          partition_graph(graph, points, graph.distance, kClusters, Options::paper(), team));
    };
  });
}

}  // namespace
}  // namespace gnac::bench

int main(int argc, char** argv) {
  using namespace gnac;
  using namespace gnac::detail;
  Options silu;
  silu.width = 64;
  silu.activation = Activation::silu;
  Options relu;
  relu.width = 32;
  relu.activation = Activation::relu;
  for (const auto& [label, options] : {std::pair("silu64", silu), std::pair("relu32", relu)}) {
    bench::register_kernels(label, options);
    bench::register_training(label, options);
  }
  bench::register_stages();
  benchmark::AddCustomContext("target", kernels().target);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
