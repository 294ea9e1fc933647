#pragma once

#include <string>
#include <string_view>

#include "methods/method.h"

// Methods on the command line and in the progress line.
namespace gnac::cli {

using namespace detail;

/// "NAME=VALUE" for one method; throws Error naming what is accepted.
void set_option_text(MethodOptions& options, const MethodInfo& method, const std::string& text);

/// "METHOD.NAME=VALUE"; `find` knows the methods.
void set_named_option(MethodOptions& options, const std::string& text,
                      const MethodInfo& (*find)(std::string_view) = method_info);

/// The option of G-NAC that such a text sets; null if it is one of another method.
const OptionInfo* gnac_option(const std::string& text);

/// require_count() in the words of the command line.
void check_count(const MethodInfo& method, int clusters);

/// Does the method report its stage? The others only report how far they are, or nothing.
bool has_stages(const MethodInfo& method);

}  // namespace gnac::cli
