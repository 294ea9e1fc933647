// Which width and activation is the cheapest that is not worse? Runs G-NAC on the benchmark tasks
// up to a size, except those that the graph's components settle, for every width × activation ×
// seed, writing one line per task (finished ones are not repeated), then prints the table of
// docs/width.md from those lines.
//
//   width_study CLUSTBENCH_FOLDER LINES_FILE [--max-points N] [--seeds 7,17,27] [--table]
//
// A configuration is as good as the best if it is below it by no more than twice the standard
// error, due to the seeds alone, of the difference of the two means over the same tasks.
//
// A fit runs on one thread: start one process per seed, each with its own file, and join the lines
// for the table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gnac/error.h"
#include "metrics/metric.h"
#include "model/fit.h"
#include "studies/clustbench.h"

namespace {

using namespace gnac;
using namespace gnac::detail;

struct Config {
  int width = 0;
  std::string activation;
  auto operator<=>(const Config&) const = default;
  std::string name() const { return fmt::format("{} {}", activation, width); }
};

// Cheap ones first, so that a stopped run already compares them.
std::vector<Config> all_configs() {
  std::vector<Config> configs;
  for (const char* activation : {"relu", "silu", "tanh"}) {
    for (const int width : {16, 24, 32, 48, 64}) configs.push_back({width, activation});
  }
  return configs;
}

struct Line {
  Config config;
  std::uint64_t seed = 0;
  std::string task;
  double ari = 0;
};

std::vector<Line> read_lines(const std::string& path) {
  std::vector<Line> lines;
  std::ifstream in(path);
  std::string text;
  while (std::getline(in, text) && !in.eof()) {  // an incomplete last line is dropped
    std::istringstream row(text);
    Line l;
    row >> l.config.activation >> l.config.width >> l.seed >> l.task >> l.ari;
    lines.push_back(l);
  }
  return lines;
}

std::vector<std::uint64_t> parse_seeds(const std::string& text) {
  std::vector<std::uint64_t> seeds;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) seeds.push_back(std::stoull(part));
  return seeds;
}

void run(const std::string& folder, const std::string& path, std::int64_t max_points,
         const std::vector<std::uint64_t>& seeds) {
  std::set<std::string> done;
  for (const Line& l : read_lines(path))
    done.insert(fmt::format("{} {} {}", l.config.name(), l.seed, l.task));
  std::ofstream out(path, std::ios::app);
  const MetricInfo& ari = metric_info("ari");
  for (const std::uint64_t seed : seeds) {
    for (const std::string& name : benchmark_names(folder, max_points)) {
      const BenchmarkData data = read_benchmark(folder, name);
      const Points points = benchmark_features(data.points);
      const Graph graph = build_graph(points);
      std::vector<int> ks = benchmark_clusters(data);
      // If the components are the answer, the rule does not matter.
      std::erase(ks, graph.components);
      for (const Config& config : all_configs()) {
        Options options = Options::paper();
        options.width = config.width;
        options.seed = seed;
        options.threads = 1;  // graphs this small are better spread over processes than threads
        set_option(options, "activation", config.activation);
        const auto task = [&](int k) { return fmt::format("{}:{}", name, k); };
        const auto key = [&](int k) {
          return fmt::format("{} {} {}", config.name(), seed, task(k));
        };
        if (std::all_of(ks.begin(), ks.end(), [&](int k) { return done.contains(key(k)); }))
          continue;
        options.scale = ScaleMode::none;
        Team team(options.threads);
        const Model model = evolve_on({.points = points, .graph = &graph}, options, team);
        for (const int k : ks) {
          if (done.contains(key(k))) continue;
          const Partition result = partition_on(model, k, team);
          std::vector<std::span<const std::int32_t>> references;
          for (const auto& r : data.references) {
            if (*std::max_element(r.begin(), r.end()) == k) references.emplace_back(r);
          }
          const double value = best_over_references(ari, result.labels, references, 0);
          out << fmt::format("{} {} {} {} {:.6f}\n", config.activation, config.width, seed, task(k),
                             value)
              << std::flush;
        }
      }
    }
  }
}

using Values = std::vector<double>;

