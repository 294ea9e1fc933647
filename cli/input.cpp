#include "input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <string_view>
#include <utility>

#include "gnac/error.h"
#include "gnac/model.h"
#include "io/graph_file.h"
#include "io/labels.h"
#include "options/option_text.h"

namespace gnac::cli {
namespace {

int parse_clusters(const std::string& text, bool may_be_chosen) {
  if (text == "auto" && may_be_chosen) return kChooseClusters;
  int clusters = 0;
  if (parse_value(text, clusters) && clusters >= 1) return clusters;
  throw Error(fmt::format("-k cannot be '{}'; give a whole number of clusters from 1{}", text,
                          may_be_chosen ? ", or leave it out to have it chosen" : ""));
}

/// The reference labels of the rows that are left; `dropped` ascends.
std::vector<std::int32_t> without(const std::vector<std::int32_t>& labels,
                                  const std::vector<std::int64_t>& dropped) {
  std::vector<std::int32_t> left;
  auto next = dropped.begin();
  for (std::int64_t row = 0; row < std::ssize(labels); ++row) {
    if (next != dropped.end() && *next == row) {
      ++next;
    } else {
      left.push_back(labels[row]);
    }
  }
  return left;
}

}  // namespace

bool is_safetensors(const std::string& path) {
  std::array<char, 9> start{};
  std::ifstream file(path, std::ios::binary);
  return file.read(start.data(), start.size()) && start[7] == 0 && start[8] == '{';
}

void check_order(const std::string& usage, const std::string& rule,
                 const std::vector<std::string>& data) {
  const std::string& last = data.back();
  if (rule == "-" || last == "-" || is_safetensors(rule) || !is_safetensors(last)) return;
  throw Error(fmt::format("{} and {} are swapped; the order is gnac {}", rule, last, usage));
}

std::vector<std::string> InputFlags::files(std::vector<std::string> more) const {
  more.insert(more.end(), data.begin(), data.end());
  more.insert(more.end(), {graph, reference});
  std::erase(more, "");
  return more;
}

void add_input_flags(CLI::App& app, InputFlags& flags, int& clusters, bool chosen_if_absent) {
  const char* group = "Input";
  add_data(
      app, flags,
      "points: CSV, TSV, whitespace text, JSON, .xlsx, .npy or .npz, also gzipped; - for standard "
      "input; the rows of several files are joined");
  const char* help = chosen_if_absent ? "K: how many clusters to make [as many as there seem to be]"
                                      : "K: how many clusters to make (required)";
  app.add_option_function<std::string>(
         "-k,--clusters",
         [&clusters, chosen_if_absent](const std::string& text) {
           clusters = parse_clusters(text, chosen_if_absent);
         },
         help)
      ->option_text("INT")
      ->group(group)
      ->required(!chosen_if_absent);
  add_column_flags(app, flags.columns);
  add_id_flag(app, flags.columns, "not a feature: written next to each label, as id,label");
  app.add_option("--label-column", flags.columns.label_column,
                 "not a feature: the known answer, to score against")
      ->option_text("NAME")
      ->group(group);
  app.add_option("--reference", flags.reference,
                 "the known answer in a file of labels, to score against")
      ->option_text("FILE")
      ->group(group);
  app.add_option("--noise", flags.noise,
                 "known label of points that are clustered but not counted in scores")
      ->option_text("LABEL")
      ->group(group);
}

void add_graph_flag(CLI::App& app, InputFlags& flags) {
  app.add_option("--graph", flags.graph,
                 "edge list or MatrixMarket file to use instead of nearest neighbours")
      ->option_text("FILE")
      ->group("Input");
}

void check_graph_flags(const InputFlags& flags, const OptionFlags& options) {
  if (flags.graph.empty()) return;
  for (const auto& [name, flag] :
       {std::pair("neighbors", "--neighbors"), std::pair("neighbor_search", "--neighbor-search")}) {
    if (options.has(name))
      throw Error(fmt::format(
          "--graph already gives the neighbours, so {} has no effect; leave one out", flag));
  }
}

void check_spread(const InputFlags& flags, PointsView points, ScaleMode mode) {
  if (mode == ScaleMode::none) return;
  const auto first = points.row(0);
  for (std::int64_t i = 1; i < points.n; ++i) {
    if (!std::equal(first.begin(), first.end(), points.row(i).begin())) return;
  }
  throw Error(
      fmt::format("every column of {} is constant, so there is no scale to divide by; give --scale "
                  "none to cluster equal points anyway",
                  flags.name()));
}

Input read_input(const InputFlags& flags, int clusters) {
  if (!flags.reference.empty() && !flags.columns.label_column.empty()) {
    throw Error("--reference and --label-column both name the known answer; give one of them");
  }
  const auto start = std::chrono::steady_clock::now();
  Input input{read_table(flags), {}};
  std::vector<std::int32_t>& reference = input.table.labels;
  const std::int64_t n = input.table.points.n;
  check_several(flags, n);
  if (clusters != kChooseClusters && (clusters < 1 || clusters > n)) {
    throw Error(fmt::format("cannot make {} clusters of {} points; give a number from 1 to {}",
                            clusters, n, n));
  }
  if (!flags.reference.empty()) {
    reference = read_labels(flags.reference);
    const std::vector<std::int64_t>& dropped = input.table.dropped;
    const std::int64_t rows = n + std::ssize(dropped);
    if (std::ssize(reference) != rows) {
      throw Error(
          fmt::format("{} has {} labels but {} has {} points; they must describe the same rows",
                      flags.reference, reference.size(), flags.name(), rows));
    }
    reference = without(reference, dropped);
  }
  if (flags.noise && reference.empty()) {
    throw Error("--noise needs the known answer; give --reference or --label-column");
  }
  if (!flags.graph.empty() && !input.table.dropped.empty())
    throw Error(
        "--graph refers to rows by number, and --missing drop would renumber them; give mean or "
        "median");
  if (!flags.graph.empty()) input.graph = read_graph(flags.graph, n);
  input.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return input;
}

}  // namespace gnac::cli
