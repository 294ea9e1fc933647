#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace gnac::detail {

/// Limits on foreign JSON.
struct JsonLimits {
  int depth = 4;                              ///< brackets within brackets
  std::size_t values = std::size_t{1} << 18;  ///< numbers, texts, names and brackets in all
};

/// Parse untrusted JSON. Returns what is wrong with it, worded to follow "it" or "its header": it
/// is not JSON, exceeds the limits, or names a member twice, which parsers usually resolve
/// silently.
/// "" if nothing is, and only then is there a value.
[[nodiscard]] std::string parse_json(std::string_view text, nlohmann::json& value,
                                     const JsonLimits& limits = {});

}  // namespace gnac::detail
