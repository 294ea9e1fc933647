#include "json.h"

#include <cmath>
#include <string>

namespace gnac::cli {

using Json = nlohmann::ordered_json;

Json json_number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json option_value_json(const MethodOptions& options, const MethodOption& option) {
  const double value = option.get(options);
  if (!option.choices.empty()) return std::string(option.choices[static_cast<std::size_t>(value)]);
  if (option.whole) return static_cast<std::int64_t>(value);
  return value;
}

Json method_options_json(const MethodInfo& method, const MethodOptions& options) {
  Json json = Json::object();
  for (const MethodOption& option : method.options)
    json[std::string(option.name)] = option_value_json(options, option);
  return json;
}

}  // namespace gnac::cli
