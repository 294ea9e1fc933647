#include "manual.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "command_tree.h"
#include "gnac/version.h"

namespace gnac::cli {
namespace {

/// Text escaped so that roff shows it unchanged.
std::string roff(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    line_start = c == '\n';
  }
  return out;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string entry(std::string_view term, std::string_view text) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(term), roff(text));
}

std::string synopsis(const CLI::App& command) {
  std::string text = command_name(command) + " [options]";
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    std::string name = signature_of(*option);
    if (option->get_items_expected_max() > 1) name += "...";
    text += option->get_required() ? " " + name : " [" + name + "]";
  }
  return command.get_subcommands({}).empty() ? text : text + " COMMAND";
}

std::string arguments(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) text += entry(signature_of(*option), option->get_description());
  }
  return text.empty() ? "" : ".SH ARGUMENTS\n" + text;
}

std::string options(const CLI::App& command) {
  std::string text = ".SH OPTIONS\n";
  for (const std::string& group : command.get_groups()) {
    std::string entries;
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_group() == group && option->nonpositional())
        entries += entry(signature_of(*option), option->get_description());
    }
    if (entries.empty()) continue;
    if (group != "Options") text += fmt::format(".SS {}\n", roff(group));
    text += entries;
  }
  return text;
}

std::string commands(const CLI::App& command) {
  std::string text;
  for (const CLI::App* below : command.get_subcommands({}))
    text += entry(below->get_name(), below->get_description());
  return text.empty() ? "" : ".SH COMMANDS\n" + text;
}

std::string see_also(const CLI::App& command) {
  std::string text;
  for (const CLI::App* below : command.get_subcommands({}))
    text += fmt::format("{}.BR {} (1)", text.empty() ? "" : ",\n", roff(manual_name(*below)));
  if (text.empty()) text = fmt::format(".BR {} (1)", roff(manual_name(*command.get_parent())));
  return ".SH SEE ALSO\n" + text + "\n";
}

/// Lines that stay as they are.
std::string section(std::string_view title, std::string_view lines) {
  if (lines.empty()) return "";
  return fmt::format(".SH {}\n.nf\n{}\n.fi\n", title, roff(lines));
}

/// The text after the options: examples, then, after an empty line, anything else.
std::string footer(const CLI::App& command) {
  const std::string whole = command.get_footer();
  std::string_view text = whole;
  constexpr std::string_view kStart = "Examples:\n";
  if (!text.starts_with(kStart)) return section("NOTES", text);
  text.remove_prefix(kStart.size());
  const std::size_t end = std::min(text.find("\n\n"), text.size());
  const std::string_view rest = text.substr(std::min(end + 2, text.size()));
  return section("EXAMPLES", text.substr(0, end)) + section("NOTES", rest);
}

}  // namespace

std::string manual_name(const CLI::App& command) {
  std::string name = command_name(command);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string manual_page(const CLI::App& command) {
  std::string brief = command.get_description();
  std::replace(brief.begin(), brief.end(), '\n', ' ');
  return fmt::format(
             ".TH {} 1 \"\" \"gnac {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n"
             ".SH SYNOPSIS\n.B {}\n",
             roff(upper(manual_name(command))), version(), roff(manual_name(command)), roff(brief),
             roff(synopsis(command))) +
         arguments(command) + commands(command) + options(command) + footer(command) +
         see_also(command);
}

}  // namespace gnac::cli
