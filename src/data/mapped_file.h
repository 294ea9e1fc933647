#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gnac::detail {

/// A memory-mapped file: the system reads pages when they are accessed and drops them when it needs
/// the memory. The file must not shrink meanwhile.
class MappedFile {
 public:
  /// Throws Error naming the file and the reason.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  MappedFile& operator=(MappedFile&&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(start_), size_}; }

 private:
  void* start_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gnac::detail
