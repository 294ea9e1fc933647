#include "app.h"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "console.h"
#include "gnac/error.h"
#include "gnac/version.h"
#include "help.h"
#include "options/option_text.h"
#include "output.h"
#include "signals.h"

namespace gnac::cli {
namespace {

struct Command {
  const char* name;
  const char* help;
  Action (*add)(CLI::App&);
};

constexpr std::array kCommands{
    Command{"fit", "Partition points into K clusters, by G-NAC or another method", add_fit},
    Command{"deploy", "Evolve a saved rule on new points and partition them", add_deploy},
    Command{"predict", "Label new points by a fitted model", add_predict},
    Command{"compare", "Run several methods side by side", add_compare},
    Command{"score", "Measure labels against a reference, the points or the edges", add_score},
    Command{"generate", "Make one of the built-in samples", add_generate},
    Command{"pretrain", "Train a universal rule on synthetic problems", add_pretrain},
    Command{"study", "Run the paper's experiments and report them", add_study},
    Command{"methods", "List the methods and their options", add_methods},
    Command{"options", "List every option of G-NAC", add_options},
    Command{"doctor", "Say what about a table would hurt a fit", add_doctor},
    Command{"info", "Show this build and machine, or what is in a file", add_info},
};

constexpr const char* kExamples = R"(Examples:
  gnac generate spirals -n 1000 -o points.csv --labels truth.txt
  gnac fit points.csv -k 3 -o labels.txt --save rule.safetensors --summary
  gnac deploy rule.safetensors more.csv -k 3 > labels.txt
  gnac score truth.txt labels.txt
  gnac compare points.csv -k 3 --reference truth.txt --picture methods.svg

Labels go to standard output unless -o names a file; progress goes to standard error.
Exit codes: 0 fine, 2 bad input or option, 130 interrupted, 1 anything else.)";

/// "gnac", "gnac fit" or "gnac study report", whichever the command line got to.
std::string place_of(const CLI::App& at) {
  if (at.get_parent() == nullptr) return "gnac";
  return place_of(*at.get_parent()) + " " + at.get_name();
}

/// A word on the command line that nothing declared.
std::string unknown_word(const CLI::App& at, const std::string& word) {
  const bool flag = word.starts_with("-");
  const std::string shown = word.substr(0, word.find('='));
  if (flag && !word.starts_with("--")) {
    return fmt::format("there is no option '{}'; see '{} --help'", shown, place_of(at));
  }
  std::vector<std::string> names;
  if (flag) {
    for (const CLI::Option* option : at.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else {
    for (const CLI::App* command : at.get_subcommands({})) names.push_back(command->get_name());
  }
  if (names.empty()) return fmt::format("'{}' is one word too many for '{}'", word, place_of(at));
  const std::vector<std::string_view> known(names.begin(), names.end());
  return fmt::format("there is no {} '{}'; did you mean '{}'?", flag ? "option" : "command", shown,
                     closest_name(shown, known));
}

/// One sentence for a command line that cannot be read.
std::string parse_sentence(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* deepest = &app;
  while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
  const CLI::App& at = *deepest;
  const auto rest = at.remaining();
  if (!rest.empty()) return unknown_word(at, rest.front());
  std::string what = error.what();
  if (!at.get_subcommands({}).empty()) {
    what = "a command is missing";
  } else if (error.get_name() == "ArgumentMismatch") {
    what = what.substr(0, what.find(':')) + " takes one value, once";
  } else if (const std::string start = "Could not convert: "; what.starts_with(start)) {
    what = "a number is needed, not " + what.substr(start.size());
  }
  return fmt::format("{}; see '{} --help'", what, place_of(at));
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{
      "Graph Neural Automata Clustering: partition points into exactly K clusters by a\n"
      "cellular automaton on their neighbourhood graph, trained without labels."};
  app.name("gnac");
  set_help_style(app);
  app.set_version_flag("--version", fmt::format("gnac {}", version()), "show the version and exit");
  app.require_subcommand(1);
  app.footer(kExamples);

  std::vector<std::pair<const CLI::App*, Action>> actions;
  for (const Command& command : kCommands) {
    CLI::App* sub = app.add_subcommand(command.name, command.help);
    sub->group("Commands");
    sub->footer("");
    actions.emplace_back(sub, command.add(*sub));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    std::ostringstream text;
    app.exit(request, text);
    write_stdout(text.str());
    return kFine;
  } catch (const CLI::ParseError& error) {
    throw Error(parse_sentence(app, error));
  }
  for (const auto& [sub, action] : actions) {
    if (sub->parsed()) action();
  }
  return kFine;
}

int complain(int code, std::string_view what, std::string_view detail = "") noexcept {
  try {
    tell("gnac: " + printable(std::string(what) + std::string(detail)) + "\n");
  } catch (...) {
    tell("gnac: there is not enough memory to say what went wrong\n");
  }
  return code;
}

}  // namespace

int run(int argc, char** argv) {
  guard_process();
  try {
    const int code = parse_and_run(argc, argv);
    if (stdout_closed()) end_by_closed_pipe();
    return code;
  } catch (const Stopped& stopped) {
    return complain(kInterrupted, stopped.what());
  } catch (const Cancelled&) {
    return complain(kInterrupted, "stopped; nothing was written");
  } catch (const Error& error) {
    return complain(kRefused, error.what());
  } catch (const std::bad_alloc&) {
    return complain(kUnexpected, "there is not enough memory for this");
  } catch (const std::exception& error) {
    return complain(kUnexpected, "unexpected failure: ", error.what());
  } catch (...) {
    return complain(kUnexpected, "unexpected failure");
  }
}

}  // namespace gnac::cli
