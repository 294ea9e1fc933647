#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "gnac/error.h"

namespace CLI {
class App;
}

// A program of commands: gnac and gnac-lab are one table each.
namespace gnac::cli {

// The exit codes.
inline constexpr int kFine = 0;
inline constexpr int kUnexpected = 1;   ///< the machine failed (memory, a full disk), or a defect
inline constexpr int kRefused = 2;      ///< bad input or a bad option; nothing was written
inline constexpr int kSignalled = 128;  ///< plus the signal: 130 for Ctrl-C, 143 for SIGTERM

/// Thrown when interrupted work has saved what it finished; says where.
class Stopped : public Error {
 public:
  using Error::Error;
};

/// Runs the command once the whole command line has been parsed.
using Action = std::function<void()>;

struct Command {
  std::string_view name;
  const char* help;
  Action (*add)(CLI::App&);  ///< declares the command's flags
  bool configurable = true;  ///< has --config
  bool describes = false;    ///< needs the flags of all commands, not only its own
};

/// A command that another program has.
struct MovedCommand {
  std::string_view name;
  std::string_view program;
};

struct Program {
  const char* name;
  const char* help;
  const char* examples;
  std::span<const Command> commands;
  std::span<const MovedCommand> moved = {};
};

/// Parse the command line and run what it asks for. Returns the exit code.
int run(const Program& program, int argc, char** argv);

}  // namespace gnac::cli
