#include "studies/run_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "gnac/error.h"
#include "io/bytes.h"
#include "support/descriptor.h"
#include "support/files.h"

namespace gnac::detail {
namespace {

constexpr std::string_view kSessionStart = "{\"session\"";

[[noreturn]] void fail(const std::string& what, const std::string& path) {
  throw Error("cannot " + what + " " + path + ": " + std::strerror(errno));
}

struct Content {
  std::vector<RunRecord> runs;
  std::size_t whole_bytes = 0;  ///< of the file, up to the last line break
};

Content parse(std::string_view file, const std::string& path) {
  Content content;
  const bool packed = is_gzip(file);
  const Unpacked unpacked = packed ? gunzip_whole(file, path) : Unpacked{};
  const std::string_view bytes = packed ? unpacked.content : file;
  std::size_t line_number = 0;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = bytes.find('\n', begin);
    if (end == std::string_view::npos) break;  // incomplete: its line break was never written
    ++line_number;
    const std::string_view line = bytes.substr(begin, end - begin);
    if (!line.empty() && !line.starts_with(kSessionStart)) {
      try {
        content.runs.push_back(from_json_line(line));
      } catch (const Error& error) {
        throw Error(path + ", line " + std::to_string(line_number) +
                    " is not the record of a run (" + error.what() +
                    "); remove that line to continue");
      }
    }
    begin = end + 1;
    content.whole_bytes = begin;
  }
  // An incomplete line within a compressed member cannot be cut off the file.
  if (packed && content.whole_bytes < bytes.size())
    throw Error("the last line of " + path + " is incomplete; unpack the file and remove it");
  if (packed) content.whole_bytes = unpacked.taken;
  return content;
}

}  // namespace

std::vector<RunRecord> parse_runs(std::string_view bytes, const std::string& name) {
  return parse(bytes, name).runs;
}

std::vector<RunRecord> read_runs(const std::string& path) {
  check_file_name(path);
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) fail("open", path);
  std::string bytes;
  if (!read_fully(file.get(), bytes)) fail("read", path);
  return parse_runs(bytes, path);
}

RunLog::RunLog(const std::string& path) : path_(path) {
  check_file_name(path);
  file_ = Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file_.open()) fail("open", path);
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0)
    throw Error("another program is writing to " + path + "; wait for it or name another file");
  std::string bytes;
  if (!read_fully(file_.get(), bytes)) fail("read", path);
  packed_ = bytes.empty() ? path.ends_with(".gz") : is_gzip(bytes);
  const Content content = parse(bytes, path);
  if (content.whole_bytes < bytes.size() &&
      ::ftruncate(file_.get(), static_cast<off_t>(content.whole_bytes)) != 0) {
    fail("drop the unfinished last line of", path);
  }
  for (const RunRecord& run : content.runs) finished_.insert(key_of(run));
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
  const std::string bytes = packed_ ? gzip(lines) : lines;
  if (!write_fully(file_.get(), bytes) || ::fdatasync(file_.get()) != 0) fail("write to", path_);
}

}  // namespace gnac::detail
