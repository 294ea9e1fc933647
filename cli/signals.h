#pragma once

namespace gnac::cli {

/// From here on Ctrl-C and SIGTERM ask the work to stop instead of ending the process; a second one
/// ends it at once. Until this is called (while a file is being read), the first one ends it.
void catch_interrupts();

/// Call before anything else: a missing standard input, output or error is opened so that using it
/// fails (otherwise a file opened later would get its number, and text meant for the terminal), and
/// a closed pipe or a file size limit makes the write fail instead of ending the process.
void guard_process();

/// End like a program whose output nobody reads any more (SIGPIPE).
void end_by_closed_pipe();

/// True after Ctrl-C or SIGTERM.
bool interrupted();

/// Which of the two came; SIGINT if none did.
int stop_signal();

}  // namespace gnac::cli
