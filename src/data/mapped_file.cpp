#include "data/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "gnac/error.h"
#include "support/descriptor.h"
#include "support/files.h"

namespace gnac::detail {

MappedFile::MappedFile(const std::string& path) {
  check_file_name(path);
  const auto fail = [&](int code) {
    throw Error("cannot read " + path + ": " + std::generic_category().message(code));
  };
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) fail(errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail(errno);
  if (S_ISDIR(status.st_mode)) fail(EISDIR);
  if (!S_ISREG(status.st_mode)) throw Error("cannot map " + path + ": it is not a regular file");
  if (status.st_size == 0) throw Error(path + " is empty");
  size_ = static_cast<std::size_t>(status.st_size);
  start_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (start_ == MAP_FAILED) {
    start_ = nullptr;
    fail(errno);
  }
}

MappedFile::~MappedFile() {
  if (start_ != nullptr) ::munmap(start_, size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : start_(std::exchange(other.start_, nullptr)), size_(std::exchange(other.size_, 0)) {}

}  // namespace gnac::detail
