#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "studies/run_record.h"
#include "studies/tasks.h"

// Partitions in the layout of the ClustBench results: battery/dataset.resultK.gz, a gzipped CSV
// file with one column per run under a header of names, labels 1..K. A seed follows the name of a
// method after '@', e.g. "kmeans@7".
namespace gnac::detail {

/// The files, by path below a folder, of those benchmark runs that kept their labels. A method that
/// was run with several settings has columns for each, named as in a report (studies/analysis.h).
/// Throws Error if no run kept its labels.
std::vector<std::pair<std::string, std::string>> export_results(std::span<const RunRecord> runs);

/// One such file.
struct ResultColumns {
  std::vector<std::string> names;
  std::vector<std::vector<std::int32_t>> labels;  ///< 0..K-1, one vector per name
};

/// The columns in (gunzipped) bytes; `name` is for messages. Throws Error naming row and column for
/// labels that cannot be a partition of this many points into K clusters.
ResultColumns parse_results(std::string_view text, const std::string& name, int clusters,
                            std::int64_t points);

/// Scored runs of the benchmark study from the files below `folder` that belong to these tasks.
/// `group`, if not empty, is put before the names of the methods, "group/name". Throws Error naming
/// file, row and column if something cannot be a partition into K clusters, and if there is no file
/// for any of the tasks.
std::vector<RunRecord> import_results(const std::string& folder,
                                      std::span<const std::shared_ptr<const StudyData>> tasks,
                                      const std::string& group);

}  // namespace gnac::detail
