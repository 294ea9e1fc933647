#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "studies/run_log.h"
#include "studies/run_record.h"
#include "support/team.h"

namespace gnac::detail {

/// Work that finishes several runs together because they share most of it: one training serves
/// every K of a data set.
struct Job {
  std::string name;             ///< for the progress line, e.g. "fcps/hepta gnac seed 7"
  std::vector<RunRecord> runs;  ///< what it finishes; values still empty
  double cost = 1;              ///< rough seconds on one core; only used to estimate the time left
  /// It works in a child process: its team is one thread, and no other job may run meanwhile.
  bool apart = false;
  /// Fill in values (and labels) of the unfinished runs. Called from any thread, several jobs at a
  /// time.
  std::function<void(std::span<RunRecord> todo, Team& team)> work;
};

struct StudyProgress {
  std::size_t done = 0;      ///< runs finished so far, earlier sessions included
  std::size_t total = 0;     ///< runs of the whole selection
  double fraction = 0;       ///< of the work of this session, by cost
  double seconds_left = -1;  ///< < 0: not known yet
  std::string_view job;      ///< the last one that reported
};

/// Called at least every 100 ms of work, from any thread but never from two at once. Return false
/// to stop: run_jobs() then throws Cancelled, and what was finished stays in the log.
using StudyObserver = std::function<bool(const StudyProgress&)>;

struct JobOptions {
  int jobs = 1;     ///< at a time
  int threads = 0;  ///< of each; 0: the cores divided among the jobs
};

/// Do the runs that are not in the log yet and append them, job by job. The options affect the
/// order of the lines but not the values.
void run_jobs(std::span<const Job> jobs, RunLog& log, const JobOptions& options,
              const StudyObserver& observer = {});

}  // namespace gnac::detail
