// Partitions in the layout of the ClustBench results.
#include "studies/result_files.h"
#include "targets.h"

void gnac::detail::fuzz::fuzz_results(std::string_view bytes) {
  constexpr int kClusters = 3;
  constexpr std::int64_t kRows = 4;
  const ResultColumns found = parse_results(bytes, "input", kClusters, kRows);
  require(found.names.size() == found.labels.size(), "a column has no name");
  for (const auto& labels : found.labels) {
    require(std::ssize(labels) == kRows, "labels are not one per row");
    for (const std::int32_t label : labels)
      require(label >= 0 && label < kClusters, "a label is none of the clusters");
  }
}
