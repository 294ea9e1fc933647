// Run by mpirun: every rank computes the whole answer alone, as one machine does, and compares its
// part of the common answer with it, byte for byte.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "automaton/universal.h"
#include "distributed/distribute.h"
#include "distributed/distributed_affinities.h"
#include "distributed/distributed_components.h"
#include "distributed/distributed_evolve.h"
#include "distributed/distributed_spectrum.h"
#include "distributed/eigenpairs.h"
#include "distributed/input_part.h"
#include "distributed/local_graph.h"
#include "distributed/neighbours.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "graph/build.h"
#include "graph/knn.h"
#include "graph/samples.h"
#include "model/universal_rule.h"
#include "readout/affinity.h"
#include "readout/spectrum.h"

namespace gnac::detail {
namespace {

int failures = 0;

void expect(bool holds, const Comm& comm, const std::string& sample, const char* what) {
  if (holds) return;
  ++failures;
  std::fputs(
      fmt::format("{}: rank {} of {}: {} differ\n", sample, comm.rank, comm.size, what).c_str(),
      stderr);
}

struct Whole {
  Points points;
  Graph graph;
  ScaleFree features;
  std::vector<float> conductance;
  std::vector<double> affinity;
};

Whole alone(const Points& raw, ScaleMode mode, Metric metric, int k, Team& team) {
  Whole whole;
  InputScaling scaling = fit_scaling(raw, mode);
  scaling.metric = metric;
  whole.points = apply_scaling(raw, scaling);
  Options options;
  options.metric = metric;
  options.neighbors = k;
  whole.graph = knn_graph(whole.points, options, team);
  const Rule& rule = universal_rule();
  whole.features = scale_free(whole.graph, whole.points, feature_set(rule), team);
  UniversalRun run(rule, whole.graph, whole.features, team);
  for (int t = 0; t < rule.steps; ++t) run.step();
  whole.conductance = run.conductances();
  whole.affinity =
      conductance_affinity(whole.conductance, rank_affinity(whole.graph.distance, team), team);
  return whole;
}

InputPart share_of(const Comm& comm, const Points& raw) {
  InputPart part;
  part.n = raw.n;
  part.first = raw.n * comm.rank / comm.size;
  const std::int64_t last = raw.n * (comm.rank + 1) / comm.size;
  part.rows = {{raw.values.begin() + part.first * raw.d, raw.values.begin() + last * raw.d},
               last - part.first,
               raw.d};
  return part;
}

void check_lists(const Comm& comm, const std::string& name, const OwnPoints& own,
                 const OwnNeighbours& found, const Graph& graph) {
  bool same = true;
  for (std::int64_t i = 0; i < own.rows.n; ++i) {
    const std::int32_t id = own.id[i];
    same = same && graph.lists.size(id) == found.k;
    for (std::int64_t a = 0; same && a < found.k; ++a) {
      const Neighbour& to = found.list[i * found.k + a];
      same = to.id == graph.lists.indices(id)[a] &&
             distance_of(found.metric, to.squared) == graph.lists.distances(id)[a];
    }
  }
  expect(same, comm, name, "neighbours");
}

/// The edge of the whole graph for each local one; -1 if there is none.
std::vector<std::int64_t> whole_edges(const LocalGraph& local, const Graph& graph) {
  std::vector<std::int64_t> out;
  for (const Edge& e : local.graph.edges) {
    const Edge wanted{local.id[e.i], local.id[e.j]};
    const auto at = std::lower_bound(graph.edges.begin(), graph.edges.end(), wanted);
    out.push_back(at != graph.edges.end() && *at == wanted ? at - graph.edges.begin() : -1);
  }
  return out;
}

template <class T>
bool same_rows(const std::vector<T>& local, std::int64_t from, const std::vector<T>& whole,
               std::int64_t to, std::int64_t width) {
  return std::equal(local.begin() + from * width, local.begin() + (from + 1) * width,
                    whole.begin() + to * width);
}

void check_sample(Comm& comm, const std::string& name, const Points& raw, ScaleMode mode, int k,
                  Team& team, Metric metric = Metric::euclidean) {
  const Whole whole = alone(raw, mode, metric, k, team);
  InputPart part = share_of(comm, raw);
  part.rows = apply_scaling(part.rows, distributed_fit_scaling(comm, part, mode, metric));
  expect(std::equal(part.rows.values.begin(), part.rows.values.end(),
                    whole.points.values.begin() + part.first * raw.d),
         comm, name, "scaled points");
  const OwnPoints own = distribute(comm, std::move(part));
  expect(sum(comm, own.rows.n) == raw.n, comm, name, "numbers of points");
  OwnNeighbours found = find_neighbours(comm, own, k, metric, team);
  check_lists(comm, name, own, found, whole.graph);
  LocalGraph local = build_local_graph(comm, own, std::move(found), team);

  const std::vector<std::int64_t> edge = whole_edges(local, whole.graph);
  bool degrees = true;
  for (const std::int32_t v : local.node)
    degrees = degrees && local.graph.degree(v) == whole.graph.degree(local.id[v]);
  expect(degrees, comm, name, "degrees");
  expect(std::count(edge.begin(), edge.end(), -1) == 0, comm, name, "edges");
  const ScaleFree features = distributed_features(comm, local, feature_set(universal_rule()), team);
  const std::vector<float> conductance =
      distributed_evolve(comm, local, features, universal_rule(), team);
  const std::vector<double> affinity = distributed_affinities(comm, local, conductance, team);
  bool geometry = true, edge_features = true, conductances = true, affinities = true;
  const RuleShape& shape = universal_rule().shape;
  for (std::size_t e = 0; e < edge.size(); ++e) {
    const std::int64_t w = edge[e];
    if (w < 0) continue;
    geometry = geometry && local.graph.distance[e] == whole.graph.distance[w] &&
               local.graph.geometry[e][1] == whole.graph.geometry[w][1] &&
               local.graph.geometry[e][2] == whole.graph.geometry[w][2];
    edge_features = edge_features && same_rows(features.edge, static_cast<std::int64_t>(e),
                                               whole.features.edge, w, shape.edge_features);
    conductances = conductances && conductance[e] == whole.conductance[w];
    affinities = affinities && affinity[e] == whole.affinity[w];
  }
  bool cell_features = true;
  for (std::int64_t v = 0; v < local.graph.nodes; ++v)
    cell_features = cell_features &&
                    same_rows(features.cell, v, whole.features.cell, local.id[v], shape.features);
  expect(geometry, comm, name, "distances, Jaccard indices or mutual flags");
  expect(edge_features, comm, name, "edge features");
  expect(cell_features, comm, name, "cell features");
  expect(conductances, comm, name, "conductances");
  expect(affinities, comm, name, "affinities");

  const LocalComponents components = distributed_components(comm, local);
  bool same = components.count == whole.graph.components;
  for (std::int64_t v = 0; v < local.graph.nodes; ++v)
    same = same && components.of[v] == whole.graph.component[local.id[v]];
  expect(same, comm, name, "components");

  constexpr int kPairs = 5;
  if (raw.n < 8 * kPairs) return;
  const std::vector<std::int64_t> count(static_cast<std::size_t>(components.count), kPairs);
  SolverFacts facts;
  const Spectrum ours =
      distributed_spectrum(comm, local, components, affinity, kPairs, count, 7, team, facts)
          .spectrum;
  const Spectrum theirs = spectrum(whole.graph, whole.affinity, kPairs, count,
                                   {.seed = 7, .goal = {}, .merges = {}}, team);
  const auto close = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) <= 1e-8; });
  };
  for (std::int32_t c = 0; c < components.count; ++c) {
    const std::vector<double>& expected = theirs.components[c].values;
    expect(close(ours.components[c].values, expected), comm, name, "eigenvalues");
    constexpr std::int64_t kLarge = 250;  // the solvers of large components are meant for more
    if (components.size[c] < kLarge) continue;
    Operator op = make_operator(comm, local, components, c, affinity, team);
    SolverFacts first, second;
    const Pairs filtered = eigenpairs(op, kPairs, 7, first, RankSolver::chebyshev);
    const Pairs inverted = eigenpairs(op, kPairs, 7, second, RankSolver::schwarz);
    expect(close(filtered.values, expected), comm, name, "the filter's eigenvalues");
    expect(close(inverted.values, expected), comm, name, "the inverse's eigenvalues");
    expect(first.preconditioned == 0 && second.preconditioned > 0, comm, name, "solvers");
    expect(std::max(first.residual, second.residual) <= 1e-8, comm, name, "residuals");
    expect(second.preconditioned <= 100, comm, name, "numbers of steps");
    SolverFacts again;
    expect(eigenpairs(op, kPairs, 7, again, RankSolver::schwarz).vectors == inverted.vectors, comm,
           name, "a second time's eigenvectors");
  }
}

