#include "support/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gnac/error.h"

namespace gnac {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw Error("cannot write " + path + ": " + reason);
}

[[noreturn]] void fail_errno(const std::string& path) {
  fail(path, std::generic_category().message(errno));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  /// Some file systems report a failed write only here.
  int close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

void write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), std::min<std::size_t>(bytes.size(), 1 << 30));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_errno(path);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

/// The open descriptor that /dev/stdout, /dev/stderr, /dev/fd/N or /proc/self/fd/N means, else -1.
/// Opening such a name again would give a redirected file a second write position.
int own_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view prefix : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(prefix)) continue;
    int fd = -1;
    const char* end = path.data() + path.size();
    const auto result = std::from_chars(path.data() + prefix.size(), end, fd);
    if (result.ec == std::errc() && result.ptr == end) return fd;
  }
  return -1;
}

/// One file on its way to its place.
struct Output {
  std::string path;   ///< as the caller wrote it, for messages
  std::string place;  ///< where the bytes go: symbolic links followed
  std::string_view bytes;
  bool direct = false;      ///< a device, a pipe: nothing to rename
  std::string temporary{};  ///< exists while not empty
  std::string backup{};     ///< a second name of the file that was there before, while not empty
  bool placed = false;
};

Output plan(const std::string& path, std::string_view bytes) {
  if (path.empty()) throw Error("cannot write a file with an empty name");
  Output out{path, path, bytes};
  if (own_descriptor(path) >= 0) {
    out.direct = true;
    return out;
  }
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (fs::is_directory(status)) fail(path, "it is a folder; give the name of a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    out.direct = true;
    return out;
  }
  const fs::path resolved = fs::weakly_canonical(path, code);
  if (!code) out.place = resolved.string();
  const fs::path folder = fs::path(out.place).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, code)) {
    fail(path, "there is no folder " + folder.string());
  }
  return out;
}

/// A name beside `place` that no other process and no other call uses.
std::string beside(const std::string& place) {
  static std::atomic<unsigned> counter{0};
  return place + ".gnac-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp";
}

void write_temporary(Output& out) {
  const std::string name = beside(out.place);
  Descriptor file(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) fail_errno(out.path);
  out.temporary = name;
  struct stat old {};
  if (::stat(out.place.c_str(), &old) == 0 && ::fchmod(file.get(), old.st_mode & 07777) != 0) {
    fail_errno(out.path);
  }
  write_all(file.get(), out.bytes, out.path);
  if (::fsync(file.get()) != 0 || file.close() != 0) fail_errno(out.path);
}

void write_direct(const Output& out) {
  if (const int own = own_descriptor(out.path); own >= 0) {
    write_all(own, out.bytes, out.path);
    return;
  }
  Descriptor file(::open(out.path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) fail_errno(out.path);
  write_all(file.get(), out.bytes, out.path);
  if (file.close() != 0) fail_errno(out.path);
}

void put_in_place(Output& out) {
  // A second name for what is there now, so that it can be put back. Where the file system has no
  // hard links this file cannot be put back, and is replaced all the same.
  const std::string backup = beside(out.place);
  if (::link(out.place.c_str(), backup.c_str()) == 0) out.backup = backup;
  if (::rename(out.temporary.c_str(), out.place.c_str()) != 0) fail_errno(out.path);
  out.temporary.clear();
  out.placed = true;
}

void undo(Output& out) noexcept {
  if (!out.temporary.empty()) ::unlink(out.temporary.c_str());
  if (out.placed && !out.backup.empty()) {
    ::rename(out.backup.c_str(), out.place.c_str());
  } else if (!out.backup.empty()) {
    ::unlink(out.backup.c_str());
  } else if (out.placed) {
    ::unlink(out.place.c_str());
  }
}

}  // namespace

void write_files(const std::vector<std::pair<std::string, std::string_view>>& path_and_bytes) {
  std::vector<Output> outputs;
  for (const auto& [path, bytes] : path_and_bytes) {
    Output out = plan(path, bytes);
    const bool taken = std::any_of(outputs.begin(), outputs.end(), [&](const Output& other) {
      return !out.direct && other.place == out.place;
    });
    if (taken) fail(path, "two outputs would go to this one file");
    outputs.push_back(std::move(out));
  }
  try {
    for (Output& out : outputs) {
      if (!out.direct) write_temporary(out);
    }
    for (const Output& out : outputs) {
      if (out.direct) write_direct(out);
    }
    for (Output& out : outputs) {
      if (!out.direct) put_in_place(out);
    }
  } catch (...) {
    std::for_each(outputs.rbegin(), outputs.rend(), undo);
    throw;
  }
  for (const Output& out : outputs) {
    if (!out.backup.empty()) ::unlink(out.backup.c_str());
  }
}

}  // namespace gnac
