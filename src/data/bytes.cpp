#include "data/bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <stdexcept>
#include <system_error>

#include "gnac/error.h"

namespace gnac {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;

[[noreturn]] void fail(const std::string& path) {
  throw Error("cannot read " + display_name(path) + ": " + std::generic_category().message(errno));
}

std::string read_all(int fd, const std::string& path) {
  std::size_t expected = 0;
  struct stat info {};
  if (::fstat(fd, &info) == 0) {
    if (S_ISDIR(info.st_mode)) throw Error(display_name(path) + " is a folder; give a file");
    if (S_ISREG(info.st_mode)) expected = static_cast<std::size_t>(info.st_size);
  }
  // One byte more than expected, so that the end is seen without growing.
  std::string bytes(std::max(expected + 1, kChunk), '\0');
  std::size_t size = 0;
  for (;;) {
    if (size == bytes.size()) bytes.resize(2 * size);
    const ssize_t got = ::read(fd, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

std::string read_raw(const std::string& path) {
  if (path == "-") return read_all(STDIN_FILENO, path);
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail(path);
  struct Closer {
    int fd;
    ~Closer() { ::close(fd); }
  } closer{fd};
  return read_all(fd, path);
}

struct Inflater {
  z_stream stream{};
  Inflater() {
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&stream, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

/// Inflate one member from the front of `bytes` onto `out`; returns the bytes it took.
std::size_t inflate_member(std::string_view bytes, std::string& out, const std::string& name) {
  Inflater inflater;
  z_stream& z = inflater.stream;
  // zlib counts in 32 bits: feed and drain in chunks.
  std::size_t taken = 0;
  std::string buffer(kChunk, '\0');
  for (;;) {
    const std::size_t feed = std::min(bytes.size() - taken, kChunk);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
    z.avail_in = static_cast<uInt>(feed);
    z.next_out = reinterpret_cast<Bytef*>(buffer.data());
    z.avail_out = static_cast<uInt>(kChunk);
    const int code = inflate(&z, Z_NO_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      throw Error(name + " is damaged: its gzip data cannot be unpacked");
    }
    taken += feed - z.avail_in;
    out.append(buffer.data(), kChunk - z.avail_out);
    if (code == Z_STREAM_END) return taken;
    if (taken == bytes.size() && z.avail_out != 0) {
      throw Error(name + " is truncated: its gzip data ends too early");
    }
  }
}

}  // namespace

std::string display_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

std::string gunzip(std::string_view bytes, const std::string& name) {
  std::string out;
  do {
    bytes.remove_prefix(inflate_member(bytes, out, name));
  } while (is_gzip(bytes));
  // Tape and block devices pad with zeros; anything else was not written by a compressor.
  if (bytes.find_first_not_of('\0') != std::string_view::npos) {
    throw Error(name + " is damaged: other bytes follow its gzip data");
  }
  return out;
}

std::string read_bytes(const std::string& path) {
  try {
    std::string bytes = read_raw(path);
    return is_gzip(bytes) ? gunzip(bytes, display_name(path)) : bytes;
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  throw Error(display_name(path) + " is too large for this machine's memory");
}

}  // namespace gnac
