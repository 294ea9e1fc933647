#include "app.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "command_tree.h"
#include "commands.h"
#include "config_file.h"
#include "console.h"
#include "gnac/error.h"
#include "gnac/version.h"
#include "help.h"
#include "output.h"
#include "signals.h"
#include "support/files.h"

namespace gnac::cli {

using namespace detail;
namespace {

struct Command {
  std::string_view name;
  const char* help;
  Action (*add)(CLI::App&);
  bool configurable = true;  ///< has --config
  bool describes = false;    ///< needs the flags of all commands, not only its own
};

constexpr std::array kCommands{
    Command{"fit", "Partition points into clusters, by G-NAC or another method", add_fit},
    Command{"predict", "Label new points by a fitted model", add_predict},
    Command{"explain", "Say what the clusters of a model are", add_explain},
    Command{"score", "Score labels against a reference, the points or the edges", add_score},
    Command{"compare", "Run several methods side by side", add_compare},
    Command{"doctor", "Find problems in a table that would hurt a fit", add_doctor},
    Command{"generate", "Make one of the built-in samples", add_generate},
    Command{"deploy", "Evolve a saved rule on new points and partition them", add_deploy},
    Command{"pretrain", "Train a universal rule on synthetic problems", add_pretrain},
    Command{"study", "Run the paper's experiments and report them", add_study, false},
    Command{"methods", "List the methods and their options", add_methods, false},
    Command{"options", "List every option of G-NAC", add_options, false},
    Command{"info", "Show this build and machine, or what is in a file", add_info, false},
    Command{"completion", "Print a script that completes commands and flags in a shell",
            add_completion, false, true},
    Command{"help", "Explain the program or one of its commands", add_help, false, true},
    Command{"version", "Show the version", add_version, false},
};

constexpr const char* kExamples = R"(Examples:
  gnac fit points.csv -o labels.txt --summary             as many clusters as there seem to be
  gnac fit points.csv -k 3 --page out.html -o labels.txt  three, and a page to look at
  gnac fit points.csv --model model.safetensors > labels.txt
  gnac predict model.safetensors more.csv > more-labels.txt
  gnac compare points.csv -k 3 --picture methods.png
Without data of your own:
  gnac generate spirals -n 1000 -o points.csv --labels truth.txt

Labels go to standard output unless -o names a file; progress goes to standard error.
Exit codes: 0 fine, 2 bad input or option, 130 stopped by Ctrl-C, 143 by SIGTERM, 1 anything else,
such as a full disk or too little memory.)";

/// One sentence for a command line that cannot be parsed.
std::string parse_sentence(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* deepest = &app;
  while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
  const CLI::App& at = *deepest;
  const auto rest = at.remaining();
  if (!rest.empty()) return unknown_word(at, rest.front());
  std::string what = error.what();
  if (!at.get_subcommands({}).empty()) {
    what = "a command is missing";
  } else if (what.starts_with("--clusters is required")) {
    what = "the number of clusters is missing; give it with -k";
  } else if (error.get_name() == "ArgumentMismatch") {
    what = what.substr(0, what.find(':')) + " takes one value, once";
  } else if (const std::string start = "Could not convert: "; what.starts_with(start)) {
    what = "a number is needed, not " + what.substr(start.size());
  }
  return fmt::format("{}; see '{} --help'", what, command_name(at));
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{
      "Graph Neural Automata Clustering: finds clusters of any shape by a cellular automaton\n"
      "on the neighbourhood graph of the points. It chooses how many, or makes as many as asked."};
  app.name("gnac");
  set_help_style(app);
  app.set_version_flag("--version", fmt::format("gnac {}", version()), "show the version and exit");
  app.require_subcommand(1);
  app.footer(kExamples);

  // The flags of all commands would take some milliseconds, a good part of a small fit.
  const std::string_view first = argc > 1 ? argv[1] : "";
  const auto asked = std::ranges::find(kCommands, first, &Command::name);
  const bool all = asked == kCommands.end() || asked->describes;
  std::vector<std::pair<const CLI::App*, Action>> actions;
  for (const Command& command : kCommands) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), command.help);
    sub->group("Commands");
    sub->footer("");
    if (!all && command.name != first) continue;
    actions.emplace_back(sub, command.add(*sub));
    if (command.configurable) add_config_flags(*sub);
  }
  try {
    std::vector<std::string> args = with_config(app, {argv + std::min(argc, 1), argv + argc});
    std::ranges::reverse(args);  // the order that CLI11 expects
    app.parse(args);
  } catch (const CLI::Success& request) {  // --help, --version
    std::ostringstream text;
    app.exit(request, text);
    write_stdout(text.str());
    return kFine;
  } catch (const CLI::ParseError& error) {
    throw Error(parse_sentence(app, error));
  }
  for (const auto& [sub, action] : actions) {
    if (!sub->parsed()) continue;
    if (wants_config(*sub)) {
      write_stdout(config_text(*sub));
    } else {
      action();
    }
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
    return complain(kSignalled + stop_signal(), stopped.what());
  } catch (const Cancelled&) {
    return complain(kSignalled + stop_signal(), "stopped; nothing was written");
  } catch (const StorageError& error) {
    return complain(kUnexpected, error.what());
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
