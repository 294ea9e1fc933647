#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gnac::cli {

/// The text tables at `paths` joined, each row as it stands there, with one more column, cluster.
/// Rows of `dropped` (counted from 0 without headers) have no label and get an empty field; the
/// first cluster is `base`. Of JSON lines, each gets one more member or value. Throws Error for a
/// file that is no text table or that changed since it was read, and for tables that are not
/// written alike.
std::string appended_table(const std::vector<std::string>& paths,
                           std::span<const std::int32_t> labels,
                           std::span<const std::int64_t> dropped, std::int32_t base);

}  // namespace gnac::cli
