#include "signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <exception>
#include <new>

#include "console.h"
#include "program.h"

namespace gnac::cli {
namespace {

std::atomic<int> came{0};
static_assert(std::atomic<int>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

void on_signal(int number) {
  came.store(number, std::memory_order_relaxed);
}

/// An exception left a destructor, as those of JSON values do when memory runs out: no file is half
/// written by then, or the next run repairs it.
[[noreturn]] void on_terminate() {
  const char* what = "gnac: unexpected failure\n";
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    what = "gnac: there is not enough memory for this\n";
  } catch (...) {
  }
  print_error(what);
  ::_exit(kUnexpected);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags =
      static_cast<int>(SA_RESETHAND);  // the next one has the default effect: the process ends
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void guard_process() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
    // Opened the wrong way round, so that reading from a missing input or writing to a missing
    // output fails.
    const int made = ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (made >= 0 && made != fd) ::close(made);
  }
  std::set_terminate(on_terminate);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void end_by_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

bool interrupted() {
  return came.load(std::memory_order_relaxed) != 0;
}

int stop_signal() {
  const int number = came.load(std::memory_order_relaxed);
  return number == 0 ? SIGINT : number;
}

}  // namespace gnac::cli
