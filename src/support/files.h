#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnac/error.h"

namespace gnac::detail {

/// The machine did not take what was to be written: a full disk, a quota, a failing device. No
/// fault of the caller's input.
class StorageError : public Error {
 public:
  using Error::Error;
};

/// Throws `what` with the reason of this errno: a StorageError or, where the caller can do
/// something about it (a missing folder, no permission), an Error.
[[noreturn]] void throw_write_error(const std::string& what, int code);

/// Write files as one transaction: afterwards all of them are there, whole, or after any failure
/// all are as they were. When the process is killed on the way each file is still whole, and
/// mend_files() brings the set to one of these two states. Symbolic links are followed. Devices and
/// pipes (and /dev/stdout) get their bytes after every file is on the disk. Throws Error naming the
/// file and the reason.
///
/// Each file goes to a temporary name in its folder and to the disk, then a journal beside them
/// says that all are complete, then they are renamed. The journal is locked while its process
/// lives. `last` is called when all is written and can still be taken back: what it throws does so.
void write_files(const std::vector<std::pair<std::string, std::string_view>>& path_and_bytes,
                 const std::function<void()>& last = {});

/// What write_files() left behind in the folders of these paths when its process was killed: files
/// that were complete are put in place, the rest is removed. Does nothing to the files of living
/// processes, and nothing where the folder cannot be read or written. Returns the places of files
/// that it put there. write_files() does this for its own folders.
std::vector<std::string> mend_files(const std::vector<std::string>& paths);

/// Throws Error when no file can have this name: it is empty or has a zero byte in it.
void check_file_name(const std::string& path);

/// The place that a path means when a file is written there: symbolic links followed, also those
/// whose target does not exist. Throws Error for a chain of links without an end.
std::string place_of(const std::string& path);

}  // namespace gnac::detail
