// A library to be loaded before the system's: lets the n-th call of a kind fail, or ends the
// process there as a power cut would.
//   GNAC_FAULT_CALL  open, write, rename, sync, link, unlink, malloc, thread or any (of the files',
//                    those among them that hardly fail: close, chmod, lock)
//   GNAC_FAULT_AT    n, from 1; 0: none
//   GNAC_FAULT_DO    fail, kill, or tear: kill after half of a write
//   GNAC_FAULT_COUNT a file that gets the number of such calls when the process ends by itself
// Calls count from the first fcntl() of the program's main(); for kills from the first file that
// write_files() makes.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

enum Kind { kOpen, kWrite, kRename, kSync, kLink, kUnlink, kOther, kMalloc, kThread, kKinds };
constexpr const char* kNames[kKinds] = {"open",   "write", "rename", "sync",  "link",
                                        "unlink", "other", "malloc", "thread"};

std::atomic<bool> started{false};
std::atomic<bool> writing{false};  // the first temporary has been asked for
std::atomic<long> calls{0};

struct Plan {
  int kind = -1;  // kKinds: any of the files'
  long at = 0;
  bool kill = false;
  bool tear = false;
  Plan() {
    const char* call = std::getenv("GNAC_FAULT_CALL");
    const char* n = std::getenv("GNAC_FAULT_AT");
    const char* what = std::getenv("GNAC_FAULT_DO");
    if (call == nullptr) return;
    for (int k = 0; k < kKinds; ++k) {
      if (std::strcmp(call, kNames[k]) == 0) kind = k;
    }
    if (std::strcmp(call, "any") == 0) kind = kKinds;
    if (n != nullptr) at = std::atol(n);
    kill = what != nullptr && std::strcmp(what, "kill") == 0;
    tear = what != nullptr && std::strcmp(what, "tear") == 0;
  }
};
const Plan plan;

/// Is this the call to fail?
bool hit(Kind kind) {
  if (!started.load(std::memory_order_relaxed)) return false;
  if ((plan.kill || plan.tear) && !writing.load()) return false;
  const bool counts =
      plan.kind == kind || (plan.kind == kKinds && kind != kMalloc && kind != kThread);
  if (!counts || calls.fetch_add(1) + 1 != plan.at) return false;
  if (plan.kill) ::kill(::getpid(), SIGKILL);
  return true;
}

template <class Fn>
Fn* real(const char* name) {
  return reinterpret_cast<Fn*>(::dlsym(RTLD_NEXT, name));
}

struct Reporter {
  ~Reporter() {
    started = false;
    if (const char* path = std::getenv("GNAC_FAULT_COUNT")) {
      if (FILE* file = std::fopen(path, "w")) {
        std::fprintf(file, "%ld\n", calls.load());
        std::fclose(file);
      }
    }
  }
};
const Reporter reporter;

void note_name(const char* path) {
  if (std::strstr(path, "/.gnac-") != nullptr) writing = true;
}

// A program may be linked with either name of these, with and without 64.
int open_file(const char* path, int flags, unsigned mode) {
  note_name(path);
  if (hit(kOpen)) {
    errno = EMFILE;
    return -1;
  }
  return real<int(const char*, int, ...)>("open64")(path, flags, mode);
}

int control_file(int fd, int command, void* argument) {
  started = true;
  return real<int(int, int, ...)>("fcntl64")(fd, command, argument);
}

}  // namespace

extern "C" {

int fcntl64(int fd, int command, ...) {
  std::va_list list;
  va_start(list, command);
  void* argument = va_arg(list, void*);
  va_end(list);
  return control_file(fd, command, argument);
}
int fcntl(int fd, int command, ...) {
  std::va_list list;
  va_start(list, command);
  void* argument = va_arg(list, void*);
  va_end(list);
  return control_file(fd, command, argument);
}

int open64(const char* path, int flags, ...) {
  std::va_list list;
  va_start(list, flags);
  const unsigned mode = va_arg(list, unsigned);
  va_end(list);
  return open_file(path, flags, mode);
}
int open(const char* path, int flags, ...) {
  std::va_list list;
  va_start(list, flags);
  const unsigned mode = va_arg(list, unsigned);
  va_end(list);
  return open_file(path, flags, mode);
}

ssize_t write(int fd, const void* data, std::size_t size) {
  const auto system = real<ssize_t(int, const void*, std::size_t)>("write");
  if (fd != STDERR_FILENO && hit(kWrite)) {
    if (plan.tear) {
      system(fd, data, size / 2);
      ::kill(::getpid(), SIGKILL);
    }
    errno = ENOSPC;
    return -1;
  }
  return system(fd, data, size);
}

int rename(const char* from, const char* to) {
  if (hit(kRename)) {
    errno = EIO;
    return -1;
  }
  return real<int(const char*, const char*)>("rename")(from, to);
}

int fsync(int fd) {
  if (hit(kSync)) {
    errno = EIO;
    return -1;
  }
  return real<int(int)>("fsync")(fd);
}

int link(const char* from, const char* to) {
  if (hit(kLink)) {
    errno = EPERM;
    return -1;
  }
  return real<int(const char*, const char*)>("link")(from, to);
}

int unlink(const char* path) {
  if (hit(kUnlink)) {
    errno = EIO;
    return -1;
  }
  return real<int(const char*)>("unlink")(path);
}

// Where only a kill is of interest.
int close(int fd) {
  hit(kOther);
  return real<int(int)>("close")(fd);
}

int fchmod(int fd, mode_t mode) {
  hit(kOther);
  return real<int(int, mode_t)>("fchmod")(fd, mode);
}

int flock(int fd, int how) {
  hit(kOther);
  return real<int(int, int)>("flock")(fd, how);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  if (hit(kThread)) return EAGAIN;
  return real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create")(
      thread, how, run, with);
}

#ifndef GNAC_FAULTS_NO_MALLOC
namespace {
bool no_memory() {
  if (plan.kind != kMalloc || !hit(kMalloc)) return false;
  errno = ENOMEM;
  return true;
}
}  // namespace

void* malloc(std::size_t size) {
  return no_memory() ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  return no_memory() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* at, std::size_t size) {
  return no_memory() ? nullptr : __libc_realloc(at, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return no_memory() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** at, std::size_t alignment, std::size_t size) {
  if (no_memory()) return ENOMEM;
  *at = __libc_memalign(alignment, size);
  return *at == nullptr ? ENOMEM : 0;
}
#endif
}
