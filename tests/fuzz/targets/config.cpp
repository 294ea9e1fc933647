// A config file, .toml or .json; and values that go into one and come back.
#include "cli/config_file.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "targets.h"

namespace gnac::detail::fuzz {

void fuzz_config(std::string_view bytes) {
  if (bytes.empty()) return;
  const int choice = bytes[0];
  bytes.remove_prefix(1);
  if (choice != 'w') {
    cli::parse_settings(bytes, choice == 'j' ? "input.json" : "input.toml", "fit");
    return;
  }
  // The values are the lines.
  std::vector<std::string> lines;
  std::vector<std::string> args;
  while (!bytes.empty() && lines.size() < 5) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    lines.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  if (lines.empty()) return;
  for (const std::string& line : lines) {  // what CLI11 makes something else of
    if (std::ranges::any_of(line, [](char c) { return c < ' ' || c == '\'' || c == '\\'; })) return;
  }
  for (const std::string& line : lines) args.push_back("--many=" + line);
  std::reverse(args.begin(), args.end());  // as CLI11 takes them
  CLI::App app("", "fit");
  std::vector<std::string> given;
  app.add_option("--many", given);
  try {
    app.parse(args);
  } catch (const CLI::Error&) {  // no command line says such a thing
    return;
  }
  const auto settings = cli::parse_settings(cli::config_text(app), "again.toml", "fit");
  require(settings.size() == 1 && settings[0].key == "many" && settings[0].values == given,
          "a config file does not read back");
}

}  // namespace gnac::detail::fuzz
