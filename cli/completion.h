#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace gnac::cli {

/// A shell that completes commands, flags and their values from a script.
struct Shell {
  const char* name;
  const char* install;  ///< one line that installs the script of the program {0}
  std::string (*script)(const CLI::App& root);
};

const std::vector<Shell>& shell_table();

}  // namespace gnac::cli
