#pragma once

namespace gnac::cli {

/// From here on Ctrl-C and SIGTERM ask the work to stop instead of ending the process; a second one
/// ends it at once. Until this is called (while a file is being read) the first one does.
void catch_interrupts();

/// True once Ctrl-C or SIGTERM came.
bool interrupted();

}  // namespace gnac::cli
