// The records of a study, one line of JSON each, plain or packed.
#include "studies/run_log.h"
#include "targets.h"

void gnac::detail::fuzz::fuzz_log(std::string_view bytes) {
  for (const RunRecord& run : parse_runs(bytes, "input")) {
    const RunRecord again = from_json_line(to_json_line(run));
    require(key_of(again) == key_of(run) && again.labels == run.labels, "a run does not read back");
  }
}
