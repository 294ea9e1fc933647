#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <set>
#include <string>

#include "gnac/options.h"

namespace gnac::cli {

/// Options of the method as the command line gave them.
struct OptionFlags {
  Options values;
  std::set<std::string, std::less<>> given;  ///< names of those that were set

  bool has(std::string_view name) const { return given.find(name) != given.end(); }
};

/// "--update-scale" for "update_scale".
std::string flag_of(const OptionInfo& info);

/// Declare the flag of every row of option_table() that `wanted` accepts, grouped as the table has
/// them. `flags` must live as long as `app`.
void add_option_flags(CLI::App& app, OptionFlags& flags,
                      const std::function<bool(const OptionInfo&)>& wanted);

}  // namespace gnac::cli
