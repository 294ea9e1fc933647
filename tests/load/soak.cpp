// Many fits in one process from eight threads: the same answers, no deadlock, no leak.
//   usage: soak MINUTES|FITSfits [LEAK]     e.g. soak 60, soak 400fits
// Every fit loses LEAK bytes, to see that this is noticed.
//
// A leak shows in the bytes in use, which the allocator counts: between two rounds no fit is under
// way and they are the same to a few bytes, so a growth of 1 % is a leak. Resident memory says the
// same later and less clearly: it also holds stacks of threads that ended, and pages that are free.
// With an arena for each thread, glibc keeps the free end of every arena resident, however much it
// once was, and the resident memory of a program without leaks goes up and down by a tenth. With
// one arena malloc_trim() returns all of it, and after a warm-up it must stay within 1 % as well.
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

#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/hierarchy.h"
#include "gnac/model.h"
#include "gnac/page.h"
#include "samples/generators.h"

namespace {

using namespace gnac;
using Clock = std::chrono::steady_clock;

constexpr int kThreads = 8;
constexpr int kJobs = 24;
constexpr int kRound = 200;          // fits between two looks at the memory
constexpr long kWarm = 20 * kRound;  // fits until each stack was once as deep as it gets
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

struct Memory {
  double in_use = 0;    ///< bytes that were allocated and not freed
  double resident = 0;  ///< bytes
};

/// Only while no fit is under way.
Memory look() {
  malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  long pages = 0;
  file >> pages >> pages;
  const auto found = mallinfo2();
  return {static_cast<double>(found.uordblks + found.hblkhd),
          static_cast<double>(pages * sysconf(_SC_PAGESIZE))};
}

Memory most_of(const Memory& a, const Memory& b) {
  return {std::max(a.in_use, b.in_use), std::max(a.resident, b.resident)};
}

/// Prints both and says whether the growth is within 1 %.
bool stays(const char* what, double early, double late) {
  const bool within = late <= 1.01 * early;
  std::printf("%s %s: at most %.1f KiB in the warm-up, %.1f KiB after it\n", what,
              within ? "stays" : "grew", early / 1024, late / 1024);
  return within;
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
  if (!(limit > 0)) return std::fputs("usage: soak MINUTES|FITSfits [LEAK]\n", stderr), 2;
  const auto leak = static_cast<std::size_t>(argc > 2 ? std::atol(argv[2]) : 0);
  mallopt(M_ARENA_MAX, 1);

  std::vector<std::size_t> expected;
  for (int job = 0; job < kJobs; ++job) expected.push_back(answer(job));
  std::atomic<long> done{0};
  std::atomic<long> wrong{0};
  std::atomic<void*> lost{nullptr};
  const Watch watch(done);
  const auto round = [&] {
    std::atomic<int> next{0};
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&] {
        for (int fit = next++; fit < kRound; fit = next++) {
          wrong += answer(fit % kJobs) != expected[fit % kJobs];
          if (leak > 0) lost = std::malloc(leak);
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
  Memory early;
  Memory late;
  long rounds = 0;
  long warm_up = 0;
  do {
    round();
    // A short run has one round of warm-up, which is enough for the bytes in use.
    const bool warm = ++rounds == 1 || (!counted && done <= kWarm);
    warm_up += warm;
    Memory& memory = warm ? early : late;
    memory = most_of(memory, look());
  } while (!over());
  std::printf("%ld fits from %d threads, %ld wrong\n", done.load(), kThreads, wrong.load());
  if (rounds == warm_up) {
    std::fputs("soak: too short to tell whether memory grows\n", stderr);
    return 1;
  }
  bool fine = wrong == 0;
  fine = stays("in use", early.in_use, late.in_use) && fine;
  if (!counted) fine = stays("resident", early.resident, late.resident) && fine;
  return fine ? 0 : 1;
}
