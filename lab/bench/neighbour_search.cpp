// Exact and approximate neighbours of one table: CPU seconds of both, and the share of the true
// neighbours that the approximate search found, over all points.
//   usage: neighbour_search POINTS COLUMNS [SEED [SPREAD [K [THREADS]]]]
// The table is the scaling study's mixture of eight groups: deviation SPREAD, centres at radius 4.
//   usage: neighbour_search FILE.npy K THREADS auto|exact|approximate OUT.npy
// One search of the points of a file: its seconds as JSON, and the neighbours as a matrix.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/options.h"
#include "graph/knn.h"
#include "io/npy_file.h"
#include "samples/generators.h"
#include "support/files.h"

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

int search_file(char** argv) {
  const std::string path = argv[1];
  const NpyArray array = NpyFile::open(path).value().whole();
  const Points points{array.values, array.rows, array.cols};
  Options options;
  set_option(options, "neighbor_search", argv[4]);
  Team team(std::atoi(argv[3]));
  const double cpu = cpu_seconds();
  const auto start = std::chrono::steady_clock::now();
  const FoundNeighbours found =
      search_neighbours(points, std::atoi(argv[2]), options.neighbor_search, team);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  fmt::print("{{\"wall\": {}, \"cpu\": {}, \"search\": \"{}\", \"recall\": {}}}\n", wall.count(),
             cpu_seconds() - cpu, to_string(found.search), found.recall);
  const std::vector<double> index(found.lists.index.begin(), found.lists.index.end());
  write_files({{argv[5], npy_bytes(index, points.n, std::ssize(index) / points.n)}});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 6 && std::string_view(argv[1]).ends_with(".npy")) return search_file(argv);
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
  const NeighborLists exact = knn(points, k, team);
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
