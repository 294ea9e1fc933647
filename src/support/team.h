#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <type_traits>
#include <vector>

#include "gnac/progress.h"

namespace gnac {

/// The threads of one call into the library, its observer and its cancellation.
///
/// A team is made per call and joined with it, so nothing survives in a process that forks later.
/// Work is handed out item by item in any order: results must not depend on which thread ran an
/// item, and sums are taken over fixed blocks, in the order of the blocks, by whoever needs them.
///
/// Each thread has a share of the items, the same from call to call, and takes from the others only
/// when it is through with its own: what a thread wrote in one loop is still in its cache in the
/// next one.
class Team {
 public:
  /// threads = 0: every core.
  explicit Team(int threads, Observer observer = {});
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Tell the observer where we are; throws Cancelled when it answers false.
  void report(const Progress& progress);

  /// As report() with the last progress and a new fraction of the stage.
  void advance(double fraction);

  /// Call fn(item) or fn(item, thread) for every item in [0, items); `thread` in [0, size()) serves
  /// to find scratch memory. The calling thread takes part, and between its items gives the
  /// observer its heartbeat. Throws Cancelled or the first exception that fn threw. Not to be
  /// nested.
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
  void heartbeat();

  Observer observer_;
  Progress progress_;
  std::chrono::steady_clock::time_point last_beat_;

  // The job in hand. Written by the caller while the workers wait, read by them after
  // `generation_`.
  Call call_ = nullptr;
  void* fn_ = nullptr;
  struct alignas(64) Share {
    std::atomic<std::int64_t> next{0};
    std::int64_t end = 0;
  };
  std::vector<Share> shares_;  ///< of each thread
  std::atomic<bool> stop_{false};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;

  std::atomic<std::uint32_t> generation_{0};
  std::atomic<std::uint32_t> running_{0};
  std::atomic<bool> quit_{false};
  std::vector<std::thread> workers_;
};

}  // namespace gnac
