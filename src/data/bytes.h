#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gnac::detail {

/// How messages call the file: its path, or "standard input" for "-".
std::string display_name(const std::string& path);

/// Throws the Error for content of so many bytes (unpacked) that this machine cannot hold.
[[noreturn]] void throw_too_large(const std::string& path, std::size_t bytes);

/// The whole content of a file, gunzipped when it starts as gzip does; "-" is standard input.
/// Throws Error naming the file and the reason.
std::string read_bytes(const std::string& path);

/// parse(bytes, name) of a file. When there is no memory for what the file asks for, the Error says
/// how large it is.
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
/// truncated or damaged, and when it would unpack to more than 32 MiB and 100 times its size: no
/// table of numbers does.
std::string gunzip(std::string_view bytes, const std::string& name);

/// The same of a file that is appended to: a last member that is cut short is left out.
struct Unpacked {
  std::string content;
  std::size_t taken = 0;  ///< bytes of the members that are whole
};
Unpacked gunzip_whole(std::string_view bytes, const std::string& name);

/// Deflated bytes without a header, as zip archives hold them, within the same limit. Throws Error
/// when they are truncated or damaged.
std::string inflate_raw(std::string_view bytes, const std::string& name);

/// One gzip member.
std::string gzip(std::string_view bytes, int level = 9);

}  // namespace gnac::detail
