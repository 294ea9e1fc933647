#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "page/pack.h"
#include "support/team.h"

namespace gnac::detail {

/// The HTML around what a page shows: styles and script of src/page/web, a content security policy
/// that lets these two run by their hashes and forbids every request, the facts as JSON and the
/// arrays.
std::string page_document(const nlohmann::json& facts, const PageArrays& arrays, Team& team);

/// JSON that is safe inside an element of HTML: without "<", and with valid UTF-8.
std::string json_for_html(const nlohmann::json& value);

}  // namespace gnac::detail
