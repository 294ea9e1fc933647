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

/// The settings for a command in the bytes of a file: the keys at the top and those in the section
/// named after the command. The format is JSON if `path` ends in .json, otherwise TOML. Throws
/// Error for bytes that are not in that format.
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
