#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "methods/method.h"
#include "studies/jobs.h"
#include "studies/tasks.h"

namespace gnac::detail {

/// The paper's algorithm seeds: 7, 17, …, 97.
std::vector<std::uint64_t> paper_seeds();

/// The paper's eleven methods, G-NAC first.
std::vector<std::string> paper_methods();

struct BenchmarkPlan {
  std::vector<std::shared_ptr<const StudyData>> tasks;
  std::vector<std::string> methods = paper_methods();
  std::vector<std::uint64_t> seeds = paper_seeds();
  MethodOptions options = published_options();  ///< of every method
  bool keep_labels = false;                     ///< in the log, for export
};

/// Tasks × methods × seeds. Deterministic methods run once, under seed 0. One training of G-NAC
/// serves every K of a data set.
std::vector<Job> benchmark_jobs(const BenchmarkPlan& plan);

}  // namespace gnac::detail
