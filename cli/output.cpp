#include "output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <map>

#include "data/npy.h"
#include "data/rule_file.h"
#include "gnac/error.h"
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

void add_output_flags(CLI::App& app, OutputFlags& flags, bool trains) {
  const char* group = "Output";
  const auto file = [&](const char* name, std::string& path, const char* help) {
    app.add_option(name, path, help)->option_text("FILE")->group(group);
  };
  file("-o,--output", flags.labels,
       "labels, one a line in the order of the points [standard output]");
  if (trains) file("--save", flags.save, "the trained rule, as safetensors");
  file("--trace", flags.trace, "JSON: losses, checkpoints, eigenvalues, options, timings");
  file("--states", flags.states, ".npy: domain state of each point at T*, N x d_z");
  file("--edges", flags.edges, "CSV: distances, conductance and affinity of each edge");
  app.add_flag("--one-based", flags.one_based, "number the labels from 1, not 0")->group(group);
  app.add_flag("--summary", flags.summary, "say on standard error what was found")->group(group);
  app.add_flag("--quiet", flags.quiet, "show no progress")->group(group);
}

std::vector<FlagAndPath> named_outputs(const OutputFlags& flags) {
  std::vector<FlagAndPath> named;
  const auto add = [&](const char* flag, const std::string& path) {
    if (!path.empty()) named.emplace_back(flag, path);
  };
  if (flags.labels != "-") add("-o", flags.labels);
  add("--save", flags.save);
  add("--trace", flags.trace);
  add("--states", flags.states);
  add("--edges", flags.edges);
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
  const Result& result = run.result;
  const std::string labels = labels_table(result.labels, run.ids, flags.one_based ? 1 : 0);
  std::vector<std::pair<std::string, std::string>> files;
  if (!flags.labels.empty() && flags.labels != "-") files.emplace_back(flags.labels, labels);
  if (!flags.save.empty()) files.emplace_back(flags.save, rule_bytes(run.rule));
  if (!flags.trace.empty()) files.emplace_back(flags.trace, trace_json(run));
  if (!flags.states.empty()) {
    files.emplace_back(flags.states,
                       npy_bytes(result.evolution.domain, run.n, run.rule.shape.domain));
  }
  if (!flags.edges.empty()) files.emplace_back(flags.edges, edges_table(run.graph, result));
  if (interrupted()) throw Cancelled();
  if (flags.labels.empty() || flags.labels == "-") write_stdout(labels);
  write_files({files.begin(), files.end()});
  if (flags.summary || run.ari) fmt::print(stderr, "{}", summary_text(run));
}

}  // namespace gnac::cli
