#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gnac::detail {

/// The seed of a run whose answer does not depend on one.
inline constexpr std::uint64_t kNoSeed = 0;

/// One finished piece of a study or, while it has no values, one that remains to be done. All
/// fields but the last two identify it; equal ones are the same run and give the same values (times
/// aside).
struct RunRecord {
  std::string study;      ///< "benchmark", "robustness", …
  std::string subject;    ///< what was clustered: "fcps/hepta", "noisy-blobs"
  int clusters = 0;       ///< K
  std::string method;     ///< a method, a variant of it, or an arm of the study
  std::string condition;  ///< what was done to the subject, e.g. "rewire"; "" for nothing
  double level = 0;       ///< how much of it, or a size
  std::uint64_t seed = kNoSeed;
  std::string settings;  ///< every option that can change the answer, "name=value …"

  std::map<std::string, double> values;  ///< e.g. ari, seconds
  std::vector<std::int32_t> labels;      ///< 0..K-1, if requested

  /// NaN for a value that the run does not have.
  double value(std::string_view name) const;
};

/// A key that is equal for equal runs.
std::string key_of(const RunRecord& run);

/// One line of JSON without the line break.
std::string to_json_line(const RunRecord& run);

/// The reverse; throws Error with the reason if the text is not such a line.
RunRecord from_json_line(std::string_view line);

}  // namespace gnac::detail
