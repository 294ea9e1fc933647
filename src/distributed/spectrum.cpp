#include "distributed/spectrum.h"

#include <fmt/format.h>
#include <slepceps.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "distributed/halo.h"
#include "gnac/error.h"
#include "graph/adjacency.h"
#include "support/random.h"

namespace gnac::detail {
namespace {

// A component of at most this many nodes is solved at the root.
constexpr std::int64_t kSmall = 5000;

constexpr double kTolerance = 1e-8;  // of ‖Su - θu‖
constexpr PetscInt kRestarts = 2000;

void check(PetscErrorCode code) {
  if (code != 0)
    throw Error(fmt::format("the eigensolver failed (PETSc error {}); see its messages", code));
}

// S = D^-½ A D^-½ of one component, on the rows that are own points in it. Its largest eigenvalue
// is 1, with eigenvector √d.
struct Operator {
  Comm& comm;
  const LocalGraph& local;
  Team& team;
  std::vector<std::int32_t> row;    // nodes of the component that are own points
  std::vector<std::int64_t> first;  // per row: its entries, rows + 1
  std::vector<std::int32_t> column;
  std::vector<double> value;
  std::vector<double> root;  // per row: √d
  std::vector<double> x;     // per node; 0 outside of the component
  HaloExchange<double> halo;
  SolverFacts& facts;
};

Operator make_operator(Comm& comm, const LocalGraph& local, const LocalComponents& components,
                       std::int32_t component, std::span<const double> affinity, Team& team,
                       SolverFacts& facts) {
  const Graph& graph = local.graph;
  Operator op{comm, local, team, {}, {0}, {}, {}, {}, {}, {local.halo, 1}, facts};
  op.x.assign(static_cast<std::size_t>(graph.nodes), 0);
  for (const std::int32_t v : local.node) {
    if (components.of[v] != component) continue;
    double degree = 0;
    for (std::int64_t e = graph.offset[v]; e < graph.offset[v + 1]; ++e) {
      op.column.push_back(graph.neighbour[e]);
      op.value.push_back(affinity[graph.edge_of[e]]);
      degree += op.value.back();
    }
    op.row.push_back(v);
    op.first.push_back(std::ssize(op.column));
    op.root.push_back(std::sqrt(degree));
    op.x[v] = op.root.back();
  }
  op.halo.run(comm, op.x.data());
  for (std::size_t i = 0; i < op.row.size(); ++i) {
    for (std::int64_t e = op.first[i]; e < op.first[i + 1]; ++e)
      op.value[e] /= op.root[i] * op.x[op.column[e]];
  }
  return op;
}

void multiply(Operator& op, const double* in, double* out) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < op.row.size(); ++i) op.x[op.row[i]] = in[i];
  op.halo.run(op.comm, op.x.data());
  op.team.for_blocks(std::ssize(op.row), 2048, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      double sum = 0;
      for (std::int64_t e = op.first[i]; e < op.first[i + 1]; ++e)
        sum += op.value[e] * op.x[op.column[e]];
      out[i] = sum;
    }
  });
  ++op.facts.products;
  op.facts.product_seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

PetscErrorCode multiply_vector(Mat matrix, Vec x, Vec y) {
  void* context = nullptr;
  const PetscScalar* in = nullptr;
  PetscScalar* out = nullptr;
  if (const auto code = MatShellGetContext(matrix, &context)) return code;
  if (const auto code = VecGetArrayRead(x, &in)) return code;
  if (const auto code = VecGetArrayWrite(y, &out)) return code;
  multiply(*static_cast<Operator*>(context), in, out);
  if (const auto code = VecRestoreArrayRead(x, &in)) return code;
  return VecRestoreArrayWrite(y, &out);
}

// PETSc's objects, destroyed in reverse order.
struct Solver {
  Mat matrix = nullptr;
  Vec known = nullptr;
  Vec start = nullptr;
  EPS eps = nullptr;
  ~Solver() {
    EPSDestroy(&eps);
    VecDestroy(&start);
    VecDestroy(&known);
    MatDestroy(&matrix);
  }
};

