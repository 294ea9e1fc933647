#pragma once

#include <string>
#include <string_view>

namespace gnac {

/// The whole content of a file, gunzipped when it starts as gzip does; "-" is standard input.
/// Throws Error naming the file and the reason.
std::string read_bytes(const std::string& path);

/// How messages call the file: its path, or "standard input" for "-".
std::string display_name(const std::string& path);

bool is_gzip(std::string_view bytes);

/// The content of one or several gzip members; `name` is for messages. Throws Error when it is
/// truncated or damaged.
std::string gunzip(std::string_view bytes, const std::string& name);

}  // namespace gnac
