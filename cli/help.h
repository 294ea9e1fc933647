#pragma once

#include <CLI/App.hpp>

namespace gnac::cli {

/// How `gnac --help` and `gnac COMMAND --help` look.
void set_help_style(CLI::App& app);

}  // namespace gnac::cli
