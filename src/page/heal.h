#pragma once

#include <nlohmann/json.hpp>

#include "gnac/model.h"
#include "page/pack.h"

namespace gnac::detail {

/// The data with which the page runs the rule itself: the rule's file and the exact points. If it
/// cannot:
/// {"off": why}.
nlohmann::json add_heal(const Model& model, PageArrays& arrays);

}  // namespace gnac::detail
