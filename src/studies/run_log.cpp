#include "studies/run_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "gnac/error.h"

namespace gnac {
namespace {

constexpr std::string_view kSessionStart = "{\"session\"";

[[noreturn]] void fail(const std::string& what, const std::string& path) {
  throw Error("cannot " + what + " " + path + ": " + std::strerror(errno));
}

std::string read_all(int file, const std::string& path) {
  std::string bytes;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", path);
    if (got == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

struct Content {
  std::vector<RunRecord> runs;
  std::size_t whole_bytes = 0;  ///< up to the last line break
};

Content parse(std::string_view bytes, const std::string& path) {
  Content content;
  std::size_t line_number = 0;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = bytes.find('\n', begin);
    if (end == std::string_view::npos) break;  // torn: its line break was never written
    ++line_number;
    const std::string_view line = bytes.substr(begin, end - begin);
    if (!line.empty() && !line.starts_with(kSessionStart)) {
      try {
        content.runs.push_back(from_json_line(line));
      } catch (const Error& error) {
        throw Error(path + ", line " + std::to_string(line_number) +
                    " is not the record of a run; remove it to go on (" + error.what() + ")");
      }
    }
    begin = end + 1;
    content.whole_bytes = begin;
  }
  return content;
}

}  // namespace

std::vector<RunRecord> read_runs(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail("open", path);
  std::string bytes;
  try {
    bytes = read_all(file, path);
  } catch (...) {
    ::close(file);
    throw;
  }
  ::close(file);
  return parse(bytes, path).runs;
}

RunLog::RunLog(const std::string& path) : path_(path) {
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) fail("open", path);
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      throw Error("another program writes to " + path + "; wait for it or name another file");
    }
    const std::string bytes = read_all(file_, path);
    const Content content = parse(bytes, path);
    if (content.whole_bytes < bytes.size() &&
        ::ftruncate(file_, static_cast<off_t>(content.whole_bytes)) != 0) {
      fail("drop the unfinished last line of", path);
    }
    for (const RunRecord& run : content.runs) finished_.insert(key_of(run));
  } catch (...) {
    ::close(file_);
    throw;
  }
}

RunLog::~RunLog() {
  ::close(file_);
}

void RunLog::append(std::span<const RunRecord> runs) {
  std::string lines;
  for (const RunRecord& run : runs) lines += to_json_line(run) + '\n';
  write(lines);
  for (const RunRecord& run : runs) finished_.insert(key_of(run));
}

void RunLog::append_session(const std::string& json) {
  write(std::string(kSessionStart) + ":" + json + "}\n");
}

void RunLog::write(const std::string& lines) {
  for (std::size_t done = 0; done < lines.size();) {
    const ssize_t wrote = ::write(file_, lines.data() + done, lines.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) fail("write to", path_);
    done += static_cast<std::size_t>(wrote);
  }
  if (::fdatasync(file_) != 0) fail("write to", path_);
}

}  // namespace gnac
