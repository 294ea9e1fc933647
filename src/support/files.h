#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnac/error.h"

namespace gnac::detail {

/// The machine could not store the data: a full disk, a quota, a failing device. Not the fault of
/// the caller's input.
class StorageError : public Error {
 public:
  using Error::Error;
};

/// Throws `what` with the reason of this errno: a StorageError or, if the caller can do
/// something about it (a missing folder, no permission), an Error.
[[noreturn]] void throw_write_error(const std::string& what, int code);

/// Write files as one transaction: afterwards all of them are there and complete, or, after any
/// failure, all are as they were before. If the process is killed midway, each file is still
/// complete, and mend_files() brings the set to one of these two states. Symbolic links are
/// followed. Devices and pipes (and /dev/stdout) get their bytes after every file is on the disk.
/// Throws Error naming the file and the reason.
///
/// Each file goes to a temporary name in its folder and to the disk, then, unless there is only
/// one, a journal next to them says that all are complete, then they are renamed. The journal is
/// locked while its process lives. `last` is called when everything is written but can still be
/// undone; it is undone if `last` throws.
void write_files(const std::vector<std::pair<std::string, std::string_view>>& path_and_bytes,
                 const std::function<void()>& last = {});

/// Clean up what write_files() left behind in the folders of these paths when its process was
/// killed: complete files are put in place, the rest is removed. Leaves the files of living
/// processes alone, and does nothing if the folder cannot be read or written. Returns the places of
/// the files that it put in place. write_files() does this for its own folders.
std::vector<std::string> mend_files(const std::vector<std::string>& paths);

/// Throws Error if no file can have this name, because it is empty or contains a zero byte.
void check_file_name(const std::string& path);

/// Where a file written to this path would end up: symbolic links are followed, even if their
/// target does not exist. Throws Error for an endless chain of links.
std::string place_of(const std::string& path);

}  // namespace gnac::detail
