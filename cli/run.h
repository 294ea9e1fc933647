#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gnac/model.h"
#include "input.h"
#include "methods/method.h"

namespace gnac::cli {

/// The result of a method other than G-NAC.
struct OtherMethod {
  const MethodInfo* method = nullptr;
  MethodOptions options;
  std::vector<std::int32_t> labels;  ///< -1 for noise
  std::vector<Fact> facts;
  double seconds = 0;
  bool chosen = false;  ///< the method chose the number of clusters
};

/// Everything known at the end of a run of fit or deploy, for its files and its summary.
struct Run {
  std::string command;             ///< "fit" or "deploy"
  std::string data;                ///< where the points came from
  std::vector<std::string> files;  ///< the same, as they were named
  std::int64_t n = 0;
  std::int64_t d = 0;
  int clusters = 0;
  std::string scale;                        ///< how the points were scaled
  PointsView points;                        ///< as they were read; they live in the input
  std::vector<std::string> ids;             ///< one per point, or none
  std::vector<TextCells> texts;             ///< columns of text that are no features, for a page
  std::vector<std::string> words;           ///< the text column, or none
  std::vector<TextCells> cells;             ///< the table as it was written, for a page
  std::vector<std::int64_t> rows;           ///< of the points in it
  std::vector<FilledCell> gaps;             ///< values that were missing
  std::vector<std::string> columns;         ///< names of the columns, or none
  TableRecipe table;                        ///< how it was read
  std::vector<std::int32_t> reference;      ///< the known answer, or none
  std::vector<std::int64_t> dropped;        ///< rows of the file that are not points
  std::int32_t base = 0;                    ///< the number of the first cluster
  Options options;                          ///< as used
  std::vector<const OptionInfo*> settable;  ///< the options that the command has
  Model model;
  std::optional<OtherMethod> other;                  ///< set: the model is empty
  std::optional<std::vector<std::int32_t>> flagged;  ///< the labels with -1 for outliers
  double read_seconds = 0;
  std::optional<double> ari;  ///< against the known answer, if there is one

  /// The labels as they are written.
  const std::vector<std::int32_t>& labels() const {
    if (flagged) return *flagged;
    return other ? other->labels : model.labels();
  }
};

/// A run with everything known once the input is read.
Run begin_run(const char* command, const InputFlags& flags, const Input& input, int clusters);

/// ARI of the run's labels against the known answer, if there is one.
std::optional<double> reference_ari(const InputFlags& flags, const Input& input, const Run& run);

/// Points in each cluster.
std::vector<std::int64_t> cluster_sizes(const Run& run);

/// The number of threads of `options` on this machine.
int thread_count(const Options& options);

double seconds_since(std::chrono::steady_clock::time_point start);

}  // namespace gnac::cli