double mean(const Values& v) {
  double s = 0;
  for (const double x : v) s += x;
  return s / static_cast<double>(v.size());
}

double variance(const Values& v) {
  double s = 0;
  for (const double x : v) s += (x - mean(v)) * (x - mean(v));
  return v.size() < 2 ? 0 : s / static_cast<double>(v.size() - 1);
}

using ByTask = std::map<std::string, Values>;  // per task, one value per seed

// Tasks that every configuration has, with equally many seeds.
std::vector<std::string> common_tasks(const std::map<Config, ByTask>& by) {
  std::vector<std::string> tasks;
  for (const auto& [task, values] : by.begin()->second) {
    const auto has = [&](const auto& c) {
      const auto found = c.second.find(task);
      return found != c.second.end() && found->second.size() == values.size();
    };
    if (std::all_of(by.begin(), by.end(), has)) tasks.push_back(task);
  }
  return tasks;
}

// Paired over tasks against the best configuration.
struct Comparison {
  double difference = 0;   // of the means over tasks
  double task_error = 0;   // its standard error, tasks taken as a sample
  double seed_spread = 0;  // its standard error from the seeds alone, tasks taken as given
};

Comparison compare(const ByTask& own, const ByTask& best, const std::vector<std::string>& tasks) {
  Values difference;
  double of_mean = 0;
  for (const auto& task : tasks) {
    const Values& a = own.at(task);
    const Values& b = best.at(task);
    difference.push_back(mean(a) - mean(b));
    of_mean += (variance(a) + variance(b)) / static_cast<double>(a.size());
  }
  const auto n = static_cast<double>(tasks.size());
  return {mean(difference), std::sqrt(variance(difference) / n), std::sqrt(of_mean) / n};
}

double mean_over(const ByTask& values, const std::vector<std::string>& tasks) {
  Values v;
  for (const auto& t : tasks) v.push_back(mean(values.at(t)));
  return mean(v);
}

void print_table(const std::vector<Line>& lines) {
  std::map<Config, ByTask> by;
  for (const Line& l : lines) by[l.config][l.task].push_back(l.ari);
  const std::vector<std::string> tasks = common_tasks(by);
  if (tasks.empty()) throw Error("no task has been run with every configuration yet");
  const auto& [best, best_values] =
      *std::max_element(by.begin(), by.end(), [&](const auto& a, const auto& b) {
        return mean_over(a.second, tasks) < mean_over(b.second, tasks);
      });
  fmt::print("{} tasks, {} seeds each; {} has the best mean.\n\n", tasks.size(),
             best_values.at(tasks.front()).size(), best.name());
  fmt::print(
      "| activation | W | mean ARI | seed SD | below the best | twice the seeds' standard error | "
      "standard error over tasks | as good |\n|---|--:|--:|--:|--:|--:|--:|---|\n");
  for (const auto& [config, values] : by) {
    const Comparison c = compare(values, best_values, tasks);
    Values spread;
    for (const auto& task : tasks) spread.push_back(std::sqrt(variance(values.at(task))));
    fmt::print("| {} | {} | {:.4f} | {:.4f} | {:.4f} | {:.4f} | {:.4f} | {} |\n", config.activation,
               config.width, mean_over(values, tasks), mean(spread), -c.difference,
               2 * c.seed_spread, c.task_error, -c.difference <= 2 * c.seed_spread ? "yes" : "no");
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) {
      fmt::print(stderr,
                 "usage: width_study CLUSTBENCH_FOLDER LINES_FILE [--max-points N] [--seeds "
                 "7,17,27] [--table]\n");
      return 2;
    }
    std::int64_t max_points = 2000;
    std::vector<std::uint64_t> seeds{7, 17, 27};
    bool table = false;
    for (int a = 3; a < argc; ++a) {
      const std::string flag = argv[a];
      if (flag == "--table") table = true;
      if (flag == "--max-points" && a + 1 < argc) max_points = std::stoll(argv[++a]);
      if (flag == "--seeds" && a + 1 < argc) seeds = parse_seeds(argv[++a]);
    }
    if (!table) run(argv[1], argv[2], max_points, seeds);
    print_table(read_lines(argv[2]));
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "width_study: {}\n", e.what());
    return 1;
  }
}
