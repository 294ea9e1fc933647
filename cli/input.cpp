#include "input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <utility>

#include "gnac/error.h"
#include "gnac/model.h"
#include "gnac/similarities.h"
#include "io/graph_file.h"
#include "io/labels.h"
#include "options/option_text.h"

namespace gnac::cli {
namespace {

int parse_clusters(const std::string& text) {
  if (text == "auto") return kChooseClusters;
  int clusters = 0;
  if (parse_value(text, clusters) && clusters >= 1) return clusters;
  throw Error(
      fmt::format("-k cannot be '{}'; give a whole number of clusters from 1, or leave it out to "
                  "have it chosen",
                  text));
}

/// The values of the rows that are left; `dropped` ascends.
template <class Value>
std::vector<Value> without(const std::vector<Value>& values,
                           const std::vector<std::int64_t>& dropped) {
  std::vector<Value> left;
  auto next = dropped.begin();
  for (std::int64_t row = 0; row < std::ssize(values); ++row) {
    if (next != dropped.end() && *next == row) {
      ++next;
    } else {
      left.push_back(values[row]);
    }
  }
  return left;
}

/// The lines of a file, one for each row of the table, without those of rows left out.
std::vector<std::string> lines_for(const std::string& path, const InputFlags& flags,
                                   const PointTable& table) {
  std::vector<std::string> lines = read_lines(path);
  const std::int64_t rows = table.points.n + std::ssize(table.dropped);
  if (std::ssize(lines) != rows) {
    throw Error(fmt::format("{} has {} lines but {} has {} points; there must be one for each",
                            path, lines.size(), flags.name(), rows));
  }
  return without(lines, table.dropped);
}

/// The user's own graph, with distances. The names of its nodes, if it has any, become ids.
EdgeList graph_of(const InputFlags& flags, std::int64_t nodes, std::vector<std::string>& ids) {
  GraphInFile graph = read_graph(flags.graph, nodes);
  if (!graph.names.empty()) ids = std::move(graph.names);
  if (flags.similarities || graph.similarities) return edges_from_similarities(graph);
  // Without points there is nothing to measure distances by.
  if (graph.distance.empty() && flags.data.empty()) graph.distance.assign(graph.from.size(), 1.0);
  return graph;
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
  more.insert(more.end(), {graph, reference, ids, texts});
  std::erase(more, "");
  return more;
}

void add_input_flags(CLI::App& app, InputFlags& flags, int& clusters, const std::string& help) {
  const char* group = "Input";
  add_data(
      app, flags,
      "points: CSV, TSV, whitespace text, JSON, .xlsx, .npy or .npz, also gzipped; - for standard "
      "input; the rows of several files are joined");
  app.add_option_function<std::string>(
         "-k,--clusters", [&clusters](const std::string& text) { clusters = parse_clusters(text); },
         help)
      ->option_text("INT")
      ->group(group);
  add_column_flags(app, flags.columns);
  add_id_flag(app, flags.columns, "not a feature: written next to each label, as id,label");
  app.add_option("--ids", flags.ids,
                 "names of the rows in a file, one per line, where DATA has no column of them")
      ->option_text("FILE")
      ->group(group);
  app.add_option("--texts", flags.texts,
                 "texts of the rows in a file, one per line, to show on a page")
      ->option_text("FILE")
      ->group(group);
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

void add_graph_flag(CLI::App& app, InputFlags& flags, bool alone) {
  if (alone) app.get_option("DATA")->required(false);
  app.add_option(
         "--graph", flags.graph,
         alone ? "edge list, MatrixMarket file or sparse matrix (.npz) to use instead of nearest "
                 "neighbours, with or without DATA"
               : "edge list, MatrixMarket file or sparse matrix (.npz) to use instead of "
                 "nearest neighbours")
      ->option_text("FILE")
      ->group("Input");
  app.add_flag("--similarities", flags.similarities,
               "the values of --graph are larger for closer pairs [smaller, unless its header says "
               "weight, similarity or the like]")
      ->group("Input");
}

void check_graph_flags(const InputFlags& flags, const OptionFlags& options) {
  if (flags.graph.empty()) {
    if (flags.data.empty()) throw Error("DATA is missing; give a table, or a graph with --graph");
    if (flags.similarities) throw Error("--similarities describes the values of --graph; give it");
    return;
  }
  for (const auto& [name, flag] :
       {std::pair("neighbors", "--neighbors"), std::pair("neighbor_search", "--neighbor-search")}) {
    if (options.has(name))
      throw Error(fmt::format(
          "--graph already gives the neighbours, so {} has no effect; leave one out", flag));
  }
}

void check_spread(const InputFlags& flags, PointsView points, ScaleMode mode) {
  if (mode == ScaleMode::none || points.d == 0) return;
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
  if (!flags.ids.empty() && !flags.columns.id_column.empty())
    throw Error("--ids and --id-column both name the rows; give one of them");
  const auto start = std::chrono::steady_clock::now();
  Input input;
  if (flags.data.empty()) {
    input.graph = graph_of(flags, kNodesOfGraph, input.table.ids);
    input.table.points.n = input.graph->nodes;
  } else {
    input.table = read_table(flags);
  }
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
  if (!flags.ids.empty()) input.table.ids = lines_for(flags.ids, flags, input.table);
  if (!flags.texts.empty())
    input.table.texts.insert(input.table.texts.begin(),
                             {"text", lines_for(flags.texts, flags, input.table)});
  if (flags.noise && reference.empty()) {
    throw Error("--noise needs the known answer; give --reference or --label-column");
  }
  if (!flags.graph.empty() && !input.table.dropped.empty())
    throw Error(
        "--graph refers to rows by number, and --missing drop would renumber them; give mean or "
        "median");
  if (!flags.graph.empty() && !input.graph) input.graph = graph_of(flags, n, input.table.ids);
  input.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return input;
}

}  // namespace gnac::cli
