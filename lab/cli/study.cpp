// gnac-lab study: the paper's experiments, one subcommand each, and the report of their runs.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <type_traits>

#include "gnac/error.h"
#include "lab_commands.h"
#include "output.h"
#include "studies/ablation.h"
#include "studies/report.h"
#include "studies/result_files.h"
#include "studies/robustness.h"
#include "studies/run_log.h"
#include "studies/scaling_study.h"
#include "studies/transfer.h"
#include "study_flags.h"
#include "support/files.h"

namespace gnac::cli {
namespace {

/// The flags of a study and the plan that they fill.
template <class Plan>
struct PlanFlags : StudyFlags {
  Plan plan;

  PlanFlags() { seeds = plan.seeds; }
};

/// Puts the flags that studies share into the plan, and does its jobs.
template <class Plan>
Action run_plan(const char* study, const std::shared_ptr<PlanFlags<Plan>>& flags,
                std::vector<Job> (*jobs)(const Plan&)) {
  return [=] {
    Plan& plan = flags->plan;
    if constexpr (requires { plan.tasks; }) plan.tasks = read_tasks(*flags);
    if constexpr (requires { plan.threads; }) plan.threads = flags->at_a_time.threads;
    if constexpr (std::is_same_v<decltype(plan.options), Options>) {
      plan.options = study_options(*flags);
    } else {
      plan.options = method_options(*flags);
    }
    plan.seeds = flags->seeds;
    run_study(study, jobs(plan), *flags);
  };
}

Action add_benchmark(CLI::App& app) {
  auto flags = std::make_shared<PlanFlags<BenchmarkPlan>>();
  add_task_flags(app, *flags);
  add_list(app, "--methods", flags->plan.methods, "");
  app.add_flag("--keep-labels", flags->plan.keep_labels,
               "keep labels in the log, for gnac-lab study export");
  add_method_option_flag(app, *flags);
  add_run_flags(app, *flags, true);
  return run_plan("benchmark", flags, benchmark_jobs);
}

Action add_robustness(CLI::App& app) {
  auto flags = std::make_shared<PlanFlags<RobustnessPlan>>();
  add_task_flags(app, *flags);
  add_list(app, "--methods", flags->plan.methods,
           "methods to run under noise; gnac, universal and graph-only on damaged graphs too");
  add_list(app, "--conditions", flags->plan.conditions, "");
  add_list(app, "--levels", flags->plan.levels, "levels of damage");
  add_method_option_flag(app, *flags);
  add_run_flags(app, *flags, true);
  return run_plan("robustness", flags, robustness_jobs);
}

Action add_scaling(CLI::App& app) {
  auto flags = std::make_shared<PlanFlags<ScalingPlan>>();
  add_list(app, "--sizes", flags->plan.sizes, "");
  add_list(app, "--methods", flags->plan.methods, "of gnac, universal and graph-only");
  add_method_option_flag(app, *flags);
  add_run_flags(app, *flags, false);
  return run_plan("scaling", flags, scaling_jobs);
}

Action add_transfer(CLI::App& app) {
  auto flags = std::make_shared<PlanFlags<TransferPlan>>();
  add_list(app, "--families", flags->plan.families, "");
  app.add_option("--realisations", flags->plan.pairs,
                 fmt::format("independent source–target pairs per family [{}]", flags->plan.pairs))
      ->option_text("N")
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--target", flags->plan.target,
                 fmt::format("points of the target [{}]", flags->plan.target))
      ->option_text("N");
  add_list(app, "--sources", flags->plan.sources, "numbers of points of the sources");
  add_method_option_flag(app, *flags);
  add_run_flags(app, *flags, true);
  return run_plan("transfer", flags, transfer_jobs);
}

Action add_ablation(CLI::App& app) {
  auto flags = std::make_shared<PlanFlags<AblationPlan>>();
  add_task_flags(app, *flags);
  add_list(app, "--variants", flags->plan.variants, "what to leave out [all]");
  add_run_flags(app, *flags, true);
  std::string known = "Variants, each compared with the full method:\n";
  for (const Variant& variant : ablation_variants())
    known += fmt::format("  {:<18} {}\n", variant.name, variant.question);
  app.footer(known);
  return run_plan("ablation", flags, ablation_jobs);
}

/// Writes files below a folder, which is created if missing.
void write_below(const std::string& folder,
                 const std::vector<std::pair<std::string, std::string>>& files) {
  std::vector<std::pair<std::string, std::string_view>> out;
  for (const auto& [name, bytes] : files) {
    const std::filesystem::path inside = std::filesystem::path(name).lexically_normal();
    if (inside.empty() || inside.is_absolute() || *inside.begin() == "..")
      throw Error(name + " is not inside " + folder +
                  "; the log has a subject that cannot be a file name");
    const std::filesystem::path path = std::filesystem::path(folder) / inside;
    std::error_code code;
    std::filesystem::create_directories(path.parent_path(), code);
    if (code)
      throw Error("cannot create the folder " + path.parent_path().string() + ": " +
                  code.message());
    out.emplace_back(path.string(), bytes);
  }
  write_files(out);
}

/// Every run once, in an order that does not depend on which finished first, so that sums over runs
/// are the same to the last bit.
std::vector<RunRecord> read_logs(const std::vector<std::string>& paths) {
  std::map<std::string, RunRecord> by_key;
  for (const std::string& path : paths) {
    for (RunRecord& run : read_runs(path)) by_key.try_emplace(key_of(run), std::move(run));
  }
  std::vector<RunRecord> runs;
  runs.reserve(by_key.size());
  for (auto& [key, run] : by_key) runs.push_back(std::move(run));
  return runs;
}

struct ReadFlags {
  std::vector<std::string> logs;
  std::string folder;
};

Action add_report(CLI::App& app) {
  auto flags = std::make_shared<ReadFlags>();
  app.add_option("LOG", flags->logs, "files of finished runs")->option_text(" ")->required();
  app.add_option("-o,--output", flags->folder,
                 "folder for report.md, tables (.csv, .tex) and figures (.svg) [only the page, to "
                 "standard output]")
      ->option_text("DIR");
  return [flags] {
    const auto sections = report_sections(read_logs(flags->logs));
    if (sections.empty()) throw Error("there are no finished runs in " + flags->logs.front());
    const auto files = report_files(sections);
    if (flags->folder.empty()) {
      write_stdout(files.back().second);
    } else {
      write_below(flags->folder, files);
    }
  };
}

Action add_export(CLI::App& app) {
  auto flags = std::make_shared<ReadFlags>();
  app.add_option("LOG", flags->logs, "files of finished runs")->option_text(" ")->required();
  app.add_option("-o,--output", flags->folder, "folder for battery/dataset.resultK.gz")
      ->option_text("DIR")
      ->required();
  return [flags] { write_below(flags->folder, export_results(read_logs(flags->logs))); };
}

Action add_import(CLI::App& app) {
  struct Flags : StudyFlags {
    std::string results;
    std::string group;
  };
  auto flags = std::make_shared<Flags>();
  app.add_option("RESULTS", flags->results, "folder of battery/dataset.resultK.gz")
      ->option_text(" ")
      ->required();
  app.add_option("--group", flags->group, "prefix for the names of the methods, NAME/method")
      ->option_text("NAME");
  add_task_flags(app, *flags);
  add_log_flag(app, *flags);
  return [flags] {
    const auto runs = import_results(flags->results, read_tasks(*flags), flags->group);
    RunLog log(flags->log);
    std::vector<RunRecord> fresh;
    for (const RunRecord& run : runs) {
      if (!log.contains(run)) fresh.push_back(run);
    }
    log.append(fresh);
  };
}

struct StudyCommand {
  const char* name;
  const char* help;
  Action (*add)(CLI::App&);
};

constexpr StudyCommand kStudies[]{
    {"benchmark", "Every method on every task of the ClustBench suite", add_benchmark},
    {"robustness", "Noise in the points, deleted and rewired edges", add_robustness},
    {"scaling", "Time by stage and peak memory by size", add_scaling},
    {"transfer", "Rules from small sources on large targets", add_transfer},
    {"ablation", "What each part of the method adds", add_ablation},
    {"report", "Tables and figures from finished runs, next to the published ones", add_report},
    {"export", "Write partitions as ClustBench result files", add_export},
    {"import", "Score partitions from ClustBench result files", add_import},
};

}  // namespace

Action add_study(CLI::App& app) {
  app.require_subcommand(1);
  std::vector<std::pair<const CLI::App*, Action>> actions;
  for (const StudyCommand& command : kStudies) {
    CLI::App* sub = app.add_subcommand(command.name, command.help);
    sub->group("Commands");
    actions.emplace_back(sub, command.add(*sub));
  }
  app.footer(R"(Examples:
  gnac-lab study benchmark --data clustbench --tasks fcps/hepta,graves --seeds 7,17
  gnac-lab study report gnac-study.jsonl -o report

An interrupted study continues where it stopped when the same command is given again.)");
  return [actions] {
    for (const auto& [sub, action] : actions) {
      if (sub->parsed()) action();
    }
  };
}

}  // namespace gnac::cli
