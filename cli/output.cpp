#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <map>
#include <system_error>

#include "append.h"
#include "console.h"
#include "file_form.h"
#include "gnac/certainty.h"
#include "gnac/error.h"
#include "gnac/hierarchy.h"
#include "gnac/layout.h"
#include "gnac/page.h"
#include "gnac/rule_file.h"
#include "io/table_recipe.h"
#include "picture.h"
#include "progress.h"
#include "signals.h"
#include "summary.h"
#include "support/descriptor.h"
#include "support/files.h"
#include "tables.h"
#include "trace.h"
#include "verbose.h"

namespace gnac::cli {
namespace {

namespace fs = std::filesystem;

void check_output(const std::string& flag, const std::string& path) {
  check_file_name(path);
  if (path == "-") throw Error(flag + " cannot be - here; give the name of a file");
  std::error_code code;
  if (fs::is_directory(path, code)) {
    throw Error(
        fmt::format("cannot write {} {}: it is a folder; give the name of a file", flag, path));
  }
  if (fs::exists(path, code) && !fs::is_regular_file(path, code)) return;  // a device or a pipe
  const fs::path folder = fs::path(place_of(path)).parent_path();
  if (!fs::is_directory(folder, code)) {
    throw Error(
        fmt::format("cannot write {} {}: there is no folder {}", flag, path, folder.string()));
  }
  if (access(folder.c_str(), W_OK) != 0) {
    throw Error(fmt::format("cannot write {} {}: the folder {} is not writable", flag, path,
                            folder.string()));
  }
}

struct stat stat_of(const std::string& path) {
  struct stat info {};
  const int found = path == "-" ? ::fstat(STDIN_FILENO, &info) : ::stat(path.c_str(), &info);
  if (found != 0) info = {};
  return info;
}

bool same_file(const struct stat& a, const struct stat& b) {
  return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Is this descriptor open on one of the files?
bool writes_into(int fd, const std::vector<std::string>& inputs) {
  struct stat out {};
  const int mode = ::fcntl(fd, F_GETFL);
  if (mode < 0 || (mode & O_ACCMODE) == O_RDONLY || ::fstat(fd, &out) != 0) return false;
  return std::any_of(inputs.begin(), inputs.end(), [&](const std::string& input) {
    return !input.empty() && same_file(stat_of(input), out);
  });
}

void mend(const std::vector<FlagAndPath>& outputs, const std::vector<std::string>& inputs) {
  std::vector<std::string> paths;
  for (const auto& [flag, path] : outputs) paths.push_back(path);
  for (const std::string& input : inputs) {
    if (input != "-") paths.push_back(input);
  }
  const std::vector<std::string> put = mend_files(paths);
  if (!put.empty()) {
    print_error_lines("gnac: an earlier run was killed while writing; completed its files: {}\n",
                      fmt::join(put, ", "));
  }
}

void check_name(const OutputInfo& output, const std::string& path) {
  if (output.endings == kMatrixEndings) {
    check_matrix_name(output.flag, path);
  } else if (output.endings == kPictureEndings) {
    check_picture_name(output.flag, path);
  } else if (!output.endings.empty()) {
    check_fixed_name(output.flag, path, output.endings);
  }
}

bool nobody_reads = false;
bool shows_nothing = false;  ///< outputs are made without a line of progress

std::string map_of(const Run& run, const std::string& path) {
  ProgressLine line(shows_nothing);
  const Points map = layout(run.model, 2, make_observer(line));
  return matrix_table(std::span(map.values), run.n, 2, "map", path);
}

/// Names of the points on a page: ids, a column of names that is no feature, or both.
std::vector<std::string> page_ids(const Run& run) {
  if (run.texts.empty()) return run.ids;
  std::vector<std::string> names = run.texts.front().cells;
  for (std::size_t i = 0; i < run.ids.size(); ++i) names[i] = run.ids[i] + ": " + names[i];
  return names;
}

std::string page_of(const Run& run) {
  PageExtras extras{.title = fs::path(run.data).filename().string(),
                    .columns = run.columns,
                    .ids = page_ids(run),
                    .reference = run.reference,
                    .points = run.points,
                    .labels = run.labels(),
                    .texts = run.words,
                    .rows = run.rows};
  for (const TextCells& column : run.cells) extras.cells.push_back({column.name, column.cells});
  for (const FilledCell& gap : run.gaps)
    extras.filled.push_back({gap.point, title(run.table.columns[gap.column])});
  return page_html(run.model, extras, [](const Progress&) { return !interrupted(); });
}

}  // namespace

const std::vector<OutputInfo>& output_table() {
  static const std::vector<OutputInfo> kTable{
      {.flag = "--page",
       .help = "HTML: a page to look at, with everything in one file",
       .needs_rule = true,
       .endings = kPageEndings,
       .bytes = [](const Run& run, const std::string&) { return page_of(run); }},
      {.flag = "--picture",
       .help = ".svg or .png: the points in the colours of their clusters",
       .any_method = true,
       .endings = kPictureEndings,
       .bytes =
           [](const Run& run, const std::string& path) {
             return picture_bytes(partition_picture(run), path);
           }},
      {.flag = "--append",
       .help = "the input table with a column cluster added",
       .any_method = true,
       .bytes =
           [](const Run& run, const std::string& path) {
             return packed(appended_table(run.files, run.labels(), run.dropped, run.base),
                           file_form(path));
           }},
      {.flag = "--model",
       .help = "the fitted model, for gnac predict",
       .needs_rule = true,
       .endings = ".safetensors",
       .bytes = [](const Run& run, const std::string&) { return model_bytes(run.model); }},
      {.flag = "--memberships",
       .help = ".npy or text: how likely each cluster is for each point, N×K",
       .needs_rule = true,
       .endings = kMatrixEndings,
       .bytes =
           [](const Run& run, const std::string& path) {
             const std::vector<float> share = memberships(run.model);
             return matrix_table(std::span(share), run.n, run.clusters, "cluster", path);
           }},
      {.flag = "--map",
       .help = ".npy or text: places in the plane at which neighbours lie side by side, N×2",
       .needs_rule = true,
       .endings = kMatrixEndings,
       .bytes = map_of},
      {.flag = "--outlier-scores",
       .help = ".npy or text: how little each point belongs to any cluster, 0 to 1",
       .needs_rule = true,
       .endings = kMatrixEndings,
       .bytes =
           [](const Run& run, const std::string& path) {
             const std::vector<double> scores = outlier_scores(run.model);
             return matrix_table(std::span(scores), run.n, 1, "outlier_score", path);
           }},
      {.flag = "--linkage",
       .help = ".npy or text: the hierarchy as SciPy's linkage matrix, N-1 rows",
       .needs_rule = true,
       .endings = kMatrixEndings,
       .bytes = [](const Run& run,
                   const std::string& path) { return linkage_table(run.model, path); }},
      {.flag = "--newick",
       .help = "the hierarchy as a Newick tree",
       .needs_rule = true,
       .endings = ".nwk .newick .tree .txt",
       .bytes = [](const Run& run,
                   const std::string&) { return newick(hierarchy(run.model), run.ids) + "\n"; }},
      {.flag = "--edges",
       .help = "CSV: distances, conductance and affinity of each edge",
       .needs_rule = true,
       .endings = ".csv",
       .bytes = [](const Run& run, const std::string&) { return edges_table(run.model); }},
      {.flag = "--states",
       .help = ".npy or text: the state of each cell at the last step, N rows",
       .needs_rule = true,
       .endings = kMatrixEndings,
       .bytes =
           [](const Run& run, const std::string& path) {
             const auto& states = run.model.evolution.states;
             return matrix_table(std::span(states), run.n, state_columns(run.model.rule.shape),
                                 "state", path);
           }},
      {.flag = "--trace",
       .help = "JSON: losses, checkpoints, eigenvalues, options, timings",
       .any_method = true,
       .needs_rule = true,
       .endings = ".json",
       .bytes = [](const Run& run, const std::string&) { return trace_json(run); }},
      {.flag = "--save",
       .help = "the rule, as safetensors",
       .after_training = true,
       .needs_rule = true,
       .endings = ".safetensors",
       .bytes = [](const Run& run, const std::string&) { return rule_bytes(run.model.rule); }},
  };
  return kTable;
}

void add_output_flags(CLI::App& app, OutputFlags& flags, bool trains) {
  const char* group = "Output";
  app.add_option("-o,--output", flags.labels,
                 "labels, one per line in the order of the points; also .npy, .csv, .tsv, .gz, "
                 "depending on the name [standard output]")
      ->option_text("FILE")
      ->group(group);
  app.add_flag("--summary", flags.summary, "print what was found to standard error")->group(group);
  app.add_flag("--plot", flags.plot, "draw the clusters on standard error, with block characters")
      ->group(group);
  app.add_flag("--outliers", flags.outliers, "label outliers -1")->group(group);
  app.add_flag("--one-based", flags.one_based, "number the labels from 1, not 0")->group(group);
  for (const OutputInfo& output : output_table()) {
    if (output.after_training && !trains) continue;
    app.add_option(output.flag, flags.paths[output.flag], output.help)
        ->option_text("FILE")
        ->group(group);
  }
  add_quiet_flag(app, flags.quiet);
  add_verbose_flag(app, flags.verbose);
}

bool wants_rule(const OutputFlags& flags) {
  return flags.summary || flags.outliers ||
         std::ranges::any_of(output_table(), [&](const OutputInfo& output) {
           const auto path = flags.paths.find(output.flag);
           return output.needs_rule && path != flags.paths.end() && !path->second.empty();
         });
}

bool wants_arrays(const OutputFlags& flags) {
  constexpr std::array<std::string_view, 3> kWithout{"--save", "--trace", "--append"};
  return flags.outliers || flags.plot || std::ranges::any_of(flags.paths, [&](const auto& output) {
           return !output.second.empty() &&
                  std::ranges::find(kWithout, output.first) == kWithout.end();
         });
}

std::vector<FlagAndPath> named_outputs(const OutputFlags& flags, bool ids) {
  std::vector<FlagAndPath> named;
  if (!flags.labels.empty() && flags.labels != "-") {
    check_labels_name(flags.labels, ids);
    named.emplace_back("-o", flags.labels);
  }
  for (const OutputInfo& output : output_table()) {
    const auto found = flags.paths.find(output.flag);
    if (found == flags.paths.end() || found->second.empty()) continue;
    check_name(output, found->second);
    named.emplace_back(output.flag, found->second);
  }
  return named;
}

void check_append(const OutputFlags& flags, const std::vector<std::string>& data) {
  const auto path = flags.paths.find("--append");
  if (path != flags.paths.end()) check_append(path->second, data);
}

void check_append(const std::string& path, const std::vector<std::string>& data) {
  if (path.empty()) return;
  const auto is_json = [](const std::string& file) {
    const std::string ending = file_form(file).ending;
    return ending == ".jsonl" || ending == ".ndjson";
  };
  const bool json = std::ranges::any_of(data, is_json);
  if (json && !is_json(path)) {
    throw Error(fmt::format(
        "--append writes a table in the format it was read in, here JSON lines; end {} in "
        ".jsonl",
        path));
  }
  if (!json) check_text_name("--append", path);
  for (const std::string& file : data) {
    const FileForm form = file_form(file);
    if (file != "-" && !form.npy && form.ending != ".npz") continue;
    throw Error(
        fmt::format("--append adds a column to a table in a text file, but {}; leave out --append",
                    file == "-" ? "the points come from standard input" : file + " is not one"));
  }
}

void check_outputs(const std::vector<FlagAndPath>& outputs,
                   const std::vector<std::string>& inputs) {
  mend(outputs, inputs);
  if (writes_into(STDOUT_FILENO, inputs)) {
    throw Error("standard output goes to an input of this command; send it to another file");
  }
  std::map<std::string, std::string> taken;
  for (const auto& [flag, path] : outputs) {
    check_output(flag, path);
    std::error_code code;
    if (fs::exists(path, code) && !fs::is_regular_file(path, code)) continue;
    const auto [other, is_new] = taken.emplace(place_of(path), flag);
    if (!is_new) {
      throw Error(
          fmt::format("{} and {} both name {}; give each its own file", other->second, flag, path));
    }
    for (const std::string& input : inputs) {
      if (same_file(stat_of(input), stat_of(path))) {
        throw Error(
            fmt::format("{} {} would overwrite an input; give it another name", flag, path));
      }
    }
  }
}

void write_stdout(const std::string& bytes) {
  if (write_fully(STDOUT_FILENO, bytes)) return;
  if (errno != EPIPE) {
    throw_write_error("cannot write the result to standard output", errno);
  }
  nobody_reads = true;
}

void print_text(const std::string& text) {
  write_stdout(printable(text, true));
}

bool stdout_closed() {
  return nobody_reads;
}

void finish_run(const Run& run, const OutputFlags& flags) {
  shows_nothing = flags.quiet;
  const std::string labels = labels_table(run.labels(), run.ids, run.base, flags.labels);
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<WrittenFile> made;
  if (!flags.labels.empty() && flags.labels != "-") files.emplace_back(flags.labels, labels);
  for (const OutputInfo& output : output_table()) {
    const auto path = flags.paths.find(output.flag);
    if (path == flags.paths.end() || path->second.empty()) continue;
    const auto start = std::chrono::steady_clock::now();
    files.emplace_back(path->second, output.bytes(run, path->second));
    made.push_back({output.flag, files.back().second.size(), seconds_since(start)});
  }
  if (interrupted()) throw Cancelled();
  write_files({files.begin(), files.end()}, [&] {
    if (flags.labels.empty() || flags.labels == "-") write_stdout(labels);
  });
  if (flags.verbose > 0) print_error_lines("{}", verbose_text(run, made, flags.verbose));
  if (flags.plot) {
    const bool colours = ::isatty(STDERR_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
    print_error(partition_plot(run, colours));
  }
  const bool summarised = flags.summary || run.ari;
  if (summarised) print_error_lines("{}", summary_text(run));
  if (!flags.quiet) print_error_lines("{}", findings_text(run, summarised));
}

}  // namespace gnac::cli
