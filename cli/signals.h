#pragma once

namespace gnac::cli {

/// From here on Ctrl-C and SIGTERM ask the work to stop instead of ending the process; a second one
/// ends it at once. Until this is called (while a file is being read) the first one does.
void catch_interrupts();

/// Before anything else: a missing standard input, output or error is opened so that it refuses (a
/// file opened later would else get its number, and what is meant for the terminal), and a closed
/// pipe or a limit on file sizes become errors of the write that meets them instead of the end of
/// the process.
void guard_process();

/// End as a program does whose output nobody reads any more.
void end_by_closed_pipe();

/// True once Ctrl-C or SIGTERM came.
bool interrupted();

/// Which of the two came; SIGINT before any did.
int stop_signal();

}  // namespace gnac::cli
