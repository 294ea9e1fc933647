#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "gnac/methods.h"
#include "support/team.h"

namespace gnac::detail {

/// method_table() and the methods of the paper's table that nobody but a study runs, with the
/// settings of the paper: DEC, IDEC and a self-organising map.
std::span<const MethodInfo> study_methods();

/// The row for a name; throws Error naming the closest known.
const MethodInfo& study_method(std::string_view name);

}  // namespace gnac::detail
