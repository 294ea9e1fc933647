#include "support/team.h"

#include <algorithm>
#include <utility>

#include "gnac/error.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gnac {
namespace {

constexpr auto kHeartbeat = std::chrono::milliseconds(100);

// How long a thread spins for its next job before it sleeps. Phases of a training step follow each
// other within microseconds; sleeping between them would cost more than the phases of a small
// graph.
constexpr int kSpins = 4000;

void relax() {
#if defined(__x86_64__)
  _mm_pause();
#else
  std::this_thread::yield();
#endif
}

// Returns when value != old.
void wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (value.load(std::memory_order_acquire) != old) return;
    relax();
  }
  while (value.load(std::memory_order_acquire) == old) value.wait(old, std::memory_order_acquire);
}

}  // namespace

Team::Team(int threads, Observer observer)
    : observer_(std::move(observer)), last_beat_(std::chrono::steady_clock::now()) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int wanted = threads > 0 ? threads : cores;
  shares_ = std::vector<Share>(static_cast<std::size_t>(wanted));
  workers_.reserve(static_cast<std::size_t>(wanted - 1));
  for (int t = 1; t < wanted; ++t) workers_.emplace_back([this, t] { worker(t); });
}

Team::~Team() {
  quit_.store(true, std::memory_order_relaxed);
  generation_.fetch_add(1, std::memory_order_release);
  generation_.notify_all();
  for (auto& w : workers_) w.join();
}

void Team::report(const Progress& progress) {
  progress_ = progress;
  last_beat_ = std::chrono::steady_clock::now();
  if (observer_ && !observer_(progress_)) throw Cancelled();
}

void Team::advance(double fraction) {
  Progress next = progress_;
  next.fraction = fraction;
  report(next);
}

void Team::heartbeat() {
  if (!observer_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_beat_ < kHeartbeat) return;
  report(progress_);
}

void Team::run(std::int64_t items, Call call, void* fn) {
  if (items <= 0) return;
  call_ = call;
  fn_ = fn;
  failure_ = nullptr;
  failed_.store(false, std::memory_order_relaxed);
  stop_.store(false, std::memory_order_relaxed);
  const std::int64_t threads = std::ssize(shares_);
  for (std::int64_t t = 0; t < threads; ++t) {
    shares_[t].next.store(items * t / threads, std::memory_order_relaxed);
    shares_[t].end = items * (t + 1) / threads;
  }
  const bool shared = items > 1 && !workers_.empty();
  if (shared) {
    running_.store(static_cast<std::uint32_t>(workers_.size()), std::memory_order_relaxed);
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
  }
  work(0);
  if (shared) {
    for (std::uint32_t left = running_.load(std::memory_order_acquire); left != 0;
         left = running_.load(std::memory_order_acquire)) {
      wait_for_change(running_, left);
    }
  }
  if (failure_) std::rethrow_exception(failure_);
}

void Team::work(int thread) {
  try {
    const std::size_t threads = shares_.size();
    for (std::size_t t = 0; t < threads; ++t) {
      Share& share = shares_[(static_cast<std::size_t>(thread) + t) % threads];
      for (;;) {
        if (stop_.load(std::memory_order_relaxed)) return;
        const std::int64_t item = share.next.fetch_add(1, std::memory_order_relaxed);
        if (item >= share.end) break;
        call_(fn_, item, thread);
        if (thread == 0) heartbeat();
      }
    }
  } catch (...) {
    stop_.store(true, std::memory_order_relaxed);
    if (!failed_.exchange(true)) failure_ = std::current_exception();
  }
}

void Team::worker(int thread) {
  std::uint32_t seen = 0;
  for (;;) {
    wait_for_change(generation_, seen);
    ++seen;
    if (quit_.load(std::memory_order_relaxed)) return;
    work(thread);
    if (running_.fetch_sub(1, std::memory_order_acq_rel) == 1) running_.notify_one();
  }
}

}  // namespace gnac
