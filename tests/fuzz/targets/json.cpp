#include <nlohmann/json.hpp>

#include "data/json_text.h"
#include "targets.h"

void gnac::detail::fuzz::fuzz_json(std::string_view bytes) {
  const nlohmann::json found = parse_json(bytes);
  require(parse_json(found.dump()) == found, "JSON does not read back");
}
