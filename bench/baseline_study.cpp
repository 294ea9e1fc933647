// Mean agreement of methods over the benchmark tasks, one line per method.
//
//   baseline_study CLUSTBENCH_FOLDER [--threads N] [--seeds N] METHOD [name=value ...] [METHOD ...]
//
// Stochastic methods run with seeds 7, 17, 27, … (10 of them by default) and are averaged per task.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "data/clustbench.h"
#include "methods/method.h"
#include "metrics/metric.h"

namespace {

using namespace gnac;

struct Task {
  Points points;
  int clusters = 0;
  std::vector<std::vector<std::int32_t>> references;
};

std::vector<Task> read_tasks(const std::string& folder) {
  std::vector<Task> tasks;
  for (const auto& name : benchmark_names(folder)) {
    const auto data = read_benchmark(folder, name);
    for (const int k : benchmark_clusters(data)) {
      Task task{benchmark_features(data.points), k, {}};
      for (const auto& reference : data.references) {
        if (*std::max_element(reference.begin(), reference.end()) == k) {
          task.references.push_back(reference);
        }
      }
      tasks.push_back(std::move(task));
    }
  }
  return tasks;
}

struct Row {
  std::vector<double> ari;  ///< per task, mean over seeds
  double ami = 0;
  double nca = 0;
  double deviation = 0;  ///< mean over tasks of the deviation over seeds
  double seconds = 0;    ///< mean per run
};

Row study(const MethodInfo& method, const MethodOptions& options, const std::vector<Task>& tasks,
          int seeds, Team& team) {
  Row row;
  const auto count = static_cast<double>(tasks.size());
  for (const Task& task : tasks) {
    const std::vector<std::span<const std::int32_t>> references(task.references.begin(),
                                                                task.references.end());
    std::vector<double> ari;
    for (int s = 0; s < seeds; ++s) {
      const auto start = std::chrono::steady_clock::now();
      const auto run = run_method(method.name, task.points, task.clusters, options,
                                  static_cast<std::uint64_t>(7 + 10 * s), team);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      const auto score = [&](const char* name) {
        return best_over_references(metric_info(name), run.labels, references, 0);
      };
      row.seconds += took.count() / count / seeds;
      row.ami += score("ami") / count / seeds;
      row.nca += score("nca") / count / seeds;
      ari.push_back(score("ari"));
    }
    double mean = 0;
    double squares = 0;
    for (const double a : ari) mean += a / seeds;
    for (const double a : ari) squares += (a - mean) * (a - mean);
    row.ari.push_back(mean);
    row.deviation += seeds > 1 ? std::sqrt(squares / (seeds - 1)) / count : 0;
  }
  return row;
}

void print(const MethodInfo& method, Row row) {
  double mean = 0;
  for (const double a : row.ari) mean += a / static_cast<double>(row.ari.size());
  std::sort(row.ari.begin(), row.ari.end());
  fmt::print("{:<10} {:8.4f} {:8.4f} {:8.4f} {:8.4f} {:8.4f} {:9.4f}\n", method.name, mean,
             row.ari[row.ari.size() / 2], row.ami, row.nca, row.deviation, row.seconds);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) {
      fmt::print(stderr, "usage: baseline_study FOLDER [--threads N] [--seeds N] METHOD ...\n");
      return 2;
    }
    const auto tasks = read_tasks(argv[1]);
    int threads = 0;
    int seeds = 10;
    fmt::print("{} tasks\n{:<10} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9}\n", tasks.size(), "method",
               "ARI", "median", "AMI", "NCA", "seed sd", "s/run");
    for (int a = 2; a < argc;) {
      const std::string word = argv[a++];
      if (word == "--threads" && a < argc) {
        threads = std::stoi(argv[a++]);
        continue;
      }
      if (word == "--seeds" && a < argc) {
        seeds = std::stoi(argv[a++]);
        continue;
      }
      const MethodInfo& method = method_info(word);
      MethodOptions options;
      for (; a < argc && std::string(argv[a]).find('=') != std::string::npos; ++a) {
        const std::string setting = argv[a];
        const auto equals = setting.find('=');
        set_method_option(options, method, setting.substr(0, equals), setting.substr(equals + 1));
      }
      Team team(threads);
      print(method, study(method, options, tasks, method.stochastic ? seeds : 1, team));
      std::fflush(stdout);
    }
  } catch (const std::exception& e) {
    fmt::print(stderr, "baseline_study: {}\n", e.what());
    return 2;
  }
  return 0;
}
