#include "io/npy_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <utility>

#include "gnac/error.h"
#include "io/bytes.h"
#include "support/descriptor.h"
#include "support/files.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kPiece = 1 << 18;  // bytes that are read at once

[[noreturn]] void throw_changed(const std::string& path) {
  throw Error(path +
              " became shorter while it was being read: another program is writing it; try again "
              "when that has finished");
}

struct RegularFile {
  Descriptor file;
  std::size_t size = 0;
};

/// No file if it is not a regular one. A pipe may be opened only once, so it is not opened here.
RegularFile open_regular(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw_unreadable(path);
  if (!S_ISREG(status.st_mode)) return {Descriptor(), 0};
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open() || ::fstat(file.get(), &status) != 0) throw_unreadable(path);
  return {std::move(file), static_cast<std::size_t>(status.st_size)};
}

void read(const Descriptor& file, std::size_t offset, std::size_t size, char* out,
          const std::string& path) {
  while (size > 0) {
    const ssize_t got = ::pread(file.get(), out, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_unreadable(path);
    if (got == 0) throw_changed(path);
    offset += static_cast<std::size_t>(got);
    size -= static_cast<std::size_t>(got);
    out += got;
  }
}

}  // namespace

std::optional<NpyFile> NpyFile::open(const std::string& path) {
  check_file_name(path);
  const RegularFile opened = open_regular(path);
  if (!opened.file.open()) return std::nullopt;
  std::string start(std::min(opened.size, kNpyStart), '\0');
  read(opened.file, 0, start.size(), start.data(), path);
  if (!is_npy(start)) return std::nullopt;
  NpyFile made(path);
  made.size_ = opened.size;
  made.layout_ = npy_layout(start, opened.size, path);
  return made;
}

void NpyFile::rows(std::int64_t begin, std::int64_t end, double* out) const {
  assert(0 <= begin && begin <= end && end <= layout_.rows);
  const RegularFile opened = open_regular(path_);
  if (opened.size < size_) throw_changed(path_);
  const std::int64_t most = std::min(kPiece / layout_.width, (end - begin) * layout_.cols);
  std::string piece(static_cast<std::size_t>(most * layout_.width), '\0');
  const auto take = [&](std::int64_t first, std::int64_t count) {
    while (count > 0) {
      const std::int64_t here = std::min(count, most);
      read(opened.file, layout_.offset + static_cast<std::size_t>(first * layout_.width),
           static_cast<std::size_t>(here * layout_.width), piece.data(), path_);
      npy_values(layout_, first, here, piece.data(), begin, out);
      first += here;
      count -= here;
    }
  };
  const bool all = end - begin == layout_.rows;
  if (all || !layout_.fortran) return take(begin * layout_.cols, (end - begin) * layout_.cols);
  for (std::int64_t c = 0; c < layout_.cols; ++c) take(c * layout_.rows + begin, end - begin);
}

NpyArray NpyFile::whole() const {
  NpyArray array{{}, layout_.rows, layout_.cols};
  array.values.resize(static_cast<std::size_t>(array.rows * array.cols));
  rows(0, array.rows, array.values.data());
  return array;
}

}  // namespace gnac::detail
