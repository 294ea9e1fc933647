#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gnac::detail {

/// The file's name in messages: its path, or "standard input" for "-".
std::string display_name(const std::string& path);

/// Throws the Error that says why the system could not read a file, from errno.
[[noreturn]] void throw_unreadable(const std::string& path);

/// Throws the MemoryError that says that this machine cannot hold this many (unpacked) bytes.
[[noreturn]] void throw_too_large(const std::string& path, std::size_t bytes);

/// The whole content of a file, gunzipped if it starts like gzip; "-" is standard input.
/// Throws Error naming the file and the reason, MemoryError if it is too large.
std::string read_bytes(const std::string& path);

/// parse(bytes, name) of a file. If memory runs out, the MemoryError says how large the file is.
template <class Parse>
auto parse_file(const std::string& path, Parse&& parse) {
  const std::string bytes = read_bytes(path);
  try {
    return parse(bytes, display_name(path));
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  throw_too_large(path, bytes.size());
}

bool is_gzip(std::string_view bytes);

/// The content of one or several gzip members; `name` is for messages. Throws Error when it is
/// truncated or damaged, and if it would unpack to more than both 32 MiB and 100 times its size,
/// which no table of numbers does.
std::string gunzip(std::string_view bytes, const std::string& name);

/// The same for a file that is appended to: if the last member is cut short, it is left out.
struct Unpacked {
  std::string content;
  std::size_t taken = 0;  ///< bytes of the complete members
};
Unpacked gunzip_whole(std::string_view bytes, const std::string& name);

/// Inflates bytes without a header, as in zip archives, within the same limit. Throws Error
/// when they are truncated or damaged.
std::string inflate_raw(std::string_view bytes, const std::string& name);

/// One gzip member.
std::string gzip(std::string_view bytes, int level = 9);

}  // namespace gnac::detail
