#pragma once

#include "gnac/error.h"

namespace gnac::cli {

// What the program's exit code says.
inline constexpr int kFine = 0;
inline constexpr int kUnexpected = 1;     ///< a defect, or the machine failed
inline constexpr int kRefused = 2;        ///< bad input or a bad option; nothing was written
inline constexpr int kInterrupted = 130;  ///< stopped by Ctrl-C or SIGTERM

/// Thrown when work was interrupted that keeps what it has finished; says where.
class Stopped : public Error {
 public:
  using Error::Error;
};

/// Parse the command line and run what it asks for. Returns the exit code.
int run(int argc, char** argv);

}  // namespace gnac::cli
