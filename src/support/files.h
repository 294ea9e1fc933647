#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gnac {

/// Write files so that they appear whole or not at all: each goes to a temporary name beside its
/// place and is renamed after it reached the disk; on any failure none of them is left behind.
/// Throws Error naming the file and the reason.
void write_files(const std::vector<std::pair<std::string, std::string_view>>& path_and_bytes);

}  // namespace gnac
