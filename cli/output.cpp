#include "output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "data/npy.h"
#include "gnac/error.h"
#include "gnac/rule_file.h"
#include "signals.h"
#include "summary.h"
#include "support/files.h"
#include "tables.h"
#include "trace.h"

namespace gnac::cli {
namespace {

namespace fs = std::filesystem;

void check_output(const std::string& flag, const std::string& path) {
  if (path == "-") throw Error(flag + " needs a file name; only -o may be - for standard output");
  std::error_code code;
  if (fs::is_directory(path, code)) {
    throw Error(
        fmt::format("cannot write {} {}: it is a folder; give the name of a file", flag, path));
  }
  if (fs::exists(path, code) && !fs::is_regular_file(path, code)) return;  // a device or a pipe
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, code)) {
    throw Error(
        fmt::format("cannot write {} {}: there is no folder {}", flag, path, folder.string()));
  }
  if (access(folder.c_str(), W_OK) != 0) {
    throw Error(fmt::format("cannot write {} {}: the folder {} is not writable", flag, path,
                            folder.string()));
  }
}

}  // namespace

const std::vector<OutputInfo>& output_table() {
  static const std::vector<OutputInfo> kTable{
      {"--save", "the trained rule, as safetensors", true, false, true,
       [](const Run& run) { return rule_bytes(run.model.rule); }},
      {"--model", "the fitted model, for gnac predict", false, false, true,
       [](const Run& run) { return model_bytes(run.model); }},
      {"--trace", "JSON: losses, checkpoints, eigenvalues, options, timings", false, true, true,
       [](const Run& run) { return trace_json(run); }},
      {"--states", ".npy: domain state of each point at T*, N x d_z", false, false, true,
       [](const Run& run) {
         return npy_bytes(run.model.evolution.domain, run.n, run.model.rule.shape.domain);
       }},
      {"--edges", "CSV: distances, conductance and affinity of each edge", false, false, true,
       [](const Run& run) { return edges_table(run.model); }},
  };
  return kTable;
}

void add_output_flags(CLI::App& app, OutputFlags& flags, bool trains) {
  const char* group = "Output";
  app.add_option("-o,--output", flags.labels,
                 "labels, one per line in the order of the points [standard output]")
      ->option_text("FILE")
      ->group(group);
  for (const OutputInfo& output : output_table()) {
    if (output.after_training && !trains) continue;
    app.add_option(output.flag, flags.paths[output.flag], output.help)
        ->option_text("FILE")
        ->group(group);
  }
  app.add_flag("--one-based", flags.one_based, "number the labels from 1, not 0")->group(group);
  app.add_flag("--summary", flags.summary, "say on standard error what was found")->group(group);
  app.add_flag("--quiet", flags.quiet, "show no progress")->group(group);
}

bool wants_rule(const OutputFlags& flags) {
  return flags.summary || std::ranges::any_of(output_table(), [&](const OutputInfo& output) {
           const auto path = flags.paths.find(output.flag);
           return output.needs_rule && path != flags.paths.end() && !path->second.empty();
         });
}

std::vector<FlagAndPath> named_outputs(const OutputFlags& flags) {
  std::vector<FlagAndPath> named;
  if (!flags.labels.empty() && flags.labels != "-") named.emplace_back("-o", flags.labels);
  for (const auto& [flag, path] : flags.paths) {
    if (!path.empty()) named.emplace_back(flag, path);
  }
  return named;
}

void check_outputs(const std::vector<FlagAndPath>& outputs,
                   const std::vector<std::string>& inputs) {
  std::map<fs::path, std::string> taken;
  for (const auto& [flag, path] : outputs) {
    check_output(flag, path);
    std::error_code code;
    const fs::path place = fs::weakly_canonical(path, code);
    if (fs::exists(path, code) && !fs::is_regular_file(path, code)) continue;
    const auto [other, is_new] = taken.emplace(place, flag);
    if (!is_new) {
      throw Error(
          fmt::format("{} and {} both name {}; give each its own file", other->second, flag, path));
    }
    for (const std::string& input : inputs) {
      if (fs::equivalent(input, path, code)) {
        throw Error(
            fmt::format("{} {} would overwrite an input; give it another name", flag, path));
      }
    }
  }
}

void write_stdout(const std::string& bytes) {
  const bool fine = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  if (!fine || std::fflush(stdout) != 0) throw Error("standard output does not take the result");
}

void finish_run(const Run& run, const OutputFlags& flags) {
  const std::string labels = labels_table(run.labels(), run.ids, flags.one_based ? 1 : 0);
  std::vector<std::pair<std::string, std::string>> files;
  if (!flags.labels.empty() && flags.labels != "-") files.emplace_back(flags.labels, labels);
  for (const OutputInfo& output : output_table()) {
    const auto path = flags.paths.find(output.flag);
    if (path == flags.paths.end() || path->second.empty()) continue;
    files.emplace_back(path->second, output.bytes(run));
  }
  if (interrupted()) throw Cancelled();
  if (flags.labels.empty() || flags.labels == "-") write_stdout(labels);
  write_files({files.begin(), files.end()});
  if (flags.summary || run.ari) fmt::print(stderr, "{}", summary_text(run));
}

}  // namespace gnac::cli
