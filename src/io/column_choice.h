#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "io/column_facts.h"
#include "io/columns.h"

namespace gnac::detail {

/// Values that grow from row to row are no accident if there are at least this many.
inline constexpr std::int64_t kSeveralRows = 10;

/// Does a name say that the column is an id, a known answer or a code, so that its numbers are
/// none?
bool is_special_name(std::string_view name);

/// The kind and the use of each column of a table, from its cells and its name. `header` is
/// empty without names; `semicolons`: those separate the fields, as in files whose decimal sign is
/// a comma. Throws Error if no feature is left.
TableRecipe choose_columns(std::span<const ColumnFacts> facts, std::span<const std::string> header,
                           const AskedColumns& asked, const ReadOptions& options, bool semicolons,
                           const std::string& name);

/// Every column that `asked` does not use otherwise is a feature of plain numbers.
TableRecipe plain_columns(std::span<const std::string> header, std::size_t count,
                          const AskedColumns& asked, const ReadOptions& options,
                          const std::string& name);

}  // namespace gnac::detail
