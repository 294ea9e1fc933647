#include "gnac/options.h"

#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "option_flags.h"
#include "output.h"

namespace gnac::cli {
namespace {

std::string options_table() {
  std::string text;
  std::string_view group;
  for (const OptionInfo& info : option_table()) {
    if (info.group != group) text += fmt::format("{}{}:\n", group.empty() ? "" : "\n", info.group);
    group = info.group;
    text += fmt::format("  {:<22} {:<8} {:<8} {}\n", flag_of(info), option_text(Options{}, info),
                        info.symbol, info.help);
  }
  return text;
}

std::string options_markdown() {
  std::string text = "# Options of the method\n\nMade by `gnac options --markdown`; do not edit.\n";
  std::string_view group;
  for (const OptionInfo& info : option_table()) {
    if (info.group != group) {
      text += fmt::format("\n## {}\n\n| flag | symbol | default | meaning |\n|---|---|---|---|\n",
                          info.group);
    }
    group = info.group;
    std::string symbol(info.symbol);
    for (std::size_t at = 0; (at = symbol.find('|', at)) != std::string::npos; at += 2) {
      symbol.insert(at, "\\");
    }
    text += fmt::format("| `{}` | {} | {} | {} |\n", flag_of(info), symbol,
                        option_text(Options{}, info), info.help);
  }
  return text;
}

}  // namespace

Action add_options(CLI::App& app) {
  auto markdown = std::make_shared<bool>(false);
  app.add_flag("--markdown", *markdown, "print docs/options.md");
  return [markdown] { write_stdout(*markdown ? options_markdown() : options_table()); };
}

}  // namespace gnac::cli
