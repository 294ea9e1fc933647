// Many fits in one process from eight threads: the same answers, no deadlock, no leak.
//   usage: soak MINUTES|FITSfits     e.g. soak 60, soak 200fits
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "data/generators.h"
#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/hierarchy.h"
#include "gnac/model.h"
#include "gnac/page.h"

namespace {

using namespace gnac;
using Clock = std::chrono::steady_clock;

constexpr int kThreads = 8;
constexpr int kJobs = 24;
constexpr int kRound = 200;  // fits between two looks at the memory
constexpr auto kStuck = std::chrono::minutes(2);

/// What one fit of each kind comes to: everything that a model says, as a hash.
std::size_t answer(int job) {
  const std::uint64_t seed = 1 + job / 4;
  const Points points = detail::generate("moons", {.n = 60 + 10 * (job % 3), .seed = seed}).points;
  Options options = job % 4 == 3 ? Options::paper() : Options();
  options.seed = seed;
  options.threads = 1 + job % 2;
  options.epochs = 3;
  options.burn_in = 1;
  if (job % 4 == 2) options.rule = RuleSource::none;
  const Model model = fit(points, job % 4 == 1 ? kChooseClusters : 2, options);
  std::string all = model_bytes(parse_model(model_bytes(model), "own"));
  if (options.rule != RuleSource::none) {
    const Predictor predictor(model);
    for (const std::int32_t label : predictor.predict(points).labels) all += std::to_string(label);
  }
  if (job % 4 < 2) {
    for (const float share : memberships(model)) all += std::to_string(share);
    all += newick(hierarchy(model));
  }
  if (job % 8 == 0) all += page_html(model);
  try {
    fit(points, 1000, options);
  } catch (const Error& error) {  // refusals leave nothing behind either
    all += error.what();
  }
  return std::hash<std::string>()(all);
}

long resident() {
  malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  long pages = 0;
  file >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

/// Ends the process when nothing was finished for too long.
class Watch {
 public:
  explicit Watch(const std::atomic<long>& done)
      : thread_([this, &done] {
          long seen = -1;
          auto since = Clock::now();
          while (!over_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            if (done != seen) since = Clock::now();
            seen = done;
            if (Clock::now() - since < kStuck) continue;
            std::fputs("soak: no fit has ended for two minutes\n", stderr);
            std::abort();
          }
        }) {}
  ~Watch() {
    over_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> over_{false};
  std::thread thread_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string amount = argc > 1 ? argv[1] : "";
  const bool counted = amount.ends_with("fits");
  const double limit = std::atof(amount.c_str());
  if (!(limit > 0)) return std::fputs("usage: soak MINUTES|FITSfits\n", stderr), 2;

  std::vector<std::size_t> expected;
  for (int job = 0; job < kJobs; ++job) expected.push_back(answer(job));
  std::atomic<long> done{0};
  std::atomic<long> wrong{0};
  const Watch watch(done);
  const auto round = [&] {
    std::atomic<int> next{0};
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&] {
        for (int fit = next++; fit < kRound; fit = next++) {
          wrong += answer(fit % kJobs) != expected[fit % kJobs];
          ++done;
        }
      });
    }
  };
  const auto start = Clock::now();
  const auto over = [&] {
    const std::chrono::duration<double> spent = Clock::now() - start;
    return counted ? static_cast<double>(done) >= limit : spent.count() >= 60 * limit;
  };
  std::vector<long> memory;  // after each round
  do {
    round();
    memory.push_back(resident());
  } while (!over());
  std::printf("%ld fits from %d threads, %ld wrong", done.load(), kThreads, wrong.load());
  // What one look finds depends on what the allocator keeps just then; the most of many does not.
  constexpr std::size_t kLooks = 20;
  if (memory.size() < 2 * kLooks) {
    std::printf("\n");
    return wrong == 0 ? 0 : 1;
  }
  const auto half = memory.begin() + static_cast<std::ptrdiff_t>(memory.size() / 2);
  const auto early = static_cast<double>(*std::max_element(memory.begin(), half));
  const auto late = static_cast<double>(*std::max_element(half, memory.end()));
  std::printf("; resident at most %.2f MiB in the first half, %.2f MiB in the second (%+.2f %%)\n",
              early / (1 << 20), late / (1 << 20), 100 * (late / early - 1));
  return wrong == 0 && late <= 1.01 * early ? 0 : 1;
}
