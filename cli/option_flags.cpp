#include "option_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "gnac/error.h"
#include "gnac/model.h"
#include "help.h"
#include "options/uses.h"

namespace gnac::cli {
namespace {

const char* type_of(const OptionInfo& info) {
  if (info.name == "rule") return "NAME|FILE";
  if (!info.choices.empty()) return "NAME";
  return std::holds_alternative<double Options::*>(info.field) ? "NUMBER" : "INT";
}

std::string help_of(const OptionInfo& info, bool from_rule) {
  const std::string symbol = info.symbol.empty() ? "" : fmt::format("{}: ", info.symbol);
  const std::string usual = from_rule ? "the rule's" : option_text(Options{}, info);
  return fmt::format("{}{} [{}]", symbol, info.help, usual);
}

std::string group_of(const OptionInfo& info) {
  if (info.name == "rule") return "Method";
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

std::string in_flags_words(std::string message) {
  const auto goes_on = [&](std::size_t at) {  // "neighbors" within "neighbors_most"
    return at < message.size() &&
           (std::isalnum(static_cast<unsigned char>(message[at])) != 0 || message[at] == '_');
  };
  for (const OptionInfo& info : option_table()) {
    const std::string from = fmt::format("option {}", info.name);
    const std::string flag = flag_of(info);
    for (std::size_t at = message.find(from); at != std::string::npos;
         at = message.find(from, at + 1)) {
      if (!goes_on(at + from.size())) message.replace(at, from.size(), flag);
    }
  }
  const std::string choice = "(rule train, or preset paper)";
  if (const auto at = message.find(choice); at != std::string::npos)
    message.replace(at, choice.size(), "(--rule train or --preset paper)");
  return message;
}

Options OptionFlags::values() const {
  Options options = preset_options(preset);
  for (const auto& [name, text] : given) set_option(options, name, text);
  if (has("epochs") && !has("burn_in")) options.burn_in = burn_in_for(options.epochs);
  return options;
}

void check_values(const Options& options) {
  try {
    validate(options);
  } catch (const Error& error) {
    throw Error(in_flags_words(error.what()));
  }
}

void check_use(const OptionFlags& flags, int clusters, bool published) {
  for (const auto& [name, flag] : {std::pair("max_clusters", "--max-clusters"),
                                   std::pair("min_cluster_size", "--min-cluster-size"),
                                   std::pair("resolution", "--resolution")}) {
    if (clusters != kChooseClusters && flags.has(name))
      throw Error(fmt::format(
          "{} is a wish for how the number of clusters is chosen, but -k fixes it; leave one of "
          "them out",
          flag));
  }
  for (const auto& [name, text] : flags.given) {
    const OptionInfo& info = option_info(name);
    try {
      require_use(info, published);
    } catch (const Error& error) {
      throw Error(in_flags_words(error.what()));
    }
  }
}

void add_preset_flag(CLI::App& app, OptionFlags& flags) {
  app.add_option_function<std::string>(
         "--preset",
         [&flags](const std::string& name) {
           preset_options(name);
           flags.preset = name;
         },
         "default, or paper: the published configuration, a rule trained on the points [default]")
      ->option_text("NAME")
      ->group("Method");
}

void add_option_flags(CLI::App& app, OptionFlags& flags,
                      const std::vector<const OptionInfo*>& settable,
                      const std::set<std::string_view>& from_rule) {
  for (const OptionInfo* info : settable) {
    const auto set = [&flags, info](const std::string& text) {
      if (info->name == "rule" && std::ranges::find(info->choices, text) == info->choices.end()) {
        flags.rule_file = text;
        return;
      }
      Options checked;
      try {
        set_option(checked, info->name, text);
      } catch (const Error& error) {
        throw Error(in_flags_words(error.what()));
      }
      flags.given.insert_or_assign(std::string(info->name), text);
    };
    const bool rare = detail::is_of_trained_rules(*info) && from_rule.empty();
    app.add_option_function<std::string>(flag_of(*info), set,
                                         help_of(*info, from_rule.contains(info->name)))
        ->option_text(type_of(*info))
        ->group(rare ? kRareGroup : group_of(*info));
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
    if (after_training || info.group == "input" || info.group == "graph" ||
        info.name == "seed_scale")
      rows.push_back(&info);
  }
  return rows;
}

std::vector<const OptionInfo*> run_options() {
  std::vector<const OptionInfo*> rows;
  for (const OptionInfo& info : option_table()) {
    if (info.group == "run") rows.push_back(&info);
  }
  return rows;
}

}  // namespace gnac::cli
