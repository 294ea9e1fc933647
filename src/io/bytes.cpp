#include "io/bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "gnac/error.h"
#include "support/descriptor.h"
#include "support/files.h"
#include "support/free_memory.h"
#include "support/memory.h"

namespace gnac::detail {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;

std::string read_all(int fd, const std::string& path) {
  std::size_t expected = 0;
  struct stat info {};
  if (::fstat(fd, &info) == 0) {
    if (S_ISDIR(info.st_mode)) throw Error(display_name(path) + " is a folder; give a file");
    if (S_ISREG(info.st_mode)) expected = static_cast<std::size_t>(info.st_size);
  }
  // One byte more than expected, so that the end is found without growing the buffer; files that
  // the system makes up, and pipes, have no size and give no more than this at once.
  constexpr std::size_t kPipe = std::size_t{1} << 16;
  std::string bytes(expected > 0 ? expected + 1 : kPipe, '\0');
  std::size_t size = 0;
  for (;;) {
    if (size == bytes.size()) bytes.resize(2 * size);
    const ssize_t got = ::read(fd, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_unreadable(path);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

std::string read_raw(const std::string& path) {
  if (path == "-") return read_all(STDIN_FILENO, path);
  check_file_name(path);
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) throw_unreadable(path);
  return read_all(file.get(), path);
}

constexpr int kGzip = MAX_WBITS + 16;
constexpr int kRaw = -MAX_WBITS;  // deflate without a header, as in zip archives

struct Inflater {
  z_stream stream{};
  explicit Inflater(int form) {
    if (inflateInit2(&stream, form) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

struct Deflater {
  z_stream stream{};
  explicit Deflater(int level) {
    if (deflateInit2(&stream, level, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
};

constexpr std::size_t kMostFed = std::size_t{1} << 30;  // to zlib at once

constexpr std::size_t kAlwaysUnpacked = std::size_t{32} << 20;
constexpr std::size_t kMostRatio = 100;

/// The most bytes that this many packed ones may unpack to.
std::size_t most_unpacked(std::size_t packed) {
  return std::max(kAlwaysUnpacked, kMostRatio * packed);
}

/// Unpacked bytes: all are counted, but only up to a limit are kept. A bomb is refused by its count
/// before it takes the memory that it asks for.
class Unpacking {
 public:
  Unpacking(std::size_t packed, const std::string& name, std::size_t keep = kAlwaysUnpacked)
      : most_(most_unpacked(packed)), keep_(keep), name_(name) {
    if (keep > kAlwaysUnpacked) content_.reserve(keep);  // it is known to be that much
  }

  void add(std::string_view bytes) {
    if (bytes.size() > most_ - size_) {
      throw Error(name_ + " unpacks to more than " + size_text(static_cast<double>(most_)) +
                  ", over " + std::to_string(kMostRatio) +
                  " times its size, which no table does; if this is right, unpack it yourself");
    }
    size_ += bytes.size();
    content_.append(bytes.substr(0, keep_ - content_.size()));
  }

  /// Forget what came after the first `size` bytes.
  void cut(std::size_t size) {
    size_ = size;
    content_.resize(std::min(size, content_.size()));
  }

  std::size_t size() const { return size_; }
  bool whole() const { return content_.size() == size_; }
  std::string take() { return std::move(content_); }

 private:
  std::size_t most_;
  std::size_t keep_;
  std::size_t size_ = 0;
  std::string content_;  // the first of them
  const std::string& name_;
};

/// Inflate one member from the front of `bytes`; returns the bytes it took, or 0 when it is cut
/// short.
std::size_t inflate_member(std::string_view bytes, int form, Unpacking& out,
                           const std::string& name) {
  Inflater inflater(form);
  z_stream& z = inflater.stream;
  // zlib counts in 32 bits: feed and drain in chunks.
  std::size_t taken = 0;
  // Small content is not worth a large buffer.
  const std::size_t room = std::clamp(16 * bytes.size(), std::size_t{1} << 12, kChunk);
  std::string buffer(room, '\0');
  for (;;) {
    const std::size_t feed = std::min(bytes.size() - taken, kChunk);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
    z.avail_in = static_cast<uInt>(feed);
    z.next_out = reinterpret_cast<Bytef*>(buffer.data());
    z.avail_out = static_cast<uInt>(room);
    const int code = inflate(&z, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      throw Error(name + " is damaged: its compressed data cannot be unpacked");
    }
    taken += feed - z.avail_in;
    out.add({buffer.data(), room - z.avail_out});
    if (code == Z_STREAM_END) return taken;
    if (taken == bytes.size() && z.avail_out != 0) return 0;
  }
}

/// The content that `unpack` adds, and what it returns. If there is more than is kept at first, it
/// is unpacked again into a buffer of its size.
template <class Unpack>
Unpacked unpack_all(std::size_t packed, const std::string& name, Unpack&& unpack) {
  std::size_t size = 0;
  {
    Unpacking first(packed, name);
    const std::size_t taken = unpack(first);
    if (first.whole()) return {first.take(), taken};
    size = first.size();
  }
  Unpacking all(packed, name, size);
  const std::size_t taken = unpack(all);
  return {all.take(), taken};
}

}  // namespace

std::string display_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

void throw_unreadable(const std::string& path) {
  const int reason = errno;
  if (path.find("://") != std::string::npos)
    throw Error(path + " is an address, and gnac reads files; save it to one first");
  throw Error("cannot read " + display_name(path) + ": " + std::generic_category().message(reason));
}

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

Unpacked gunzip_whole(std::string_view bytes, const std::string& name) {
  return unpack_all(bytes.size(), name, [&](Unpacking& out) {
    std::size_t taken = 0;
    while (is_gzip(bytes.substr(taken))) {
      const std::size_t before = out.size();
      const std::size_t member = inflate_member(bytes.substr(taken), kGzip, out, name);
      if (member == 0) out.cut(before);
      if (member == 0) break;
      taken += member;
    }
    return taken;
  });
}

std::string gunzip(std::string_view bytes, const std::string& name) {
  Unpacked out = gunzip_whole(bytes, name);
  const std::string_view rest = bytes.substr(out.taken);
  if (is_gzip(rest)) throw Error(name + " is truncated: its gzip data ends too early");
  // Tape and block devices pad with zeros; anything else was not written by a compressor.
  if (rest.find_first_not_of('\0') != std::string_view::npos) {
    throw Error(name + " is damaged: other bytes follow its gzip data");
  }
  return std::move(out.content);
}

std::string inflate_raw(std::string_view bytes, const std::string& name) {
  Unpacked out = unpack_all(bytes.size(), name, [&](Unpacking& content) {
    const std::size_t taken = inflate_member(bytes, kRaw, content, name);
    if (taken == 0) throw Error(name + " is truncated: its compressed data ends too early");
    if (taken != bytes.size()) throw Error(name + " is damaged: other bytes follow its data");
    return taken;
  });
  return std::move(out.content);
}

std::string gzip(std::string_view bytes, int level) {
  Deflater deflater(level);
  z_stream& z = deflater.stream;
  const std::size_t room = std::min<std::size_t>(deflateBound(&z, bytes.size()), kChunk);
  std::string buffer(room, '\0');
  std::string out;
  int code = Z_OK;
  // zlib counts in 32 bits: feed and drain in chunks.
  for (std::size_t taken = 0; code != Z_STREAM_END;) {
    const std::size_t feed = std::min(bytes.size() - taken, kMostFed);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
    z.avail_in = static_cast<uInt>(feed);
    z.next_out = reinterpret_cast<Bytef*>(buffer.data());
    z.avail_out = static_cast<uInt>(room);
    code = deflate(&z, taken + feed == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
    taken += feed - z.avail_in;
    out.append(buffer, 0, room - z.avail_out);
  }
  return out;
}

void throw_too_large(const std::string& path, std::size_t bytes) {
  throw MemoryError(display_name(path) + " is too large for this machine's memory: it holds " +
                    size_text(static_cast<double>(bytes)) + " of data but only " +
                    size_text(available_memory()) + " is available");
}

std::string read_bytes(const std::string& path) {
  std::string bytes;
  try {
    bytes = read_raw(path);
    if (is_gzip(bytes)) return gunzip(bytes, display_name(path));
    return bytes;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  std::size_t size = bytes.size();
  free_memory(bytes);
  std::error_code code;
  if (size == 0 && path != "-") size = std::filesystem::file_size(path, code);
  throw_too_large(path, code ? 0 : size);
}

}  // namespace gnac::detail
