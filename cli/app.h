#pragma once

#include "gnac/error.h"

namespace gnac::cli {

// The program's exit codes.
inline constexpr int kFine = 0;
inline constexpr int kUnexpected = 1;   ///< the machine failed (memory, a full disk), or a defect
inline constexpr int kRefused = 2;      ///< bad input or a bad option; nothing was written
inline constexpr int kSignalled = 128;  ///< plus the signal: 130 for Ctrl-C, 143 for SIGTERM

/// Thrown when interrupted work has saved what it finished; says where.
class Stopped : public Error {
 public:
  using Error::Error;
};

/// Parse the command line and run what it asks for. Returns the exit code.
int run(int argc, char** argv);

}  // namespace gnac::cli
