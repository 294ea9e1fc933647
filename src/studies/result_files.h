#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "studies/run.h"
#include "studies/tasks.h"

// Partitions in the layout of the ClustBench results: battery/dataset.resultK.gz, a gzipped CSV
// file with one column per run under a header of names, labels 1..K. A seed follows the name of a
// method after '@', e.g. "kmeans@7".
namespace gnac::detail {

/// The files, by path below a folder, of those benchmark runs that kept their labels. Throws Error
/// if none did.
std::vector<std::pair<std::string, std::string>> export_results(std::span<const RunRecord> runs);

/// Scored runs of the benchmark study from the files below `folder` that belong to these tasks.
/// `group`, if not empty, is put before the names of the methods, "group/name". Throws Error naming
/// file, row and column if something cannot be a partition into K clusters, and if there is no file
/// for any of the tasks.
std::vector<RunRecord> import_results(const std::string& folder,
                                      std::span<const std::shared_ptr<const StudyData>> tasks,
                                      const std::string& group);

}  // namespace gnac::detail
