#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gnac {

/// One whole number per line (blank lines at the end ignored), also gzipped; "-" is standard input.
std::vector<std::int32_t> read_labels(const std::string& path);

/// One label per line with '\n', each plus `base` (0, or 1 for one-based).
std::string labels_text(std::span<const std::int32_t> labels, std::int32_t base = 0);

}  // namespace gnac
