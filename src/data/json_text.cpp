#include "data/json_text.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "data/text.h"
#include "gnac/error.h"

namespace gnac::detail {

nlohmann::json parse_json(std::string_view text, const JsonLimits& limits) {
  using nlohmann::json;
  using Event = json::parse_event_t;
  std::vector<std::set<std::string>> open;
  std::size_t values = 0;
  // Called before the parser allocates memory for what it found.
  const auto watch = [&](int depth, Event event, json& value) {
    if (event == Event::object_start || event == Event::array_start) {
      if (depth >= limits.depth)
        throw Error("is nested more than " + std::to_string(limits.depth) + " levels deep");
    }
    if (event == Event::object_start) open.emplace_back();
    if (event == Event::object_end) open.pop_back();
    if (event == Event::key && !open.back().insert(value.get<std::string>()).second)
      throw Error("names " + cite(value.get<std::string>()) + " twice");
    if (++values > 2 * limits.values)
      throw Error("has more than " + std::to_string(limits.values) + " values");
    return true;
  };
  try {
    return json::parse(text, watch);
  } catch (const json::exception&) {
    throw Error("is not valid JSON");
  }
}

}  // namespace gnac::detail
