#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

// Options from a file: --config FILE, and --print-config to make one.
namespace gnac::cli {

/// A key of a config file with its values as text.
struct Setting {
  std::string key;
  std::vector<std::string> values;
};

/// What the bytes of a file say to a command: its keys at the top and those in the section of its
/// name. The end of `path` says how they are written, .json or else TOML. Throws Error for bytes
/// that are neither.
std::vector<Setting> parse_settings(std::string_view bytes, const std::string& path,
                                    const std::string& command);

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
