#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
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
/// newcomers and get an array of their own. Codes of a `rough` view have 12 bits, which pack
/// better.
nlohmann::json add_view(const PageView& view, PageArrays& arrays, std::int64_t fresh = 0,
                        bool rough = false);

/// Labels and ids of newcomers, if any.
void add_newcomers(const PageNewcomers& newcomers, nlohmann::json& facts, PageArrays& arrays);

/// Throws Error if there is neither one for each nor none.
void require_length(std::size_t found, std::int64_t wanted, const char* what, const char* of);

/// Ids and reference labels, if any.
void add_extras(const PageExtras& extras, nlohmann::json& facts, PageArrays& arrays);

}  // namespace gnac::detail
