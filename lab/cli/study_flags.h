#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gnac/methods.h"
#include "list_flag.h"
#include "option_flags.h"
#include "studies/jobs.h"
#include "studies/tasks.h"

namespace gnac::cli {

using namespace detail;

/// Flags that the studies share: where the runs go, which seeds, how many at a time, options of the
/// methods.
struct StudyFlags {
  std::string log = "gnac-study.jsonl";
  std::string data;  ///< folder of the ClustBench suite
  std::vector<std::string> tasks;
  std::int64_t max_points = 10000;
  std::vector<std::uint64_t> seeds;
  JobOptions at_a_time;
  bool quiet = false;
  OptionFlags gnac{.preset = "paper", .given = {}, .rule_file = {}};
  std::vector<std::string> method_options;  ///< "method.option=value"
};

void add_log_flag(CLI::App& app, StudyFlags& flags);

/// --data, --tasks, --max-points.
void add_task_flags(CLI::App& app, StudyFlags& flags);

/// --log, --seeds, --jobs if several may run at a time, --threads, --quiet, and the options of
/// G-NAC.
void add_run_flags(CLI::App& app, StudyFlags& flags, bool several_jobs);

/// --method-option.
void add_method_option_flag(CLI::App& app, StudyFlags& flags);

std::vector<std::shared_ptr<const StudyData>> read_tasks(const StudyFlags& flags);

/// The options of G-NAC from the command line.
Options study_options(const StudyFlags& flags);

/// The options of every method from the command line.
MethodOptions method_options(const StudyFlags& flags);

/// Do the jobs, with a progress line, and note the session in the log. Throws Stopped on Ctrl-C.
void run_study(const std::string& study, const std::vector<Job>& jobs, const StudyFlags& flags);

}  // namespace gnac::cli
