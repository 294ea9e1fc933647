#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

// Options from a file: --config FILE, and --print-config to make one.
namespace gnac::cli {

void add_config_flags(CLI::App& command);

/// The arguments, with the settings of --config inserted after the command unless the command line
/// has them itself. Throws Error for a file that cannot be read and for a key that is not an option
/// of the command.
std::vector<std::string> with_config(const CLI::App& root, std::vector<std::string> args);

/// Was --print-config given?
bool wants_config(const CLI::App& command);

/// A config file with the options of this command line.
std::string config_text(const CLI::App& command);

}  // namespace gnac::cli
