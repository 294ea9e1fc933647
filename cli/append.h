#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gnac::cli {

/// The text tables at `paths` joined, each row exactly as in its file, with one more column, called
/// cluster, or cluster_2 and so on if they have that already. Rows of `dropped` (counted from 0
/// without headers) have no label and get an empty field; the first cluster is `base`. JSON lines
/// get one more member or value each. Throws Error for a file that is not a text table or has
/// changed since it was read, and for tables that differ in form.
std::string appended_table(const std::vector<std::string>& paths,
                           std::span<const std::int32_t> labels,
                           std::span<const std::int64_t> dropped, std::int32_t base);

}  // namespace gnac::cli
