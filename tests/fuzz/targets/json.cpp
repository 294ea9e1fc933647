#include <nlohmann/json.hpp>

#include "gnac/error.h"
#include "io/json_text.h"
#include "targets.h"

/// Within the usual limits and within narrow ones, which short texts exceed.
void gnac::detail::fuzz::fuzz_json(std::string_view bytes) {
  nlohmann::json narrow;
  nlohmann::json found;
  nlohmann::json again;
  if (parse_json(bytes, narrow, {.depth = 2, .values = 4}).empty())
    require(narrow.size() <= 4, "there are more values than the limit");
  const std::string problem = parse_json(bytes, found);
  if (!problem.empty()) throw Error(problem);
  require(parse_json(found.dump(), again).empty() && again == found, "JSON does not read back");
}
