#include "support/files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "gnac/error.h"
#include "support/descriptor.h"
#include "support/journal.h"

namespace gnac::detail {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
  throw Error("cannot write " + path + ": " + reason);
}

[[noreturn]] void fail_code(const std::string& path, int code) {
  throw_write_error("cannot write " + path, code);
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

struct Output {
  std::string path;  ///< as the caller wrote it, for messages
  std::string_view bytes;
  std::string place;  ///< "": a device or a pipe, nothing to rename
};

Output plan(const std::string& path, std::string_view bytes) {
  check_file_name(path);
  Output out{path, bytes, ""};
  if (own_descriptor(path) >= 0) return out;
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (fs::is_directory(status)) fail(path, "it is a folder; give the name of a file");
  if (fs::exists(status) && !fs::is_regular_file(status)) return out;
  out.place = place_of(path);
  const fs::path folder = fs::path(out.place).parent_path();
  if (!fs::is_directory(folder, code)) fail(path, "there is no folder " + folder.string());
  return out;
}

void write_direct(const Output& out) {
  if (const int own = own_descriptor(out.path); own >= 0) {
    if (!write_fully(own, out.bytes)) fail_code(out.path, errno);
    return;
  }
  Descriptor file(::open(out.path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.open() || !write_fully(file.get(), out.bytes) || !file.close())
    fail_code(out.path, errno);
}

/// Adds the file's name to any error in `step`.
template <class Step>
void named(const std::string& path, Step&& step) {
  try {
    step();
  } catch (const std::system_error& error) {
    fail_code(path, error.code().value());
  }
}

void write_all(const std::vector<Output>& files, const std::vector<Output>& direct,
               const std::function<void()>& last) {
  const auto write_rest = [&] {
    for (const Output& out : direct) write_direct(out);
    if (last) last();
  };
  if (files.empty()) return write_rest();
  std::vector<std::string> places;
  for (const Output& out : files) places.push_back(out.place);
  std::optional<Transaction> transaction;
  named(files[0].path, [&] { transaction.emplace(places); });
  for (std::size_t i = 0; i < files.size(); ++i)
    named(files[i].path, [&] { transaction->stage(i, files[i].bytes); });
  for (std::size_t i = 0; i < files.size(); ++i)
    named(files[i].path, [&] { transaction->keep_old(i); });
  if (files.size() > 1) named(files[0].path, [&] { transaction->commit(); });
  for (std::size_t i = 0; i < files.size(); ++i)
    named(files[i].path, [&] { transaction->place(i); });
  // One file is whole whichever of its two names a crash leaves; several must change together.
  if (files.size() > 1) named(files[0].path, [&] { transaction->sync_folders(); });
  write_rest();
  transaction->finish();
}

}  // namespace

void throw_write_error(const std::string& what, int code) {
  const std::string message = what + ": " + std::generic_category().message(code);
  const bool storage = code == ENOSPC || code == EDQUOT || code == EFBIG || code == EIO;
  if (storage) throw StorageError(message);
  throw Error(message);
}

void check_file_name(const std::string& path) {
  if (path.empty()) throw Error("a file cannot have an empty name");
  if (path.find('\0') != std::string::npos)
    throw Error("a file name cannot contain a zero byte: " + path.substr(0, path.find('\0')));
}

std::string place_of(const std::string& path) {
  constexpr int kMostLinks = 40;
  fs::path at = path;
  std::error_code code;
  for (int links = 0; fs::is_symlink(fs::symlink_status(at, code)); ++links) {
    if (links == kMostLinks) fail(path, "its symbolic links lead nowhere");
    const fs::path target = fs::read_symlink(at, code);
    if (code) fail(path, code.message());
    at = at.parent_path() / target;  // an absolute target replaces the whole path
  }
  fs::path folder = at.parent_path();
  if (folder.empty()) folder = ".";
  const fs::path whole = fs::canonical(folder, code);
  return ((code ? fs::absolute(folder, code) : whole) / at.filename()).string();
}

void write_files(const std::vector<std::pair<std::string, std::string_view>>& path_and_bytes,
                 const std::function<void()>& last) {
  std::vector<Output> files;
  std::vector<Output> direct;
  std::set<std::string> taken;
  std::vector<std::string> paths;
  for (const auto& [path, bytes] : path_and_bytes) {
    Output out = plan(path, bytes);
    if (!out.place.empty() && !taken.insert(out.place).second)
      fail(path, "two outputs would go to this one file");
    if (!out.place.empty()) paths.push_back(out.place);
    (out.place.empty() ? direct : files).push_back(std::move(out));
  }
  mend_files(paths);
  write_all(files, direct, last);
}

std::vector<std::string> mend_files(const std::vector<std::string>& paths) {
  std::set<std::string> folders;
  for (const std::string& path : paths) {
    std::error_code code;
    if (path.empty() || path.find('\0') != std::string::npos) continue;
    const fs::file_status status = fs::status(path, code);
    if (fs::exists(status) && !fs::is_regular_file(status)) continue;
    try {
      folders.insert(fs::path(place_of(path)).parent_path().string());
    } catch (const Error&) {
      // Whoever reads or writes the file will say so.
    }
  }
  std::vector<std::string> put;
  for (const std::string& folder : folders) {
    for (std::string& place : mend_folder(folder)) put.push_back(std::move(place));
  }
  return put;
}

}  // namespace gnac::detail
