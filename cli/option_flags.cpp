#include "option_flags.h"

#include <fmt/format.h>

#include <algorithm>

namespace gnac::cli {
namespace {

const char* type_of(const OptionInfo& info) {
  if (!info.choices.empty()) return "NAME";
  return std::holds_alternative<double Options::*>(info.field) ? "NUMBER" : "INT";
}

std::string help_of(const OptionInfo& info, bool from_rule) {
  const std::string symbol = info.symbol.empty() ? "" : fmt::format("{}: ", info.symbol);
  const std::string usual = from_rule ? "the rule's" : option_text(Options{}, info);
  return fmt::format("{}{} [{}]", symbol, info.help, usual);
}

std::string group_of(const OptionInfo& info) {
  std::string group(info.group);
  group[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(group[0])));
  return group;
}

}  // namespace

std::string flag_of(const OptionInfo& info) {
  std::string flag = "--" + std::string(info.name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

void add_option_flags(CLI::App& app, OptionFlags& flags,
                      const std::vector<const OptionInfo*>& settable,
                      const std::set<std::string_view>& from_rule) {
  for (const OptionInfo* info : settable) {
    const auto set = [&flags, info](const std::string& text) {
      set_option(flags.values, info->name, text);
      flags.given.emplace(info->name);
    };
    app.add_option_function<std::string>(flag_of(*info), set,
                                         help_of(*info, from_rule.contains(info->name)))
        ->option_text(type_of(*info))
        ->group(group_of(*info));
  }
}

std::vector<const OptionInfo*> fit_options() {
  std::vector<const OptionInfo*> rows;
  for (const OptionInfo& info : option_table()) rows.push_back(&info);
  return rows;
}

std::vector<const OptionInfo*> deploy_options() {
  std::vector<const OptionInfo*> rows;
  for (const OptionInfo& info : option_table()) {
    const bool after_training =
        info.group == "evolution" || info.group == "readout" || info.group == "run";
    if (after_training || info.name == "neighbors" || info.name == "seed_scale")
      rows.push_back(&info);
  }
  return rows;
}

}  // namespace gnac::cli