Points mixture(std::int64_t n, std::int64_t d, double apart) {
  Points points = testing::gaussian_points(n, d, 11);
  for (std::int64_t i = 0; i < n; ++i) points.values[i * d + i % 3] += apart;
  return points;
}

/// A rank that fails alone: all throw its sentence.
void check_agreement(Comm& comm) {
  std::string said;
  try {
    agree(comm, [&] {
      if (comm.rank == comm.size - 1) throw Error("the last rank failed");
    });
  } catch (const Error& error) {
    said = error.what();
  }
  expect(said == "the last rank failed", comm, "agreement", "errors");
}

int run() {
  Comm comm(MPI_COMM_WORLD);
  Team team(2, {}, Team::Size::exact);
  check_agreement(comm);
  check_sample(comm, "mixture, 8 columns", mixture(7000, 8, 4), ScaleMode::global, 15, team);
  check_sample(comm, "plane", mixture(1500, 2, 4), ScaleMode::standard, 10, team);
  check_sample(comm, "grid of duplicates and ties", testing::grid_points(900, 3, 4, 3),
               ScaleMode::global, 12, team);
  check_sample(comm, "one point many times", {std::vector<double>(2 * 300, 2.0), 300, 2},
               ScaleMode::none, 6, team);
  check_sample(comm, "three components", mixture(1200, 2, 80), ScaleMode::global, 8, team);
  const std::pair<const char*, Metric> metrics[] = {{"cosine", Metric::cosine},
                                                    {"correlation", Metric::correlation},
                                                    {"manhattan", Metric::manhattan}};
  for (const auto& [name, metric] : metrics)
    check_sample(comm, name, mixture(2500, 6, 4), ScaleMode::global, 15, team, metric);
  check_sample(comm, "fewer points than ranks", mixture(3, 2, 1), ScaleMode::global, 15, team);
  return static_cast<int>(sum(comm, std::int64_t{failures}));
}

}  // namespace
}  // namespace gnac::detail

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  const int failed = gnac::detail::run();
  MPI_Finalize();
  return failed == 0 ? 0 : 1;
}
