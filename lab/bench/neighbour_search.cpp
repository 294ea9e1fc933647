// Exact and approximate neighbours of one table: CPU seconds of both, and the share of the true
// neighbours that the approximate search found, over all points.
//   usage: neighbour_search POINTS COLUMNS [SEED [SPREAD [K [THREADS]]]]
// The table is the scaling study's mixture of eight groups: deviation SPREAD, centres at radius 4.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <span>
#include <vector>

#include "graph/knn.h"
#include "samples/generators.h"

namespace {

using namespace gnac;
using namespace gnac::detail;

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::int64_t common(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
  return std::ranges::count_if(a,
                               [&](std::int32_t i) { return std::ranges::find(b, i) != b.end(); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: neighbour_search POINTS COLUMNS [SEED [SPREAD [K [THREADS]]]]\n");
    return 2;
  }
  const auto number = [&](int at, double otherwise) {
    return argc > at ? std::atof(argv[at]) : otherwise;
  };
  SampleOptions sample;
  sample.n = static_cast<std::int64_t>(number(1, 0));
  sample.d = static_cast<int>(number(2, 0));
  sample.seed = static_cast<std::uint64_t>(number(3, 7));
  sample.noise = number(4, 1);
  sample.clusters = 8;
  const auto k = static_cast<int>(number(5, 15));
  const Points points = generate("gaussian-mixture", sample).points;
  Team team(static_cast<int>(number(6, 2)));

  double start = cpu_seconds();
  const FoundNeighbours found = approximate_knn(points, k, team);
  const double approximate = cpu_seconds() - start;
  start = cpu_seconds();
  const NeighbourLists exact = knn(points, k, team);
  const double whole = cpu_seconds() - start;

  std::int64_t right = 0;
  for (std::int64_t i = 0; i < points.n; ++i)
    right += common(exact.indices(i), found.lists.indices(i));
  fmt::print(
      "{} x {}, seed {}, spread {}, k {}: exact {:.1f} CPU s, approximate {:.1f} ({:.2f} of it), "
      "recall {:.4f} (on its own sample {:.4f})\n",
      points.n, points.d, sample.seed, sample.noise, k, whole, approximate, approximate / whole,
      static_cast<double>(right) / static_cast<double>(exact.index.size()), found.recall);
  return 0;
}
