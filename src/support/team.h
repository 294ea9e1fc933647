#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <thread>
#include <type_traits>
#include <vector>

#include "gnac/progress.h"

namespace gnac::detail {

/// Processors that this process may run on.
int processors();

/// The number of threads a call uses when `threads` are requested (0: one per processor): never
/// more than there are processors, since more would only wait for each other.
int usable_threads(int threads);

/// The threads of one call into the library, its observer and its cancellation.
///
/// A team lives as long as one call, so no thread survives in a process that forks later.
/// Work is handed out item by item in any order: results must not depend on which thread ran an
/// item, and sums are taken over fixed blocks, in the order of the blocks, by whoever needs them.
///
/// Each thread has a share of the items, the same from call to call, and takes from the others only
/// when it has finished its own: what a thread wrote in one loop is still in its cache in the
/// next one. The caller never waits for a thread that has not started: on a busy machine where the
/// others do not get to run, it does all the work itself.
class Team {
 public:
  enum class Size { capped, exact };

  /// Starts usable_threads(threads) threads, or exactly `threads` if each mostly waits
  /// (Size::exact). If the system starts fewer, the team is smaller and the answer the same.
  explicit Team(int threads, Observer observer = {}, Size size = Size::capped);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Report progress to the observer; throws Cancelled if it returns false.
  void report(const Progress& progress);

  /// Like report(), with the last progress and a new fraction of the stage.
  void advance(double fraction);

  /// Call fn(item) or fn(item, thread) for every item in [0, items); `thread` in [0, size())
  /// selects scratch memory. The calling thread takes part and calls the observer between its
  /// items. Throws Cancelled or the first exception from fn. Must not be nested.
  template <class Fn>
  void for_each(std::int64_t items, Fn&& fn) {
    using F = std::remove_reference_t<Fn>;
    const Call call = [](void* f, std::int64_t item, int thread) {
      if constexpr (std::is_invocable_v<F&, std::int64_t, int>) {
        (*static_cast<F*>(f))(item, thread);
      } else {
        (*static_cast<F*>(f))(item);
      }
    };
    run(items, call, const_cast<void*>(static_cast<const void*>(&fn)));
  }

  /// for_each over blocks of a range: fn(begin, end) or fn(begin, end, thread), end - begin <=
  /// block.
  template <class Fn>
  void for_blocks(std::int64_t n, std::int64_t block, Fn&& fn) {
    for_each((n + block - 1) / block, [&](std::int64_t b, int thread) {
      const std::int64_t begin = b * block;
      const std::int64_t end = begin + block < n ? begin + block : n;
      if constexpr (std::is_invocable_v<Fn&, std::int64_t, std::int64_t, int>) {
        fn(begin, end, thread);
      } else {
        fn(begin, end);
      }
    });
  }

  /// Sum of fn(begin, end) over fixed blocks, added in the order of the blocks.
  template <class Fn>
  double sum_blocks(std::int64_t n, std::int64_t block, Fn&& fn) {
    std::vector<double> part(static_cast<std::size_t>((n + block - 1) / block));
    for_each(static_cast<std::int64_t>(part.size()), [&](std::int64_t b) {
      part[b] = fn(b * block, b * block + block < n ? b * block + block : n);
    });
    double total = 0;
    for (const double p : part) total += p;
    return total;
  }

 private:
  using Call = void (*)(void*, std::int64_t, int);
  void run(std::int64_t items, Call call, void* fn);
  void work(int thread);
  void worker(int thread);
  bool enter();
  void leave();
  void close_gate();
  void heartbeat();

  Observer observer_;
  Progress progress_;
  std::chrono::steady_clock::time_point last_beat_;

  // The current job. Written by the caller while no worker is inside, read by workers that entered.
  Call call_ = nullptr;
  void* fn_ = nullptr;
  struct alignas(64) Share {
    std::atomic<std::int64_t> next{0};
    std::int64_t end = 0;
  };
  std::vector<Share> shares_;  ///< of each thread that was asked for
  std::atomic<bool> stop_{false};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;

  // The way into the job: workers inside, kOpen while more may enter, and above it the number of
  // the job, which tells sleeping workers that there is a new one.
  std::atomic<std::uint32_t> gate_{0};
  std::atomic<bool> quit_{false};
  std::vector<std::thread> workers_;
};

}  // namespace gnac::detail
