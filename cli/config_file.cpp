#include "config_file.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "command_tree.h"
#include "gnac/error.h"
#include "io/bytes.h"
#include "io/json_text.h"
#include "io/text.h"

namespace gnac::cli {

using namespace detail;
namespace {

constexpr const char* kConfig = "--config";
constexpr const char* kPrint = "--print-config";

std::string json_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void add_json(std::vector<Setting>& settings, const nlohmann::json& object,
              const std::string& command) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      if (key == command) add_json(settings, value, "");
    } else if (value.is_array()) {
      Setting setting{key, {}};
      for (const auto& item : value) setting.values.push_back(json_text(item));
      settings.push_back(std::move(setting));
    } else {
      settings.push_back({key, {json_text(value)}});
    }
  }
}

/// Is the option on the command line, in any of its spellings?
bool is_given(const CLI::Option& option, const std::vector<std::string>& args) {
  const std::vector<std::string> flags = flags_of(option);
  return std::ranges::any_of(args, [&](const std::string& arg) {
    return std::ranges::any_of(flags, [&](const std::string& flag) {
      const bool is_long = flag.starts_with("--");
      return arg == flag || arg.starts_with(is_long ? flag + "=" : flag);
    });
  });
}

/// The command-line arguments of a setting.
std::vector<std::string> arguments_of(const Setting& setting, const CLI::Option& option,
                                      const std::string& path) {
  const std::string flag = flags_of(option).back();
  std::vector<std::string> args;
  if (takes_value(option)) {
    for (const std::string& value : setting.values) args.push_back(flag + "=" + value);
    return args;
  }
  const std::string value = setting.values.empty() ? "" : setting.values.front();
  if (is_counted(option) && value.size() == 1 && value >= "0" && value <= "9") {
    args.assign(static_cast<std::size_t>(value[0] - '0'), flag);
    return args;
  }
  if (value != "true" && value != "false")
    throw Error(fmt::format("{}: {} takes true{} false", path, setting.key,
                            is_counted(option) ? ", a number from 0 to 9 or" : " or"));
  if (value == "true") args.push_back(flag);
  return args;
}

/// The name of the config file, "" if none is given.
std::string config_path(const std::vector<std::string>& args) {
  const std::string start = std::string(kConfig) + "=";
  for (std::size_t i = 0; i < args.size() && args[i] != "--"; ++i) {
    if (args[i].starts_with(start)) return args[i].substr(start.size());
    if (args[i] == kConfig && i + 1 < args.size()) return args[i + 1];
  }
  return "";
}

bool is_bare(const std::string& value) {
  double number = 0;
  const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
  return code == std::errc() && end == value.data() + value.size();
}

std::string toml(const std::string& value) {
  if (value.find_first_of("\"#\r\n") != std::string::npos)
    throw Error(
        fmt::format("{} cannot be written to a config file: it has a quote, a # or a line break; "
                    "give it on the command line",
                    value));
  return is_bare(value) ? value : fmt::format("\"{}\"", value);
}

/// CLI11 takes a # for the start of a comment even within quotes, and would cut the value there.
void refuse_marks_in_quotes(std::string_view text) {
  std::int64_t row = 0;
  while (!text.empty()) {
    ++row;
    char quote = 0;
    for (const char c : next_line(text)) {
      if (c == '#' && quote != 0) {
        throw Error(fmt::format(
            "row {} has a # within quotes, which gnac cannot read in TOML; write the file as .json",
            row));
      }
      if (c == '#') break;
      if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
    }
  }
}

}  // namespace

std::vector<Setting> parse_settings(std::string_view bytes, const std::string& path,
                                    const std::string& command) {
  std::vector<Setting> settings;
  try {
    if (path.ends_with(".json")) {
      nlohmann::json object;
      const std::string problem = parse_json(bytes, object, {.depth = 4, .values = 10000});
      if (!problem.empty()) throw Error(problem);
      add_json(settings, object, command);
      return settings;
    }
    refuse_marks_in_quotes(bytes);
    std::istringstream text{std::string(bytes)};
    for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(text)) {
      const bool mark = item.name == "++" || item.name == "--";  // where a section begins and ends
      const bool ours = item.parents.empty() || item.parents == std::vector<std::string>{command};
      if (!mark && ours) settings.push_back({item.name, item.inputs});
    }
  } catch (const std::exception& error) {
    throw Error(fmt::format("{} is not a config file: {}", path, error.what()));
  }
  return settings;
}

void add_config_flags(CLI::App& command) {
  // Only declared for --help: with_config() reads the file earlier, and wants_config() checks the
  // other.
  command
      .add_option_function<std::string>(
          kConfig, [](const std::string&) {},
          "options from a file, .toml or .json; the command line takes precedence")
      ->option_text("FILE")
      ->group("Config");
  command
      .add_flag_function(
          kPrint, [](std::int64_t) {}, "print the given options as a config file and exit")
      ->group("Config");
}

std::vector<std::string> with_config(const CLI::App& root, std::vector<std::string> args) {
  const std::string path = config_path(args);
  if (path.empty() || args.empty()) return args;
  const auto commands = root.get_subcommands({});
  const auto command = std::ranges::find(commands, args[0], &CLI::App::get_name);
  if (command == commands.end()) return args;
  const CLI::App& at = **command;
  std::vector<std::string> more;
  for (Setting& setting : parse_settings(read_bytes(path), path, at.get_name())) {
    std::ranges::replace(setting.key, '_', '-');
    const auto options = at.get_options([&](const CLI::Option* option) {
      const auto& names = option->get_lnames();
      return std::ranges::find(names, setting.key) != names.end();
    });
    const bool ours = setting.key == "config" || setting.key == "print-config";
    if (options.empty() || ours)
      throw Error(fmt::format("{}: {}", path, unknown_word(at, "--" + setting.key)));
    if (is_given(*options.front(), args)) continue;
    for (std::string& arg : arguments_of(setting, *options.front(), path))
      more.push_back(std::move(arg));
  }
  args.insert(args.begin() + 1, more.begin(), more.end());
  return args;
}

bool wants_config(const CLI::App& command) {
  const CLI::Option* option = command.get_option_no_throw(kPrint);
  return option != nullptr && option->count() > 0;
}

std::string config_text(const CLI::App& command) {
  std::string text = fmt::format("[{}]\n", command.get_name());
  for (const CLI::Option* option : command.get_options()) {
    const bool ours = option->check_name(kConfig) || option->check_name(kPrint);
    if (option->get_positional() || option->get_lnames().empty() || option->count() == 0 || ours)
      continue;
    std::vector<std::string> values;
    for (const std::string& value : option->results()) values.push_back(toml(value));
    const std::string name = option->get_lnames().front();
    if (is_counted(*option) && option->count() > 1)
      text += fmt::format("{} = {}\n", name, std::min<std::size_t>(option->count(), 9));
    else if (!takes_value(*option))
      text += fmt::format("{} = true\n", name);
    else if (values.size() == 1)
      text += fmt::format("{} = {}\n", name, values.front());
    else
      text += fmt::format("{} = [{}]\n", name, fmt::join(values, ", "));
  }
  return text;
}

}  // namespace gnac::cli
