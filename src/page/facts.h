#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "gnac/page.h"
#include "page/pack.h"
#include "page/views.h"

// Parts that every page has: each adds arrays and describes them in JSON.
namespace gnac::detail {

/// The names of the columns: the caller's, else those that are known, else x0, x1, …. Throws Error
/// if there are too few or too many names, ids or reference labels.
std::vector<std::string> column_names(const PageExtras& extras, std::int64_t n, std::int64_t d,
                                      std::vector<std::string> known = {});

/// Places in 16 bits, dimension by dimension. The last `fresh` places of the view belong to
/// newcomers and get an array of their own.
nlohmann::json add_view(const PageView& view, PageArrays& arrays, std::int64_t fresh = 0);

/// Labels and ids of newcomers, if any.
void add_newcomers(const PageNewcomers& newcomers, nlohmann::json& facts, PageArrays& arrays);

/// As many columns as there is room for, in 16 bits, in the caller's units.
nlohmann::json add_columns(PointsView points, const InputScaling& scaling,
                           std::span<const std::string> names, PageArrays& arrays);

/// Ids and reference labels, if any.
void add_extras(const PageExtras& extras, nlohmann::json& facts, PageArrays& arrays);

}  // namespace gnac::detail
