#pragma once

#include <CLI/App.hpp>

namespace gnac::cli {

/// The format of `gnac --help` and `gnac COMMAND --help`.
void set_help_style(CLI::App& app);

}  // namespace gnac::cli
