// Time and peak memory of one method on one file of points; the labels go to standard output if
// requested. Used by compare_sklearn.py.
//
//   time_method FILE METHOD CLUSTERS THREADS REPEATS [--labels] [name=value ...]
//
// Prints the least wall and processor seconds over the repeats, and the peak resident memory in
// MiB.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>

#include "io/read_points.h"
#include "methods/method.h"
#include "process/peak_memory.h"

int main(int argc, char** argv) {
  using namespace gnac;
  using namespace gnac::detail;
  try {
    if (argc < 6) {
      fmt::print(stderr, "usage: time_method FILE METHOD CLUSTERS THREADS REPEATS [name=value]\n");
      return 2;
    }
    const Points points = read_points(argv[1]).points;
    const MethodInfo& method = method_info(argv[2]);
    MethodOptions options;
    bool labels = false;
    for (int a = 6; a < argc; ++a) {
      const std::string setting = argv[a];
      const auto equals = setting.find('=');
      labels |= setting == "--labels";
      if (equals == std::string::npos) continue;
      set_method_option(options, method, setting.substr(0, equals), setting.substr(equals + 1));
    }
    Team team(std::stoi(argv[4]));
    double wall = 1e300;
    double processor = 1e300;
    MethodRun run;
    for (int r = 0; r < std::stoi(argv[5]); ++r) {
      const auto start = std::chrono::steady_clock::now();
      const std::clock_t ticks = std::clock();
      run = run_method(method.name, points, std::stoi(argv[3]), options, 7, team);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      wall = std::min(wall, took.count());
      processor = std::min(processor, static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC);
    }
    fmt::print("{:.6f} {:.6f} {:.1f}\n", wall, processor, peak_memory_mib());
    if (labels) {
      for (const auto label : run.labels) fmt::print("{}\n", label);
    }
  } catch (const std::exception& e) {
    fmt::print(stderr, "time_method: {}\n", e.what());
    return 2;
  }
  return 0;
}
