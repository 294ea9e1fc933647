#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

// The program's commands as CLI11 knows them, from which help, manual pages and shell completion
// are made.
namespace gnac::cli {

/// "gnac", "gnac fit" or "gnac-lab study report".
std::string command_name(const CLI::App& at);

/// `root` and every command below it, parents first.
std::vector<const CLI::App*> all_commands(const CLI::App& root);

/// The command that `words` lead to from `root`; throws Error for an unknown word.
const CLI::App& command_at(const CLI::App& root, const std::vector<std::string>& words);

/// How an option is written: "-k", "--clusters".
std::vector<std::string> flags_of(const CLI::Option& option);

/// "-k, --clusters INT", or the name of an argument.
std::string signature_of(const CLI::Option& option);

bool takes_value(const CLI::Option& option);

/// A flag that counts how often it is given, like -vv.
bool is_counted(const CLI::Option& option);

/// One sentence for a word on the command line that nothing declared.
std::string unknown_word(const CLI::App& at, const std::string& word);

}  // namespace gnac::cli
