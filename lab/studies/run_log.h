#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "studies/run_record.h"
#include "support/descriptor.h"

namespace gnac::detail {

/// The runs of a file of JSON lines, in its order; also gzipped. Lines that are not runs (they
/// begin with {"session") are skipped. Throws Error naming file and line for one that cannot be
/// read; a last line that a killed program left incomplete is dropped.
std::vector<RunRecord> read_runs(const std::string& path);

/// The same from bytes; `name` is for messages.
std::vector<RunRecord> parse_runs(std::string_view bytes, const std::string& name);

/// A file of JSON lines to which finished runs are added; gzipped if it already is, or if it is new
/// and its name ends in .gz. The program may be killed at any moment: what was appended stays, and
/// whoever opens the file next drops an incomplete last line. A lock on the file, which ends with
/// the process, keeps out other writers.
class RunLog {
 public:
  /// Opens or creates the file. Throws Error if it cannot, or if another process is writing to it.
  explicit RunLog(const std::string& path);

  bool contains(const RunRecord& run) const { return finished_.contains(key_of(run)); }

  /// Add runs; they are on the disk when this returns. Not from two threads at once.
  void append(std::span<const RunRecord> runs);

  /// Record the circumstances of the following runs: `json` is an object.
  void append_session(const std::string& json);

 private:
  void write(const std::string& lines);

  std::string path_;
  Descriptor file_;
  bool packed_ = false;  ///< gzip: each append is a member of its own
  std::unordered_set<std::string> finished_;
};

}  // namespace gnac::detail
