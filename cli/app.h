#pragma once

namespace gnac::cli {

/// The program gnac. Returns the exit code.
int run(int argc, char** argv);

}  // namespace gnac::cli
