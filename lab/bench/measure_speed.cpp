// Sections that compare work with the machine's ceilings: machine, kernels, epoch, neighbours.
#include <fmt/format.h>

#include "automaton/kernels/kernels.h"
#include "bench/common.h"
#include "bench/flops.h"
#include "bench/kernel_cases.h"
#include "bench/measure.h"
#include "bench/peak.h"
#include "bench/problem.h"
#include "graph/knn.h"
#include "graph/symmetrise.h"

namespace gnac::bench {
namespace {

Options with(int width, Activation activation) {
  Options options = Options::paper();
  options.width = width;
  options.activation = activation;
  return options;
}

std::string name_of(const Options& options) {
  return fmt::format("W={} {}", options.width, to_string(options.activation));
}

bool same_rule(const Options& a, const Options& b) {
  return a.width == b.width && a.activation == b.activation;
}

// The measured rules: the reference of the targets, and the default if it differs.
std::vector<Options> rules() {
  std::vector<Options> found{with(64, Activation::silu)};
  if (!same_rule(found[0], Options::paper())) found.push_back(Options::paper());
  return found;
}

// "1.23 | 45.6 | 67 %", or dashes if there are no flops.
std::string speed_cells(double flops, double seconds, double peak) {
  if (flops == 0) return "– | –";
  const double rate = flops / seconds;
  return fmt::format("{:.1f} | {:.0f} %", rate / 1e9, 100 * rate / peak);
}

void kernel_table(const Options& options, double peak) {
  fmt::print("\n**{}**, one core, blocks of {} rows in cache\n\n", name_of(options), kBlock);
  fmt::print(
      "| kernel | ns per item | item | GB/s | GF/s | of peak |\n|---|--:|---|--:|--:|--:|\n");
  for (const Case& c : kernel_cases(kernels(), options)) {
    const double seconds = median_seconds(c.run, Clock::thread);
    fmt::print("| {} | {:.1f} | {} | {:.0f} | {} |\n", c.name, 1e9 * seconds / c.items, c.item,
               c.bytes / seconds / 1e9, speed_cells(c.flops, seconds, peak));
  }
}

// One pass over a step: its three calls, then the whole epoch as train() runs it.
void epoch_rows(const Points& points, const Graph& graph, const Options& options, int threads,
                double peak) {
  Team team(threads);
  Epoch epoch(points, graph, options, team);
  epoch.run();  // fills the tape
  const auto cells = static_cast<double>(epoch.cells.n);
  const auto edges = static_cast<double>(epoch.cells.edge_count);
  const RuleShape& shape = epoch.shape;
  const auto print = [&](const char* what, double flops, double seconds, int steps) {
    fmt::print("| {} | {} | {} | {} | {:.0f} | {} |\n", name_of(options), threads, what,
               short_number(1e3 * seconds), 1e9 * seconds / edges / steps,
               speed_cells(flops, seconds, peak));
  };
  const auto measure = [&](const char* what, double flops, auto&& run) {
    print(what, flops, median_seconds(run, clock_for(threads)), 1);
  };
  Tape& tape = epoch.tape;
  measure("conductance (edges forward)", edges * edge_product(shape),
          [&] { epoch.automaton.conductance(tape.alpha(0), tape.state(0)); });
  measure("update (cells forward)", cells * cell_product(shape), [&] {
    epoch.automaton.update(tape.state(1), tape.state(0), tape.alpha(0), tape.message(0));
  });
  epoch.automaton.begin_adjoint();
  measure("step_adjoint (cells and edges)", adjoint_flops(shape, cells, edges), [&] {
    epoch.automaton.step_adjoint(tape.d_state.data(), tape.d_next.data(), tape.step(0));
  });
  Options timed = options;
  timed.threads = threads;
  timed.epochs = 7;
  timed.burn_in = 0;
  const double seconds =
      median(timed_training(points, graph, timed, clock_for(threads)).epoch_seconds);
  print("**whole epoch**", epoch_flops(shape, epoch.cells.n, epoch.cells.edge_count, timed.rollout),
        seconds, timed.rollout);
}

}  // namespace

std::string short_number(double value) {
  if (value >= 100) return fmt::format("{:.0f}", value);
  return value >= 1e-3 ? fmt::format("{:.3g}", value) : fmt::format("{:.6f}", value);
}

void report_machine(const ReportOptions& options) {
  Team one(1);
  Team all(options.threads);
  fmt::print("| | 1 core | {} cores at once |\n|---|--:|--:|\n", options.threads);
  fmt::print("| fp32 multiply-add peak, {} | {:.1f} GF/s | {:.1f} GF/s |\n", kernels().target,
             peak_flops(one) / 1e9, peak_flops(all) / 1e9);
  fmt::print("| triad, 192 MiB | {:.1f} GB/s | {:.1f} GB/s |\n", triad_bandwidth(one) / 1e9,
             triad_bandwidth(all) / 1e9);
}

void report_kernels(const ReportOptions&) {
  Team one(1);
  const double peak = peak_flops(one);
  fmt::print("Peak of one core in this run: {:.1f} GF/s.\n", peak / 1e9);
  for (const Options& options : rules()) kernel_table(options, peak);
}

void report_epoch(const ReportOptions& options) {
  const Points points = mixture(options.n);
  Graph graph;
  {
    Team team(options.threads);
    graph = symmetrise(knn(points, Options::paper().neighbors, team), team);
  }
  fmt::print("N={}, {} edges, {} steps; ns are per edge and step.\n\n", options.n,
             graph.edges.size(), Options::paper().rollout);
  fmt::print(
      "| rule | threads | part | ms | ns/edge | GF/s | of peak |\n"
      "|---|--:|---|--:|--:|--:|--:|\n");
  std::vector<int> counts{1};
  if (options.threads > 1) counts.push_back(options.threads);
  for (const int threads : counts) {
    Team team(threads);
    const double peak = peak_flops(team);
    for (const Options& rule : rules()) epoch_rows(points, graph, rule, threads, peak);
  }
}

void report_neighbours(const ReportOptions& options) {
  Team team(options.threads);
  fmt::print("N={}, k={}, d={}, {} threads.\n\n| points | exact kNN, s |\n|---|--:|\n",
             options.neighbour_size, Options::paper().neighbors, kDimensions, options.threads);
  const auto row = [&](const char* what, const Points& points) {
    std::vector<double> seconds;
    for (int r = 0; r < options.repeats; ++r) {
      seconds.push_back(seconds_of([&] { knn(points, Options::paper().neighbors, team); }));
    }
    fmt::print("| {} | {:.2f} |\n", what, median(seconds));
  };
  row("intrinsic dimension 5", cloud(options.neighbour_size, 5));
  row("intrinsic dimension 10", cloud(options.neighbour_size, 10));
  row("isotropic, 16 dimensions", cloud(options.neighbour_size, kDimensions));
  row("scaling mixture", mixture(options.neighbour_size));
}

}  // namespace gnac::bench
