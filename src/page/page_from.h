#pragma once

#include <string>

#include "gnac/page.h"

namespace gnac::detail {

struct FitByproducts;  // model/byproducts.h

/// page_html() of gnac/page.h with what the fit has computed already; empty byproducts are computed
/// again.
std::string page_html_from(const Model& model, const FitByproducts& byproducts,
                           const PageExtras& extras, const Observer& observer);

}  // namespace gnac::detail
