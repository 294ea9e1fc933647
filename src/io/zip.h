#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gnac::detail {

/// A file in a zip archive, as the archive's directory describes it. Only its place within the
/// archive has been checked.
struct ZipEntry {
  std::string name;
  int method = 0;  ///< 0 stored, 8 deflated
  bool encrypted = false;
  std::uint32_t checksum = 0;
  std::uint64_t packed = 0;    ///< bytes in the archive
  std::uint64_t unpacked = 0;  ///< bytes of the content
  std::uint64_t place = 0;     ///< of its header in the archive
};

bool is_zip(std::string_view bytes);

/// The directory of an archive, also of the 64-bit form; `name` is for messages. Throws Error if it
/// is truncated or damaged, or lists more than 65,536 files.
std::vector<ZipEntry> zip_entries(std::string_view bytes, const std::string& name);

/// The content of one file. Throws Error if it is encrypted, packed in another way, truncated or
/// damaged, or if it would unpack to more than gunzip() allows.
std::string unzip(std::string_view bytes, const ZipEntry& entry, const std::string& name);

}  // namespace gnac::detail
