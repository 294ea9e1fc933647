// Completion scripts, made from the same declarations as --help.
#include "completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "command_tree.h"
#include "methods/method.h"
#include "metrics/metric.h"
#include "option_flags.h"
#include "samples/generators.h"

namespace gnac::cli {

using namespace detail;
namespace {

using Words = std::vector<std::string>;

template <class Table>
Words names_in(const Table& table) {
  Words names;
  for (const auto& row : table) names.emplace_back(row.name);
  return names;
}

/// The values that this option or argument of a command can have, if they can be listed.
Words values_of(const CLI::App& command, const CLI::Option& option) {
  const std::string& name = option.get_single_name();
  if (option.get_positional()) {
    const std::string& own = command.get_name();
    if (own == "generate") return names_in(sample_table());
    if (own == "methods") return names_in(method_table());
    if (own == "completion") return names_in(shell_table());
    Words names;
    if (own == "help") {
      for (const CLI::App* other : command.get_parent()->get_subcommands({}))
        names.push_back(other->get_name());
    }
    return names;
  }
  if (name == "methods" || name == "method") return names_in(method_table());
  if (name == "metrics") return names_in(metric_table());
  if (name == "preset") return {"default", "paper"};
  for (const OptionInfo& info : option_table()) {
    if (flag_of(info) == "--" + name) return {info.choices.begin(), info.choices.end()};
  }
  return {};
}

struct FlagWords {
  Words flags;  ///< "-k", "--clusters"
  std::string help;
  bool value;    ///< a value must follow
  Words values;  ///< if they can be listed
};

/// The parts of a command that a shell completes.
struct Entry {
  const CLI::App* command;
  std::string place;             ///< "gnac-lab study report"
  Words words;                   ///< what may come there besides flags; empty: file names
  Words helps;                   ///< of the words, or empty
  std::vector<FlagWords> flags;  ///< as declared
};

std::vector<Entry> entries_of(const CLI::App& root) {
  std::vector<Entry> entries;
  for (const CLI::App* command : all_commands(root)) {
    Entry entry{command, command_name(*command), {}, {}, {}};
    for (const CLI::App* below : command->get_subcommands({})) {
      entry.words.push_back(below->get_name());
      entry.helps.push_back(below->get_description());
    }
    for (const CLI::Option* option : command->get_options()) {
      Words values = values_of(*command, *option);
      if (option->get_positional()) {
        if (entry.words.empty()) entry.words = std::move(values);
      } else {
        entry.flags.push_back({flags_of(*option), option->get_description(), takes_value(*option),
                               std::move(values)});
      }
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

/// 'text' for any of the shells.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Lines of a case over "PLACE WORD": which words lead to another command.
std::string steps(const std::vector<Entry>& entries) {
  Words places;
  for (const Entry& entry : entries) {
    if (entry.command->get_parent() != nullptr) places.push_back(in_quotes(entry.place));
  }
  return fmt::format("{}", fmt::join(places, " | "));
}

/// Lines of a case over "PLACE FLAG"; `action` turns the flag's values into code.
template <class Action>
std::string value_cases(const std::vector<Entry>& entries, Action&& action) {
  std::string text;
  for (const Entry& entry : entries) {
    for (const FlagWords& flag : entry.flags) {
      if (flag.values.empty()) continue;
      for (const std::string& name : flag.flags)
        text += fmt::format("    {}) {} ;;\n", in_quotes(entry.place + " " + name), action(flag));
    }
  }
  return text;
}

std::string bash_script(const CLI::App& root) {
  const auto entries = entries_of(root);
  std::string places;
  for (const Entry& entry : entries) {
    Words flags;
    for (const FlagWords& flag : entry.flags)
      flags.insert(flags.end(), flag.flags.begin(), flag.flags.end());
    places += fmt::format("    {}) flags={} words={} ;;\n", in_quotes(entry.place),
                          in_quotes(fmt::format("{}", fmt::join(flags, " "))),
                          in_quotes(fmt::format("{}", fmt::join(entry.words, " "))));
  }
  const std::string values = value_cases(entries, [](const FlagWords& flag) {
    return "words=" + in_quotes(fmt::format("{}", fmt::join(flag.values, " ")));
  });
  return fmt::format(R"(# bash completion of {0}, made by `{0} completion bash`
_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} place={0} flags="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place ${{COMP_WORDS[i]}}" in
    {1}) place="$place ${{COMP_WORDS[i]}}" ;;
    esac
  done
  case $place in
{2}  esac
  case "$place ${{COMP_WORDS[COMP_CWORD - 1]}}" in
{3}  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}}
complete -F _{0} {0}
)",
                     root.get_name(), steps(entries), places, values);
}