template <class Fn>
void fill(Vec vector, const Operator& op, const Fn& fn) {
  PetscScalar* values = nullptr;
  check(VecGetArrayWrite(vector, &values));
  for (std::size_t i = 0; i < op.row.size(); ++i) values[i] = fn(i);
  check(VecRestoreArrayWrite(vector, &values));
}

// The pairs of this rank's rows: eigenvalues of L = I - S ascending, and rows×count.
struct Pairs {
  std::vector<double> values;
  std::vector<double> vectors;
};

Pairs solve(Operator& op, PetscInt count, std::uint64_t seed) {
  const auto rows = static_cast<PetscInt>(op.row.size());
  const auto all = static_cast<PetscInt>(sum(op.comm, static_cast<std::int64_t>(rows)));
  Pairs pairs;
  pairs.values.assign(1, 0.0);
  pairs.vectors.resize(static_cast<std::size_t>(rows * count));
  double own_volume = 0;
  for (const double root : op.root) own_volume += root * root;
  const double length = std::sqrt(sum(op.comm, own_volume));
  for (PetscInt i = 0; i < rows; ++i) pairs.vectors[i * count] = op.root[i] / length;
  if (count == 1) return pairs;

  Solver s;
  check(MatCreateShell(op.comm.handle, rows, rows, all, all, &op, &s.matrix));
  // PETSc takes functions of any type through this cast.
  check(MatShellSetOperation(s.matrix, MATOP_MULT, reinterpret_cast<void (*)()>(multiply_vector)));
  check(MatCreateVecs(s.matrix, &s.known, &s.start));
  fill(s.known, op, [&](std::size_t i) { return op.root[i] / length; });
  fill(s.start, op, [&](std::size_t i) {
    const auto bits =
        philox(seed, Stream::eigen, 0, static_cast<std::uint64_t>(op.local.id[op.row[i]]));
    return unit_from_bits(bits[0], bits[1]) - 0.5;
  });
  check(EPSCreate(op.comm.handle, &s.eps));
  check(EPSSetOperators(s.eps, s.matrix, nullptr));
  check(EPSSetProblemType(s.eps, EPS_HEP));
  check(EPSSetType(s.eps, EPSKRYLOVSCHUR));
  check(EPSSetWhichEigenpairs(s.eps, EPS_LARGEST_REAL));
  check(EPSSetConvergenceTest(s.eps, EPS_CONV_ABS));
  const PetscInt wanted = count - 1;
  check(EPSSetDimensions(s.eps, wanted, std::min(all - 1, std::max(2 * wanted, wanted + 24)),
                         PETSC_DEFAULT));
  check(EPSSetTolerances(s.eps, kTolerance, kRestarts));
  check(EPSSetDeflationSpace(s.eps, 1, &s.known));
  check(EPSSetInitialSpace(s.eps, 1, &s.start));
  check(EPSSolve(s.eps));
  PetscInt converged = 0;
  check(EPSGetConverged(s.eps, &converged));
  if (converged < wanted)
    throw Error(
        fmt::format("the eigensolver found {} of {} eigenpairs in {} products; ask for "
                    "fewer clusters, or use gnac on one machine",
                    converged, wanted, op.facts.products));
  for (PetscInt p = 0; p < wanted; ++p) {
    PetscScalar theta = 0;
    check(EPSGetEigenpair(s.eps, p, &theta, nullptr, s.start, nullptr));
    PetscReal error = 0;
    check(EPSComputeError(s.eps, p, EPS_ERROR_ABSOLUTE, &error));
    op.facts.residual = std::max(op.facts.residual, error);
    pairs.values.push_back(std::max(0.0, 1 - theta));
    const PetscScalar* values = nullptr;
    check(VecGetArrayRead(s.start, &values));
    for (PetscInt i = 0; i < rows; ++i) pairs.vectors[i * count + p + 1] = values[i];
    check(VecRestoreArrayRead(s.start, &values));
  }
  return pairs;
}

