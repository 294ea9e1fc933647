#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "methods/method.h"
#include "studies/jobs.h"

namespace gnac::detail {

struct TransferPlan {
  std::vector<std::string> families{"gaussian-mixture", "noisy-blobs"};
  int pairs = 10;                ///< independent source–target pairs per family
  std::int64_t target = 100000;  ///< points of the target, and of the complete source
  std::vector<std::int64_t> sources{1000, 2000, 5000, 10000, 20000, 50000, 100000};
  std::vector<std::uint64_t> seeds{7, 17, 27};  ///< of training
  MethodOptions options = published_options();
};

/// Rules trained on the first rows of a source, deployed without training. The runs of a pair, by
/// method: "self" (on the graph it was trained on), "within" (on the complete source), "target" (on
/// the independent target); and on the target the controls "direct" (trained there), "untrained",
/// "graph-only" (ranks of input distances) and "kmeans". `level` is the source size, 0 for
/// controls; `condition` names the pair.
std::vector<Job> transfer_jobs(const TransferPlan& plan);

}  // namespace gnac::detail