/// A word with its help, as zsh's _describe reads it.
std::string described(std::string word, std::string_view help) {
  for (std::size_t at = 0; (at = word.find(':', at)) != std::string::npos; at += 2)
    word.insert(at, "\\");
  return in_quotes(help.empty() ? word : word + ":" + std::string(help));
}

std::string zsh_script(const CLI::App& root) {
  const auto entries = entries_of(root);
  std::string places;
  for (const Entry& entry : entries) {
    places += fmt::format("    {})\n", in_quotes(entry.place));
    places += "      flags=(\n";
    for (const FlagWords& flag : entry.flags) {
      for (const std::string& name : flag.flags)
        places += "        " + described(name, flag.help) + "\n";
    }
    places += "      )\n      choices=(\n";
    for (std::size_t w = 0; w < entry.words.size(); ++w) {
      const bool has_help = w < entry.helps.size();
      places += "        " + described(entry.words[w], has_help ? entry.helps[w] : "") + "\n";
    }
    places += "      ) ;;\n";
  }
  const std::string values = value_cases(entries, [](const FlagWords& flag) {
    return fmt::format("choices=({})", fmt::join(flag.values, " "));
  });
  return fmt::format(R"(#compdef {0}
# zsh completion of {0}, made by `{0} completion zsh`
_{0}() {{
  local place={0} i
  local -a flags choices
  for ((i = 2; i < CURRENT; i++)); do
    case "$place ${{words[i]}}" in
    {1}) place="$place ${{words[i]}}" ;;
    esac
  done
  case $place in
{2}  esac
  case "$place ${{words[CURRENT - 1]}}" in
{3}  esac
  if [[ ${{words[CURRENT]}} == -* ]]; then
    _describe -o option flags
  elif (( ${{#choices}} )); then
    _describe word choices
  else
    _files
  fi
}}
if [[ ${{funcstack[1]}} == _{0} ]]; then _{0} "$@"; else compdef _{0} {0}; fi
)",
                     root.get_name(), steps(entries), places, values);
}

/// The condition under which fish offers the words of this command.
std::string fish_condition(const CLI::App& command) {
  if (command.get_parent() == nullptr) return "__fish_use_subcommand";
  const std::string own = "__fish_seen_subcommand_from " + command.get_name();
  return command.get_parent()->get_parent() == nullptr
             ? own
             : fish_condition(*command.get_parent()) + "; and " + own;
}

std::string fish_script(const CLI::App& root) {
  const std::string& program = root.get_name();
  std::string text =
      fmt::format("# fish completion of {0}, made by `{0} completion fish`\n", program);
  for (const Entry& entry : entries_of(root)) {
    const std::string start =
        fmt::format("complete -c {} -n {} ", program, in_quotes(fish_condition(*entry.command)));
    for (std::size_t w = 0; w < entry.words.size(); ++w) {
      text += start + "-f -a " + in_quotes(entry.words[w]);
      if (w < entry.helps.size()) text += " -d " + in_quotes(entry.helps[w]);
      text += "\n";
    }
    for (const FlagWords& flag : entry.flags) {
      text += start;
      for (const std::string& name : flag.flags) {
        const bool is_long = name.starts_with("--");
        text += fmt::format("{} {} ", is_long ? "-l" : "-s", name.substr(is_long ? 2 : 1));
      }
      if (!flag.values.empty())
        text += fmt::format("-x -a {} ", in_quotes(fmt::format("{}", fmt::join(flag.values, " "))));
      else if (flag.value)
        text += "-r ";
      text += "-d " + in_quotes(flag.help) + "\n";
    }
  }
  return text;
}

}  // namespace

const std::vector<Shell>& shell_table() {
  static const std::vector<Shell> kTable{
      {"bash", "{0} completion bash > ~/.local/share/bash-completion/completions/{0}", bash_script},
      {"zsh", "{0} completion zsh > \"${{fpath[1]}}/_{0}\"", zsh_script},
      {"fish", "{0} completion fish > ~/.config/fish/completions/{0}.fish", fish_script},
  };
  return kTable;
}

}  // namespace gnac::cli
