#include <nlohmann/json.hpp>

#include "data/json_text.h"
#include "gnac/error.h"
#include "targets.h"

/// Within the usual limits and within narrow ones, which short texts exceed.
void gnac::detail::fuzz::fuzz_json(std::string_view bytes) {
  try {
    const nlohmann::json found = parse_json(bytes, {.depth = 2, .values = 4});
    require(found.size() <= 4, "there are more values than the limit");
  } catch (const Error&) {
  }
  const nlohmann::json found = parse_json(bytes);
  require(parse_json(found.dump()) == found, "JSON does not read back");
}
