#pragma once

#include <nlohmann/json.hpp>

#include "methods/method.h"

// JSON that several commands write.
namespace gnac::cli {

using namespace detail;

/// null for a number that is not finite, which JSON cannot express.
nlohmann::ordered_json json_number(double value);

/// The value of an option of a method: a number, or the word of a choice.
nlohmann::ordered_json option_value_json(const MethodOptions& options, const MethodOption& option);

/// Every option of a method, as used.
nlohmann::ordered_json method_options_json(const MethodInfo& method, const MethodOptions& options);

}  // namespace gnac::cli
