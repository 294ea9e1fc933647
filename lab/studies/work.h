#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/model.h"
#include "methods/method.h"
#include "model/fit.h"
#include "studies/jobs.h"
#include "studies/readouts.h"
#include "studies/tasks.h"

// Building blocks of the studies.
namespace gnac::detail {

/// Is this an option of the published method, which the studies run, that changes its answer? Not
/// seed, threads and memory limit; the studies scale the points and choose rule, readout and K.
bool is_of_studies(const OptionInfo& info);

/// Those options with their values.
std::string settings_text(const Options& options);

/// Every option of a method of study_methods().
std::string settings_text(const MethodInfo& method, const MethodOptions& options);

/// A run still to be done for each K of a data set.
std::vector<RunRecord> runs_of(const StudyData& data, std::string_view study,
                               std::string_view method, std::uint64_t seed,
                               const std::string& settings);

/// Seconds since it was made.
class Stopwatch {
 public:
  Stopwatch();
  double seconds() const;

 private:
  std::chrono::steady_clock::time_point start_;
};

/// Put scores, seconds and, if requested, labels into a run.
void fill_run(RunRecord& run, const StudyData& data, std::span<const std::int32_t> labels,
              double seconds, bool keep_labels);

/// The readout for each K of `todo`: partition, score, fill in. The time of a run is
/// `shared_seconds` plus its own readout.
void read_out(std::span<RunRecord> todo, const StudyData& data, const ReadoutSource& source,
              double shared_seconds, Team& team, bool keep_labels = false);

/// The same from a fit, with T* and the loss.
void read_out(std::span<RunRecord> todo, const StudyData& data, const Model& model, Team& team,
              ControlReadout readout = ControlReadout::per_component, bool keep_labels = false);

/// Rough seconds on one core of G-NAC, or of another method, on n points.
double gnac_cost(std::int64_t n, const Options& options);
double method_cost(std::string_view method, std::int64_t n);

}  // namespace gnac::detail
