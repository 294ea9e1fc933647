#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

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

/// Declare the flag of each of these rows of option_table(), grouped as the table has them; those
/// in `from_rule` default to what the rule was trained with. `flags` must live as long as `app`.
void add_option_flags(CLI::App& app, OptionFlags& flags,
                      const std::vector<const OptionInfo*>& settable,
                      const std::set<std::string_view>& from_rule = {});

/// Every row of option_table(), and those that a rule which is trained already leaves to choose.
std::vector<const OptionInfo*> fit_options();
std::vector<const OptionInfo*> deploy_options();

}  // namespace gnac::cli
