#include "study_flags.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "console.h"
#include "gnac/error.h"
#include "gnac/version.h"
#include "method_options.h"
#include "program.h"
#include "progress.h"
#include "signals.h"
#include "studies/run_log.h"
#include "studies/study_methods.h"
#include "studies/work.h"

namespace gnac::cli {
namespace {

constexpr auto kRedraw = std::chrono::milliseconds(200);
constexpr auto kPlainPause = std::chrono::seconds(30);

/// Progress of a study on standard error: one line that changes in place on a terminal, elsewhere a
/// line every half minute.
class StudyLine {
 public:
  StudyLine(std::string study, bool quiet)
      : study_(std::move(study)), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}
  ~StudyLine() {
    if (on_line_) print_error("\r\x1b[K");
  }
  StudyLine(const StudyLine&) = delete;
  StudyLine& operator=(const StudyLine&) = delete;

  void show(const StudyProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (quiet_ || now - last_ < (terminal_ ? std::chrono::nanoseconds(kRedraw) : kPlainPause))
      return;
    last_ = now;
    std::string text = fmt::format("{}  {}/{} runs", study_, progress.done, progress.total);
    if (progress.seconds_left >= 0) text += "  " + duration_text(progress.seconds_left) + " left";
    text += fmt::format("  {}", progress.job);
    on_line_ = terminal_;
    print_error((terminal_ ? "\r\x1b[K" : "") + printable(text) + (terminal_ ? "" : "\n"));
  }

 private:
  std::string study_;
  bool quiet_;
  bool terminal_;
  bool on_line_ = false;
  std::chrono::steady_clock::time_point last_;
};

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string session_json(const std::string& study, const StudyFlags& flags) {
  nlohmann::ordered_json json;
  json["study"] = study;
  json["version"] = version();
  json["date"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  json["processor"] = processor_name();
  json["cores"] = processors();
  json["jobs"] = flags.at_a_time.jobs;
  json["threads"] = flags.at_a_time.threads;
  return json.dump();
}

}  // namespace

void add_log_flag(CLI::App& app, StudyFlags& flags) {
  app.add_option("--log", flags.log,
                 fmt::format("file of finished runs, one JSON line each [{}]", flags.log))
      ->option_text("FILE");
}

void add_task_flags(CLI::App& app, StudyFlags& flags) {
  app.add_option("--data", flags.data,
                 "folder of the ClustBench suite [environment variable GNAC_CLUSTBENCH]")
      ->option_text("DIR")
      ->envname("GNAC_CLUSTBENCH");
  add_list(app, "--tasks", flags.tasks, "data sets (battery/name) or batteries [all]");
  app.add_option("--max-points", flags.max_points,
                 fmt::format("leave out larger data sets [{}]", flags.max_points))
      ->option_text("N");
}

void add_run_flags(CLI::App& app, StudyFlags& flags, bool several_jobs) {
  add_log_flag(app, flags);
  add_list(app, "--seeds", flags.seeds, "");
  if (several_jobs) {
    app.add_option("--jobs", flags.at_a_time.jobs, "jobs at a time [1]")
        ->option_text("N")
        ->check(CLI::Range(1, 4096));
  }
  app.add_option("--threads", flags.at_a_time.threads,
                 several_jobs ? "threads of each job [the cores divided among the jobs]"
                              : "threads [every core]")
      ->option_text("N")
      ->check(CLI::Range(0, 4096));
  app.add_flag("-q,--quiet", flags.quiet, "no progress line");
  std::vector<const OptionInfo*> settable;
  for (const OptionInfo& info : option_table()) {
    if (is_of_studies(info)) settable.push_back(&info);
  }
  add_option_flags(app, flags.gnac, settable);
}

void add_method_option_flag(CLI::App& app, StudyFlags& flags) {
  app.add_option("--method-option", flags.method_options,
                 "set an option of a baseline, e.g. kmeans.starts=20; may be repeated")
      ->option_text("METHOD.NAME=VALUE")
      ->allow_extra_args(false);
}

std::vector<std::shared_ptr<const StudyData>> read_tasks(const StudyFlags& flags) {
  if (flags.data.empty())
    throw Error("give the folder of the ClustBench suite with --data or GNAC_CLUSTBENCH");
  return load_tasks(flags.data, flags.tasks, flags.max_points);
}

Options study_options(const StudyFlags& flags) {
  Options options = flags.gnac.values();
  options.scale = ScaleMode::none;  // the tasks have scaled the points already
  return options;
}

MethodOptions method_options(const StudyFlags& flags) {
  MethodOptions options;
  options.gnac = study_options(flags);
  for (const std::string& text : flags.method_options) {
    set_named_option(options, text, study_method);
    const OptionInfo* info = gnac_option(text);
    if (info != nullptr && info->group != "run" && !is_of_studies(*info))
      throw Error(
          fmt::format("a study sets the option {} of G-NAC itself; leave out --method-option {}",
                      info->name, text));
  }
  return options;
}

void run_study(const std::string& study, const std::vector<Job>& jobs, const StudyFlags& flags) {
  RunLog log(flags.log);
  log.append_session(session_json(study, flags));
  catch_interrupts();
  try {
    StudyLine line(study, flags.quiet);
    run_jobs(jobs, log, flags.at_a_time, [&](const StudyProgress& progress) {
      line.show(progress);
      return !interrupted();
    });
  } catch (const Cancelled&) {
    throw Stopped("stopped; finished runs are in " + flags.log +
                  ", and the same command continues from there");
  }
  if (!flags.quiet) print_error_lines("{}: all runs are in {}\n", study, flags.log);
}

}  // namespace gnac::cli
