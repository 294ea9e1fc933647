// gnac methods: every method that gnac fit --method and gnac compare can run.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "commands.h"
#include "gnac/error.h"
#include "json.h"
#include "methods/method.h"
#include "options/option_text.h"
#include "output.h"

namespace gnac::cli {
namespace {

using Json = nlohmann::ordered_json;

struct MethodsFlags {
  std::string name;    ///< "": all
  std::string method;  ///< the same, given as a flag
  bool json = false;
  bool markdown = false;
};

std::string default_of(const MethodOption& option) {
  return method_option_text(MethodOptions{}, option);
}

std::string list_text() {
  std::string text;
  for (const MethodInfo& info : method_table()) {
    text +=
        fmt::format("{:<9} {}{}\n          {}\n          {}\n", info.name, info.title,
                    info.stochastic ? " (depends on --seed)" : "", info.complexity, info.reference);
  }
  return text + "\nOptions of a method: gnac methods NAME\n";
}

std::string method_text(const MethodInfo& info) {
  std::string text =
      fmt::format("{}: {}\nreference   {}\ncomplexity  {}\nseed        {}\n", info.name, info.title,
                  info.reference, info.complexity, info.stochastic ? "matters" : "has no effect");
  const std::string given = info.takes_clusters ? "given" : "";
  const std::string chosen(info.chooses);
  text += fmt::format("clusters    {}{}{}\n", given,
                      given.empty() || chosen.empty() ? "" : ", or by ", chosen);
  if (info.options.empty()) return text + "options     none\n";
  text += "\noptions, with their defaults:\n";
  for (const MethodOption& option : info.options) {
    text += fmt::format("  {:<18} {:<10} {}; {}\n", option.name, default_of(option), option.help,
                        method_option_range(option));
  }
  return text;
}

/// A bound that means no limit is left out; "above" means that the bound itself is not allowed.
Json option_json(const MethodOption& option) {
  Json json{{"name", option.name},
            {"help", option.help},
            {"default", option_value_json(MethodOptions{}, option)},
            {"accepts", method_option_range(option)}};
  if (!option.choices.empty()) {
    json["choices"] = option.choices;
    return json;
  }
  json["whole"] = option.whole;
  const auto bound = [&](double value) {
    return option.whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
  };
  if (option.min == kTiny) {
    json["above"] = 0;
  } else {
    json["min"] = bound(option.min);
  }
  if (option.max != kAny) json["max"] = bound(option.max);
  return json;
}

Json method_json(const MethodInfo& info) {
  Json options = Json::array();
  for (const MethodOption& option : info.options) options.push_back(option_json(option));
  return {{"name", info.name},
          {"title", info.title},
          {"reference", info.reference},
          {"complexity", info.complexity},
          {"stochastic", info.stochastic},
          {"chooses", info.chooses},
          {"takes_clusters", info.takes_clusters},
          {"options", options}};
}

Json list_json() {
  Json json = Json::array();
  for (const MethodInfo& info : method_table()) json.push_back(method_json(info));
  return json;
}

std::string options_markdown(const MethodInfo& info) {
  std::string text = fmt::format("\n## {}: {}\n\n", info.name, info.title);
  if (info.name == "gnac")
    return text + "Its options are flags of their own: [options.md](options.md).\n";
  if (info.options.empty()) return text + "No options.\n";
  text += "| option | default | meaning | accepts |\n|---|---|---|---|\n";
  for (const MethodOption& option : info.options) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", option.name, default_of(option), option.help,
                        method_option_range(option));
  }
  return text;
}

std::string markdown() {
  std::string text = R"(# Methods

Made by `gnac methods --markdown`; do not edit.

G-NAC, with and without a rule, seven baselines of the paper, two more linkages and HDBSCAN. With K given each but
HDBSCAN gives exactly K clusters; without it those that can choose it do. Labels are the same at any number of threads.
`gnac fit DATA --method NAME` runs one, `gnac compare DATA` several side by side, and `--method-option` sets what the
tables below list.

| method | | K, if it is not given | time and memory | seed | reference |
|---|---|---|---|---|---|
)";
  for (const MethodInfo& info : method_table()) {
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", info.name, info.title,
                        info.chooses.empty() ? "must be" : info.chooses, info.complexity,
                        info.stochastic ? "matters" : "no effect", info.reference);
  }
  for (const MethodInfo& info : method_table()) text += options_markdown(info);
  return text;
}

void list_methods(const MethodsFlags& flags) {
  if (!flags.name.empty() && !flags.method.empty())
    throw Error("NAME and --method both name a method; give one of them");
  const std::string& name = flags.name.empty() ? flags.method : flags.name;
  if (flags.markdown) {
    if (flags.json || !name.empty())
      throw Error("--markdown prints the page of all methods; leave out the name and --json");
    return write_stdout(markdown());
  }
  if (name.empty()) return write_stdout(flags.json ? list_json().dump(1) + "\n" : list_text());
  const MethodInfo& info = method_info(name);
  write_stdout(flags.json ? method_json(info).dump(1) + "\n" : method_text(info));
}

}  // namespace

Action add_methods(CLI::App& app) {
  auto flags = std::make_shared<MethodsFlags>();
  app.add_option("NAME", flags->name, "show the options of this method")->option_text(" ");
  app.add_option("--method", flags->method, "the same as NAME")->option_text("NAME");
  app.add_flag("--json", flags->json, "print JSON");
  app.add_flag("--markdown", flags->markdown, "print docs/methods.md");
  app.footer(R"(Examples:
  gnac methods
  gnac methods gmm
  gnac fit points.csv -k 3 --method gmm --method-option covariance=tied)");
  return [flags] { list_methods(*flags); };
}

}  // namespace gnac::cli
