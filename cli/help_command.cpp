// gnac help, which lists every option, and gnac version.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command_tree.h"
#include "commands.h"
#include "gnac/version.h"
#include "manual.h"
#include "output.h"
#include "support/files.h"

namespace gnac::cli {

using namespace detail;
namespace {

struct HelpFlags {
  std::vector<std::string> words;  ///< of the command; none: the program
  std::string manual;              ///< folder for manual pages
};

void write_manual(const CLI::App& root, const std::string& folder) {
  std::vector<std::pair<std::string, std::string>> pages;
  for (const CLI::App* command : all_commands(root))
    pages.emplace_back(folder + "/" + manual_name(*command) + ".1", manual_page(*command));
  write_files({pages.begin(), pages.end()});
}

void help(const CLI::App& root, const HelpFlags& flags) {
  if (!flags.manual.empty()) return write_manual(root, flags.manual);
  const CLI::App& command = command_at(root, flags.words);
  write_stdout(
      command.get_formatter()->make_help(&command, command_name(command), CLI::AppFormatMode::All));
}

}  // namespace

Action add_help(CLI::App& app) {
  auto flags = std::make_shared<HelpFlags>();
  app.add_option("COMMAND", flags->words, "the command to explain [the whole program]")
      ->option_text(" ");
  app.add_option("--man", flags->manual, "write the manual pages of all commands to this folder")
      ->option_text("DIR");
  const CLI::App* root = app.get_parent();
  return [root, flags] { help(*root, *flags); };
}

Action add_version(CLI::App& app) {
  const CLI::App* root = app.get_parent();
  return [root] { write_stdout(fmt::format("{} {}\n", command_name(*root), version())); };
}

}  // namespace gnac::cli
