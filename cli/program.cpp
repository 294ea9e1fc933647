#include "program.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "command_tree.h"
#include "config_file.h"
#include "console.h"
#include "gnac/version.h"
#include "help.h"
#include "option_flags.h"
#include "output.h"
#include "signals.h"
#include "support/files.h"

namespace gnac::cli {

using namespace detail;
namespace {

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
  } else if (error.get_name() == "ArgumentMismatch") {
    what = what.substr(0, what.find(':'));
    what = (what == "--clusters" ? "-k" : what) + " takes one value, once";
  } else if (const std::string start = "Could not convert: "; what.starts_with(start)) {
    what = "a number is needed, not " + what.substr(start.size());
  }
  return fmt::format("{}; see '{} --help'", what, command_name(at));
}

int parse_and_run(const Program& program, int argc, char** argv) {
  CLI::App app{program.help};
  app.name(program.name);
  set_help_style(app);
  app.set_version_flag("--version", fmt::format("{} {}", program.name, version()),
                       "show the version and exit");
  app.require_subcommand(1);
  app.footer(program.examples);

  // The flags of all commands would take some milliseconds, a good part of a small fit.
  const std::string_view first = argc > 1 ? argv[1] : "";
  for (const MovedCommand& moved : program.moved) {
    if (first == moved.name)
      throw Error(fmt::format("'{0}' is a command of {1}: {1} {0}", first, moved.program));
  }
  const auto asked = std::ranges::find(program.commands, first, &Command::name);
  const bool all = asked == program.commands.end() || asked->describes;
  std::vector<std::pair<const CLI::App*, Action>> actions;
  for (const Command& command : program.commands) {
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

int complain(const Program& program, int code, std::string_view what,
             std::string_view detail = "") noexcept {
  try {
    print_error(
        fmt::format("{}: {}\n", program.name, printable(std::string(what) + std::string(detail))));
  } catch (...) {
    print_error(program.name);
    print_error(": there is not enough memory to say what went wrong\n");
  }
  return code;
}

}  // namespace

int run(const Program& program, int argc, char** argv) {
  guard_process();
  try {
    const int code = parse_and_run(program, argc, argv);
    if (stdout_closed()) end_by_closed_pipe();
    return code;
  } catch (const Stopped& stopped) {
    return complain(program, kSignalled + stop_signal(), stopped.what());
  } catch (const Cancelled&) {
    return complain(program, kSignalled + stop_signal(), "stopped; nothing was written");
  } catch (const StorageError& error) {
    return complain(program, kUnexpected, error.what());
  } catch (const MemoryError& error) {
    return complain(program, kUnexpected, in_flags_words(error.what()));
  } catch (const Error& error) {
    return complain(program, kRefused, error.what());
  } catch (const std::bad_alloc&) {
    return complain(program, kUnexpected, "there is not enough memory for this");
  } catch (const std::exception& error) {
    return complain(program, kUnexpected, "unexpected failure: ", error.what());
  } catch (...) {
    return complain(program, kUnexpected, "unexpected failure");
  }
}

}  // namespace gnac::cli
