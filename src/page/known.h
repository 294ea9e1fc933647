#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "gnac/explain.h"
#include "gnac/page.h"
#include "page/pack.h"

// The table, ids and texts by which people know the points.
namespace gnac::detail {

/// As many columns as there is room for: numbers in 16 bits, categories in 8. Returns their names
/// and ranges or values, numbers first.
nlohmann::json add_columns(const ExplainData& table, std::span<const PageFill> filled,
                           PageArrays& arrays);

/// Cells as they were written, texts and the numbers of rows, as far as there is room.
void add_rows(const PageExtras& extras, std::int64_t n, nlohmann::json& facts, PageArrays& arrays);

/// The clusters in words.
nlohmann::json stories_json(std::span<const ClusterStory> stories);

}  // namespace gnac::detail
