#pragma once

#include <CLI/App.hpp>
#include <string>

namespace gnac::cli {

/// The manual page of a command in roff, made from the same declarations as its --help.
std::string manual_page(const CLI::App& command);

/// "gnac-fit", under which man finds it.
std::string manual_name(const CLI::App& command);

}  // namespace gnac::cli
