#include "support/team.h"

#include <algorithm>
#include <utility>

#include "gnac/error.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gnac::detail {
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

// The gate's parts.
constexpr std::uint32_t kInside = (1U << 12) - 1;  // how many workers
constexpr std::uint32_t kOpen = 1U << 12;
constexpr std::uint32_t kJob = 1U << 13;  // one more job
constexpr int kMostThreads = 4096;

std::uint32_t job_of(std::uint32_t gate) {
  return gate / kJob;
}

// Returns a value for which `done` holds.
template <class Done>
void wait_until(const std::atomic<std::uint32_t>& value, Done&& done) {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (done(value.load(std::memory_order_acquire))) return;
    relax();
  }
  for (std::uint32_t seen = value.load(std::memory_order_acquire); !done(seen);
       seen = value.load(std::memory_order_acquire)) {
    value.wait(seen, std::memory_order_acquire);
  }
}

}  // namespace

int processors() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int usable_threads(int threads) {
  if (threads == 1) return 1;  // counting processors reads a file
  return threads > 0 ? std::min(threads, processors()) : processors();
}

Team::Team(int threads, Observer observer, Size size)
    : observer_(std::move(observer)), last_beat_(std::chrono::steady_clock::now()) {
  const int wanted =
      size == Size::exact ? std::clamp(threads, 1, kMostThreads) : usable_threads(threads);
  shares_ = std::vector<Share>(static_cast<std::size_t>(wanted));
  workers_.reserve(static_cast<std::size_t>(wanted - 1));
  try {
    for (int t = 1; t < wanted; ++t) workers_.emplace_back([this, t] { worker(t); });
  } catch (const std::exception&) {
    // The system allows no more threads; fewer give the same answer.
  }
}

Team::~Team() {
  quit_.store(true, std::memory_order_relaxed);
  gate_.fetch_add(kJob, std::memory_order_release);
  gate_.notify_all();
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
  const std::int64_t threads = size();
  for (std::int64_t t = 0; t < threads; ++t) {
    shares_[t].next.store(items * t / threads, std::memory_order_relaxed);
    shares_[t].end = items * (t + 1) / threads;
  }
  const bool shared = items > 1 && !workers_.empty();
  if (shared) {
    // Nobody is inside and the gate is closed: this is the only writer.
    const std::uint32_t next = job_of(gate_.load(std::memory_order_relaxed)) + 1;
    gate_.store(next * kJob + kOpen, std::memory_order_release);
    gate_.notify_all();
  }
  work(0);
  if (shared) close_gate();
  if (failure_) std::rethrow_exception(failure_);
}

bool Team::enter() {
  std::uint32_t seen = gate_.load(std::memory_order_relaxed);
  while ((seen & kOpen) != 0) {
    if (gate_.compare_exchange_weak(seen, seen + 1, std::memory_order_acquire,
                                    std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

void Team::leave() {
  const std::uint32_t before = gate_.fetch_sub(1, std::memory_order_acq_rel);
  // A worker asleep at the closed gate could be woken instead of the caller: wake all.
  if ((before & kOpen) == 0 && (before & kInside) == 1) gate_.notify_all();
}

void Team::close_gate() {
  gate_.fetch_and(~kOpen, std::memory_order_acq_rel);
  wait_until(gate_, [](std::uint32_t gate) { return (gate & kInside) == 0; });
}

void Team::work(int thread) {
  try {
    const std::size_t threads = workers_.size() + 1;
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
  std::uint32_t last = 0;  // the number of a job that is done or closed
  for (;;) {
    wait_until(gate_, [&](std::uint32_t gate) { return job_of(gate) != last; });
    last = job_of(gate_.load(std::memory_order_acquire));
    if (quit_.load(std::memory_order_relaxed)) return;
    if (!enter()) continue;
    work(thread);
    leave();
  }
}

}  // namespace gnac::detail
