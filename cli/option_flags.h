#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gnac/options.h"

namespace gnac::cli {

/// Options of the method as the command line gave them, on top of a preset.
struct OptionFlags {
  std::string preset = "default";
  std::map<std::string, std::string, std::less<>> given;  ///< texts by name
  std::string rule_file;                                  ///< if --rule names a file

  bool has(std::string_view name) const { return given.find(name) != given.end(); }

  /// The preset with the given options on top, whatever their order on the command line. If epochs
  /// are given but burn-in is not, burn-in follows the epochs.
  Options values() const;
};

/// "--update-scale" for "update_scale".
std::string flag_of(const OptionInfo& info);

/// The library says "option max_steps", a user of the program --max-steps.
std::string in_flags_words(std::string message);

/// Throws Error on options that are out of range or contradict each other (validate), in the words
/// of the flags.
void check_values(const Options& options);

/// Throws Error for a flag that would be ignored in a fit into this many clusters (0: to be chosen)
/// by this kind of rule (require_use).
void check_use(const OptionFlags& flags, int clusters, bool published);

/// Declare --preset.
void add_preset_flag(CLI::App& app, OptionFlags& flags);

/// Declare the flags of these rows of option_table(). Those of trained rules form kRareGroup where
/// `from_rule`, the rows that default to the rule's own, is empty. `flags` must outlive `app`.
void add_option_flags(CLI::App& app, OptionFlags& flags,
                      const std::vector<const OptionInfo*>& settable,
                      const std::set<std::string_view>& from_rule = {});

/// Every row of option_table(); those that still matter for a trained rule; those of any method.
std::vector<const OptionInfo*> fit_options();
std::vector<const OptionInfo*> deploy_options();
std::vector<const OptionInfo*> run_options();

}  // namespace gnac::cli
