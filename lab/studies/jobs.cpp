#include "studies/jobs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <unordered_set>

#include "gnac/error.h"

namespace gnac::detail {
namespace {

struct Todo {
  const Job* job = nullptr;
  std::vector<RunRecord> runs;
  double cost = 0;  ///< of the whole job, even if few runs are left: most of the work is shared
};

struct Plan {
  std::vector<Todo> todo;
  std::size_t done = 0;
  std::size_t total = 0;
};

Plan make_plan(std::span<const Job> jobs, const RunLog& log) {
  Plan plan;
  std::unordered_set<std::string> planned;
  for (const Job& job : jobs) {
    Todo todo{&job, {}, job.cost};
    for (const RunRecord& run : job.runs) {
      if (!planned.insert(key_of(run)).second) continue;
      ++plan.total;
      if (log.contains(run)) {
        ++plan.done;
      } else {
        todo.runs.push_back(run);
      }
    }
    if (!todo.runs.empty()) plan.todo.push_back(std::move(todo));
  }
  return plan;
}

/// Shared by the jobs of a session, under one lock.
class Session {
 public:
  Session(const Plan& plan, RunLog& log, const StudyObserver& observer)
      : log_(log), observer_(observer), start_(std::chrono::steady_clock::now()) {
    progress_.done = plan.done;
    progress_.total = plan.total;
    for (const Todo& todo : plan.todo) whole_cost_ += todo.cost;
  }

  /// False: stop.
  bool beat(const Job& job) {
    const std::lock_guard lock(mutex_);
    return report(job);
  }

  void finish(const Todo& todo) {
    const std::lock_guard lock(mutex_);
    log_.append(todo.runs);
    progress_.done += todo.runs.size();
    done_cost_ += todo.cost;
    if (!report(*todo.job)) throw Cancelled();
  }

 private:
  bool report(const Job& job) {
    progress_.job = job.name;
    progress_.fraction = whole_cost_ > 0 ? done_cost_ / whole_cost_ : 1;
    if (done_cost_ > 0) {
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
      progress_.seconds_left = seconds * (whole_cost_ - done_cost_) / done_cost_;
    }
    if (!stopped_ && observer_) stopped_ = !observer_(progress_);
    return !stopped_;
  }

  RunLog& log_;
  const StudyObserver& observer_;
  std::chrono::steady_clock::time_point start_;
  std::mutex mutex_;
  StudyProgress progress_;
  double whole_cost_ = 0;
  double done_cost_ = 0;
  bool stopped_ = false;
};

int threads_of_job(const JobOptions& options) {
  if (options.threads > 0) return options.threads;
  return std::max(1, processors() / std::max(1, options.jobs));
}

void run_job(Todo& todo, int threads, Session& session) {
  Team team(todo.job->apart ? 1 : threads,
            [&](const Progress&) { return session.beat(*todo.job); });
  try {
    todo.job->work(todo.runs, team);
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& error) {
    throw Error(todo.job->name + ": " + error.what());
  }
  session.finish(todo);
  todo.runs = {};
}

}  // namespace

void run_jobs(std::span<const Job> jobs, RunLog& log, const JobOptions& options,
              const StudyObserver& observer) {
  Plan plan = make_plan(jobs, log);
  Session session(plan, log, observer);
  const int threads = threads_of_job(options);
  // In the order of the plan, by whichever thread is free next.
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stopped = false;
  Team crew(std::max(1, options.jobs), {}, Team::Size::exact);
  crew.for_each(crew.size(), [&](std::int64_t) {
    try {
      for (std::size_t i = next++; i < plan.todo.size() && !stopped; i = next++)
        run_job(plan.todo[i], threads, session);
    } catch (...) {
      stopped = true;
      throw;
    }
  });
}

}  // namespace gnac::detail
