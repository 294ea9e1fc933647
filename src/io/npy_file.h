#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/npy.h"

namespace gnac::detail {

/// A .npy file, of which rows are read in pieces when they are asked for: no second copy of the
/// array is made, and many files take no descriptors meanwhile. Not mapped into memory: if another
/// program shortens the file, that is an Error here, while it would end the process there.
class NpyFile {
 public:
  /// None if the path is not a regular file that begins like .npy. Throws Error if it cannot be
  /// read, and like parse_npy().
  static std::optional<NpyFile> open(const std::string& path);

  const NpyLayout& layout() const { return layout_; }
  std::size_t size() const { return size_; }  ///< in bytes, when it was opened

  /// The rows [begin, end) as doubles, row by row; `out` has (end - begin)×cols.
  void rows(std::int64_t begin, std::int64_t end, double* out) const;

  NpyArray whole() const;

 private:
  explicit NpyFile(const std::string& path) : path_(path) {}

  std::string path_;
  std::size_t size_ = 0;
  NpyLayout layout_;
};

}  // namespace gnac::detail
