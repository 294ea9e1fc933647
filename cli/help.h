#pragma once

#include <CLI/App.hpp>

namespace gnac::cli {

/// Options that few users need. --help only says that they exist; gnac help and the manual list
/// them.
inline constexpr const char* kRareGroup = "Rules trained on the points (--preset paper)";

/// -h, --help and the layout of their text, for this app and the subcommands added afterwards. The
/// mode All also lists kRareGroup.
void set_help_style(CLI::App& app);

}  // namespace gnac::cli
