// The parts of the zip format that NumPy writes. All numbers are little-endian in the format and on
// this machine (npy.cpp asserts it).
#include "io/zip.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

constexpr std::string_view kFile = "PK\x03\x04";
constexpr std::string_view kDirectoryEntry = "PK\x01\x02";
constexpr std::string_view kEnd = "PK\x05\x06";
constexpr std::string_view kEnd64 = "PK\x06\x06";
constexpr std::string_view kEnd64Place = "PK\x06\x07";
constexpr std::size_t kFileSize = 30;
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kEnd64Size = 56;
constexpr std::size_t kEnd64PlaceSize = 20;
constexpr std::size_t kMostFiles = std::size_t{1} << 16;
constexpr std::uint32_t kSee64 = 0xffffffff;  // the true value is in the 64-bit part

[[noreturn]] void throw_damaged(const std::string& name, const std::string& reason) {
  throw Error(name + " is damaged: " + reason);
}

template <class T>
T number(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// `size` bytes at `place`; both come from the file and are not trusted.
std::string_view piece(std::string_view bytes, std::uint64_t place, std::uint64_t size,
                       const std::string& name) {
  if (place > bytes.size() || size > bytes.size() - place)
    throw_damaged(name, "its zip directory points outside of it");
  return bytes.substr(place, size);
}

struct Directory {
  std::uint64_t count = 0;
  std::uint64_t size = 0;
  std::uint64_t place = 0;
};

Directory find_directory(std::string_view bytes, const std::string& name) {
  // Only a comment of at most 64 KiB may follow the end record.
  constexpr std::size_t kLongest = kEndSize + 0xffff;
  const std::string_view tail = bytes.substr(bytes.size() - std::min(bytes.size(), kLongest));
  const std::size_t at = tail.rfind(kEnd);
  if (at == std::string_view::npos || tail.size() - at < kEndSize)
    throw Error(name +
                " is truncated: it starts like a zip archive but has no directory at its end");
  const std::string_view end = tail.substr(at, kEndSize);
  const Directory found{number<std::uint16_t>(end, 10), number<std::uint32_t>(end, 12),
                        number<std::uint32_t>(end, 16)};
  const std::size_t before = bytes.size() - tail.size() + at;
  if (found.count != 0xffff && found.size != kSee64 && found.place != kSee64) return found;
  if (before < kEnd64PlaceSize) return found;
  const std::string_view locator = bytes.substr(before - kEnd64PlaceSize, kEnd64PlaceSize);
  if (!locator.starts_with(kEnd64Place)) return found;
  const std::string_view large = piece(bytes, number<std::uint64_t>(locator, 8), kEnd64Size, name);
  if (!large.starts_with(kEnd64))
    throw_damaged(name, "its 64-bit zip directory is not where it should be");
  return {number<std::uint64_t>(large, 32), number<std::uint64_t>(large, 40),
          number<std::uint64_t>(large, 48)};
}

/// Sizes and place that did not fit into 32 bits, from the entry's extra fields.
void take_large_values(ZipEntry& entry, std::string_view extra, const std::string& name) {
  constexpr std::uint16_t kLargeValues = 1;
  while (extra.size() >= 4) {
    const auto kind = number<std::uint16_t>(extra, 0);
    const std::size_t size = number<std::uint16_t>(extra, 2);
    std::string_view field = extra.substr(4, size);
    if (field.size() < size) throw_damaged(name, "an entry of its zip directory ends too early");
    extra.remove_prefix(4 + size);
    if (kind != kLargeValues) continue;
    for (std::uint64_t* value : {&entry.unpacked, &entry.packed, &entry.place}) {
      if (*value != kSee64) continue;
      if (field.size() < 8) throw_damaged(name, "an entry of its zip directory ends too early");
      *value = number<std::uint64_t>(field, 0);
      field.remove_prefix(8);
    }
  }
}

}  // namespace

bool is_zip(std::string_view bytes) {
  return bytes.starts_with(kFile) || bytes.starts_with(kEnd);
}

std::vector<ZipEntry> zip_entries(std::string_view bytes, const std::string& name) {
  const Directory directory = find_directory(bytes, name);
  if (directory.count > kMostFiles)
    throw Error(name + " is an archive of more than " + std::to_string(kMostFiles) + " files");
  std::string_view rest = piece(bytes, directory.place, directory.size, name);
  std::vector<ZipEntry> entries;
  while (entries.size() < directory.count) {
    if (rest.size() < kEntrySize || !rest.starts_with(kDirectoryEntry))
      throw_damaged(name, "its zip directory holds fewer files than it says");
    const std::size_t name_size = number<std::uint16_t>(rest, 28);
    const std::size_t extra_size = number<std::uint16_t>(rest, 30);
    const std::size_t comment_size = number<std::uint16_t>(rest, 32);
    const std::size_t size = kEntrySize + name_size + extra_size + comment_size;
    if (rest.size() < size) throw_damaged(name, "an entry of its zip directory ends too early");
    ZipEntry& entry = entries.emplace_back();
    entry.encrypted = (number<std::uint16_t>(rest, 8) & 1) != 0;
    entry.method = number<std::uint16_t>(rest, 10);
    entry.checksum = number<std::uint32_t>(rest, 16);
    entry.packed = number<std::uint32_t>(rest, 20);
    entry.unpacked = number<std::uint32_t>(rest, 24);
    entry.place = number<std::uint32_t>(rest, 42);
    entry.name = rest.substr(kEntrySize, name_size);
    take_large_values(entry, rest.substr(kEntrySize + name_size, extra_size), name);
    rest.remove_prefix(size);
  }
  return entries;
}

std::string unzip(std::string_view bytes, const ZipEntry& entry, const std::string& name) {
  constexpr int kStored = 0;
  constexpr int kDeflated = 8;
  const std::string inside = cite(entry.name) + " in " + name;
  if (entry.encrypted) throw Error(inside + " is encrypted; save it without a password");
  const std::string_view head = piece(bytes, entry.place, kFileSize, name);
  if (!head.starts_with(kFile)) throw_damaged(name, "its zip directory points to no file");
  const std::uint64_t start =
      entry.place + kFileSize + number<std::uint16_t>(head, 26) + number<std::uint16_t>(head, 28);
  const std::string_view packed = piece(bytes, start, entry.packed, name);
  std::string content;
  if (entry.method == kStored) {
    content = packed;
  } else if (entry.method == kDeflated) {
    content = inflate_raw(packed, inside);
  } else {
    throw Error(inside +
                " is compressed in a way that gnac cannot read; save it with numpy.savez "
                "or numpy.savez_compressed");
  }
  if (content.size() != entry.unpacked)
    throw_damaged(inside, "it does not have the size that the archive states");
  // zlib counts in 32 bits.
  uLong sum = crc32(0, nullptr, 0);
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t part = std::min(content.size() - at, std::size_t{1} << 30);
    sum = crc32(sum, reinterpret_cast<const Bytef*>(content.data() + at), static_cast<uInt>(part));
    at += part;
  }
  if (sum != entry.checksum) throw_damaged(inside, "its checksum does not match");
  return content;
}

}  // namespace gnac::detail
