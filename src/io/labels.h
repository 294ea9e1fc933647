#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gnac::detail {

/// One label per line (blank lines at the end ignored), a table with a column named label or
/// cluster, or a .npy vector, also gzipped; "-" is standard input. Whole numbers stay as they are,
/// names are numbered from 0 by first appearance. Throws Error naming file and row.
std::vector<std::int32_t> read_labels(const std::string& path);

/// The same from (gunzipped) bytes; `name` is for messages.
std::vector<std::int32_t> parse_labels(std::string_view bytes, const std::string& name);

/// The lines of a text file, also gzipped; "-" is standard input. An empty last line does not
/// count.
std::vector<std::string> read_lines(const std::string& path);

/// One label per line with '\n', each plus `base` (0, or 1 for one-based); noise stays -1.
std::string labels_text(std::span<const std::int32_t> labels, std::int32_t base = 0);

}  // namespace gnac::detail
