#include "process/child.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "gnac/error.h"

namespace gnac::detail {
namespace {

constexpr int kBeat = 100;  // milliseconds between looks at the clock and the observer

// The pipe carries messages: kind, length, bytes.
enum class Kind : std::uint64_t { progress, answer, failure, no_memory };
struct Head {
  Kind kind;
  std::uint64_t bytes;
};

/// Runs in the child. If the parent is gone, SIGPIPE ends it.
void send(int pipe, Kind kind, const void* data, std::size_t size) {
  const Head head{kind, size};
  std::string message(sizeof head + size, '\0');
  std::memcpy(message.data(), &head, sizeof head);
  std::memcpy(message.data() + sizeof head, data, size);
  for (std::size_t sent = 0; sent < message.size();) {
    const ssize_t got = write(pipe, message.data() + sent, message.size() - sent);
    if (got < 0 && errno != EINTR) _exit(1);
    if (got > 0) sent += static_cast<std::size_t>(got);
  }
}

/// Runs in the child. It inherits the files that the parent has locked: without the death signal, a
/// killed parent's locks would last until the next progress message.
[[noreturn]] void be_child(int pipe, const ChildWork& work) {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  const auto answer = [pipe](Kind kind, std::string_view text) {
    send(pipe, kind, text.data(), text.size());
  };
  try {
    answer(Kind::answer, work([pipe](const Progress& progress) {
             send(pipe, Kind::progress, &progress, sizeof progress);
             return true;
           }));
  } catch (const std::bad_alloc&) {
    answer(Kind::no_memory, "there is not enough memory");
  } catch (const MemoryError& error) {
    answer(Kind::no_memory, error.what());
  } catch (const std::exception& error) {
    answer(Kind::failure, error.what());
  }
  _exit(0);
}

/// The child process and our end of its pipe; the destructor ends both.
struct Child {
  pid_t pid = -1;
  int pipe = -1;

  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pipe >= 0) close(pipe);
    if (pid < 0) return;
    kill(pid, SIGKILL);
    wait();
  }

  int wait() {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    pid = -1;
    return status;
  }
};

/// Splits the bytes received so far into messages.
struct Inbox {
  std::string bytes;
  Progress progress;  ///< the last one received
  ChildAnswer answer;
  bool answered = false;

  void take() {
    std::size_t at = 0;
    while (bytes.size() - at >= sizeof(Head)) {
      Head head{};
      std::memcpy(&head, bytes.data() + at, sizeof head);
      if (bytes.size() - at - sizeof head < head.bytes) break;
      const std::string_view body = std::string_view(bytes).substr(at + sizeof head, head.bytes);
      if (head.kind == Kind::progress) {
        std::memcpy(&progress, body.data(), sizeof progress);
      } else {
        (head.kind == Kind::answer ? answer.bytes : answer.failure) = body;
        answer.no_memory = head.kind == Kind::no_memory;
        answered = true;
      }
      at += sizeof head + head.bytes;
    }
    bytes.erase(0, at);
  }
};

ChildAnswer failure(std::string why, bool late = false) {
  return {.failure = std::move(why), .late = late};
}

std::string death(int status) {
  if (!WIFSIGNALED(status)) return "its process ended without an answer";
  if (WTERMSIG(status) == SIGKILL) return "its process was killed, probably because memory ran out";
  return fmt::format("its process was ended by signal {}", WTERMSIG(status));
}

}  // namespace

ChildAnswer run_in_child(const ChildWork& work, const Observer& observer, double time_limit) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw Error("cannot open a pipe to another process");
  Child child;
  child.pipe = ends[0];
  child.pid = fork();
  const int reason = errno;
  if (child.pid == 0) {
    close(ends[0]);
    be_child(ends[1], work);
  }
  close(ends[1]);
  if (child.pid < 0)
    throw Error(fmt::format("cannot start another process: {}", std::strerror(reason)));

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Inbox inbox;
  std::array<char, 1 << 16> buffer{};
  for (bool open = true; open;) {
    pollfd ready{child.pipe, POLLIN, 0};
    if (poll(&ready, 1, kBeat) > 0) {
      const ssize_t got = read(child.pipe, buffer.data(), buffer.size());
      open = got > 0 || (got < 0 && errno == EINTR);
      if (got > 0) inbox.bytes.append(buffer.data(), static_cast<std::size_t>(got));
      inbox.take();
    }
    if (!observer(inbox.progress)) throw Cancelled();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (time_limit > 0 && seconds > time_limit && !inbox.answered)
      return failure(fmt::format("stopped after {:g} seconds", time_limit), true);
  }
  const int status = child.wait();
  return inbox.answered ? inbox.answer : failure(death(status));
}

}  // namespace gnac::detail
