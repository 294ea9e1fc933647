#pragma once

#include <string>
#include <string_view>

namespace gnac::detail {

/// A kind of file that is not read as a table.
struct OtherFormat {
  std::string_view start;   ///< its first bytes
  std::string_view name;    ///< e.g. "a Parquet file"
  std::string_view python;  ///< a program that converts FILE, "" if there is none
};

/// The kind of a file that is not a table; null if it may be one.
const OtherFormat* other_format(std::string_view bytes);

/// The sentence that refuses it, with a command that works if there is one.
std::string refusal(const OtherFormat& format, const std::string& name);

}  // namespace gnac::detail
