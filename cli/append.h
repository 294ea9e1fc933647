#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gnac::cli {

/// The text table at `path`, each row as it stands there, with one more column, cluster. Rows of
/// `dropped` (counted from 0 without the header) have no label and get an empty field; the first
/// cluster is `base`. Throws Error for a file that is no text table or that changed since it was
/// read.
std::string appended_table(const std::string& path, std::span<const std::int32_t> labels,
                           std::span<const std::int64_t> dropped, std::int32_t base);

}  // namespace gnac::cli
