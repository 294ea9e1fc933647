#include "input.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/graph_file.h"
#include "data/labels.h"
#include "gnac/error.h"
#include "gnac/model.h"
#include "options/option_text.h"

namespace gnac::cli {
namespace {

int parse_clusters(const std::string& text, bool may_be_chosen) {
  if (text == "auto" && may_be_chosen) return kChooseClusters;
  int clusters = 0;
  if (parse_number(text, clusters) && clusters >= 1) return clusters;
  throw Error(fmt::format("-k cannot be '{}'; give a whole number of clusters from 1{}", text,
                          may_be_chosen ? ", or leave it out to have it chosen" : ""));
}

}  // namespace

void add_input_flags(CLI::App& app, InputFlags& flags, int& clusters, bool chosen_if_absent) {
  const char* group = "Input";
  app.add_option("DATA", flags.data,
                 "points: CSV, TSV, whitespace text or .npy, also gzipped; - for standard input")
      ->option_text(" ")
      ->required();
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
  app.add_option("--columns", flags.columns.columns,
                 "features to use, by header or number from 0: a,b,c [all]")
      ->delimiter(',')
      ->option_text("LIST")
      ->group(group);
  app.add_option("--id-column", flags.columns.id_column,
                 "not a feature: written beside each label, as id,label")
      ->option_text("NAME")
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

void add_graph_flag(CLI::App& app, InputFlags& flags) {
  app.add_option("--graph", flags.graph,
                 "edge list or MatrixMarket file to use instead of nearest neighbours")
      ->option_text("FILE")
      ->group("Input");
}

void check_graph_flags(const InputFlags& flags, const OptionFlags& options) {
  if (flags.graph.empty() || !options.has("neighbors")) return;
  throw Error("--graph already names the neighbours, so --neighbors changes nothing; drop one");
}

void check_spread(const InputFlags& flags, PointsView points, ScaleMode mode) {
  if (mode == ScaleMode::none) return;
  const auto first = points.row(0);
  for (std::int64_t i = 1; i < points.n; ++i) {
    if (!std::equal(first.begin(), first.end(), points.row(i).begin())) return;
  }
  throw Error(
      fmt::format("every column of {} is constant, so there is no scale to divide by; give --scale "
                  "none to cluster equal points all the same",
                  flags.data));
}

Input read_input(const InputFlags& flags, int clusters) {
  if ((flags.data == "-") + (flags.graph == "-") + (flags.reference == "-") > 1) {
    throw Error("standard input can be read once only; give the other input as a file");
  }
  if (!flags.reference.empty() && !flags.columns.label_column.empty()) {
    throw Error("--reference and --label-column both name the known answer; give one of them");
  }
  Input input{read_points(flags.data, flags.columns), {}};
  std::vector<std::int32_t>& reference = input.table.labels;
  const std::int64_t n = input.table.points.n;
  if (n < 2) throw Error(fmt::format("{} has {} point; there must be at least 2", flags.data, n));
  if (clusters != kChooseClusters && (clusters < 1 || clusters > n)) {
    throw Error(fmt::format("{} points cannot make {} clusters; ask for 1 to {}", n, clusters, n));
  }
  if (!flags.reference.empty()) {
    reference = read_labels(flags.reference);
    if (static_cast<std::int64_t>(reference.size()) != n) {
      throw Error(
          fmt::format("{} has {} labels but {} has {} points; they must describe the same rows",
                      flags.reference, reference.size(), flags.data, n));
    }
  }
  if (flags.noise && reference.empty()) {
    throw Error("--noise needs the known answer; give --reference or --label-column");
  }
  if (!flags.graph.empty()) input.graph = read_graph(flags.graph, n);
  return input;
}

}  // namespace gnac::cli
