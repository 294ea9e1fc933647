#pragma once

#include <string>

#include "methods/method.h"

// Methods as the command line and the progress line know them.
namespace gnac::cli {

using namespace detail;

/// "NAME=VALUE" for one method; throws Error that names what is accepted.
void set_option_text(MethodOptions& options, const MethodInfo& method, const std::string& text);

/// "METHOD.NAME=VALUE".
void set_named_option(MethodOptions& options, const std::string& text);

/// Does the method say which stage it is at? The others only say how far they are, or nothing.
bool has_stages(const MethodInfo& method);

}  // namespace gnac::cli
