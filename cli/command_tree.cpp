#include "command_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "gnac/error.h"
#include "options/option_text.h"
#include "support/utf8.h"

namespace gnac::cli {

using namespace detail;

std::string command_name(const CLI::App& at) {
  if (at.get_parent() == nullptr) return at.get_name();
  return command_name(*at.get_parent()) + " " + at.get_name();
}

std::vector<const CLI::App*> all_commands(const CLI::App& root) {
  std::vector<const CLI::App*> found{&root};
  for (const CLI::App* command : root.get_subcommands({})) {
    const auto below = all_commands(*command);
    found.insert(found.end(), below.begin(), below.end());
  }
  return found;
}

const CLI::App& command_at(const CLI::App& root, const std::vector<std::string>& words) {
  const CLI::App* at = &root;
  for (const std::string& word : words) {
    const auto commands = at->get_subcommands({});
    const auto next = std::ranges::find(commands, word, &CLI::App::get_name);
    if (next == commands.end()) throw Error(unknown_word(*at, word));
    at = *next;
  }
  return *at;
}

std::vector<std::string> flags_of(const CLI::Option& option) {
  std::vector<std::string> flags;
  for (const std::string& name : option.get_snames()) flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flags.push_back("--" + name);
  return flags;
}

std::string signature_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  const std::string flags = fmt::format("{}", fmt::join(flags_of(option), ", "));
  return takes_value(option) ? flags + " " + option.get_option_text() : flags;
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

bool is_counted(const CLI::Option& option) {
  return !takes_value(option) &&
         option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
}

std::string unknown_word(const CLI::App& at, const std::string& word) {
  const bool flag = word.starts_with("-");
  const std::string shown = word.substr(0, word.find('='));
  std::vector<std::string> names;
  if (flag) {
    for (const CLI::Option* option : at.get_options()) {
      // "-K" and "--k" for "-k".
      for (const std::string& name : option->get_snames()) {
        if (shown == "--" + name ||
            detail::lower(shown.substr(shown.find_last_of('-') + 1)) == name)
          return fmt::format("there is no option '{}'; did you mean '-{}'?", shown, name);
      }
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else {
    for (const CLI::App* command : at.get_subcommands({})) names.push_back(command->get_name());
  }
  if (std::ranges::find(names, "fit") != names.end() && std::filesystem::is_regular_file(word))
    return fmt::format("'{0}' is a file and not a command; did you mean '{1} fit {0}'?", word,
                       command_name(at));
  if (names.empty()) return fmt::format("'{}' is not expected after '{}'", word, command_name(at));
  const std::vector<std::string_view> known(names.begin(), names.end());
  return fmt::format("there is no {} '{}'; {}", flag ? "option" : "command", shown,
                     suggestion(shown, known, fmt::format("see '{} --help'", command_name(at))));
}

}  // namespace gnac::cli
