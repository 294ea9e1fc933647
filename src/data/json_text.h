#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace gnac::detail {

/// What foreign JSON may be at most.
struct JsonLimits {
  int depth = 4;                              ///< brackets within brackets
  std::size_t values = std::size_t{1} << 18;  ///< numbers, texts and names in all
};

/// Parse JSON that anybody may have written. Throws Error, to follow "it" or "its header", for what
/// is not JSON, exceeds the limits, or names a member twice, which a plain parser silently
/// resolves.
nlohmann::json parse_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace gnac::detail