EmbeddingPart embed(const Operator& op, std::int32_t component, Pairs pairs) {
  EmbeddingPart part;
  part.component = component;
  part.columns = std::ssize(pairs.values);
  for (std::size_t i = 0; i < op.row.size(); ++i) {
    part.id.push_back(op.local.id[op.row[i]]);
    for (std::int64_t c = 0; c < part.columns; ++c)
      pairs.vectors[static_cast<std::int64_t>(i) * part.columns + c] /= op.root[i];
  }
  part.rows = std::move(pairs.vectors);
  return part;
}

struct WeightedEdge {
  std::int32_t i;
  std::int32_t j;
  double affinity;
};

// A small component as a graph of its own at the root, solved there as one machine would.
ComponentSpectrum solve_at_root(Comm& comm, const LocalGraph& local,
                                const LocalComponents& components, std::int32_t component,
                                std::span<const double> affinity, std::int64_t count,
                                std::uint64_t seed, Team& team, SolverFacts& facts) {
  std::vector<WeightedEdge> own;
  std::vector<std::int32_t> ids;
  for (const std::int32_t v : local.node) {
    if (components.of[v] == component) ids.push_back(local.id[v]);
  }
  for (std::size_t e = 0; e < local.graph.edges.size(); ++e) {
    const auto [i, j] = local.graph.edges[e];
    if (local.own[i] == 0 || components.of[i] != component) continue;
    own.push_back({local.id[i], local.id[j], affinity[e]});
  }
  std::vector<WeightedEdge> all = gather(comm, own).values;
  ids = gather(comm, ids).values;
  ComponentSpectrum part;
  together(comm, [&] {
    if (!comm.is_root()) return;
    std::sort(ids.begin(), ids.end());
    std::sort(all.begin(), all.end(), [](const WeightedEdge& a, const WeightedEdge& b) {
      return std::pair(a.i, a.j) < std::pair(b.i, b.j);
    });
    const auto place = [&](std::int32_t id) {
      return static_cast<std::int32_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
    };
    Graph graph;
    graph.nodes = std::ssize(ids);
    std::vector<double> weights;
    for (const WeightedEdge& e : all) {
      graph.edges.push_back({place(e.i), place(e.j)});
      weights.push_back(e.affinity);
    }
    fill_adjacency(graph);
    const std::vector<std::int64_t> counts{count};
    Spectrum solved = spectrum(graph, weights, static_cast<int>(count), counts,
                               {.seed = seed, .goal = {}, .merges = {}}, team);
    facts.residual = std::max(facts.residual, solved.residual);
    part = std::move(solved.components.front());
    for (std::int32_t& v : part.node) v = ids[v];
  });
  broadcast(comm, part.values);
  return part;
}

}  // namespace

TogetherSpectrum spectrum_together(Comm& comm, const LocalGraph& local,
                                   const LocalComponents& components,
                                   std::span<const double> affinity, int clusters,
                                   std::span<const std::int64_t> count, std::uint64_t seed,
                                   Team& team, SolverFacts& facts) {
  TogetherSpectrum result;
  result.spectrum.clusters = clusters;
  auto& solved = result.spectrum.components;
  for (std::int32_t c = 0; c < components.count; ++c) {
    const std::int64_t wanted = std::min(count[c], components.size[c]);
    if (wanted == 1) {
      solved.push_back({{}, {0.0}, {}});
    } else if (components.size[c] <= kSmall) {
      solved.push_back(
          solve_at_root(comm, local, components, c, affinity, wanted, seed, team, facts));
    } else {
      Operator op = make_operator(comm, local, components, c, affinity, team, facts);
      Pairs pairs = solve(op, static_cast<PetscInt>(wanted), seed);
      solved.push_back({{}, pairs.values, {}});
      result.parts.push_back(embed(op, c, std::move(pairs)));
    }
  }
  result.spectrum.residual = facts.residual;
  return result;
}

SolverLibrary::SolverLibrary() {
  check(PetscOptionsSetValue(nullptr, "-no_signal_handler", "true"));
  check(SlepcInitializeNoArguments());
  check(PetscPushErrorHandler(PetscReturnErrorHandler, nullptr));
}

SolverLibrary::~SolverLibrary() {
  SlepcFinalize();
}

}  // namespace gnac::detail
