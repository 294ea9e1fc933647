#pragma once

#include <span>
#include <string_view>

// Fuzz targets. Each takes any bytes; the library may refuse them with gnac::Error, and what it
// accepts must have the properties that the target checks. Anything else (another exception, a
// violated property, a sanitizer's report) is a finding.
namespace gnac::detail::fuzz {

struct Target {
  std::string_view name;  ///< also of its folder in corpus/ and its file in dictionaries/
  void (*run)(std::string_view bytes);
};

std::span<const Target> targets();

}  // namespace gnac::detail::fuzz
