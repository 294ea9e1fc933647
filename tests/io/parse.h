#pragma once

#include <string>
#include <vector>

#include "io/read_points.h"
#include "message.h"

namespace gnac::detail {

using Values = std::vector<double>;
using Names = std::vector<std::string>;

/// The table in `text`, as if it were a file named f.
inline PointTable parse(const std::string& text, const ReadOptions& options = {}) {
  return parse_points(text, "f", options);
}

/// The sentence with which parse() refuses `text`.
inline std::string fails(const std::string& text, const ReadOptions& options = {}) {
  return message_of([&] { parse(text, options); });
}

}  // namespace gnac::detail
