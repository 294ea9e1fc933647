#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

// What people read. A run never fails because nobody can read it.
namespace gnac::cli {

/// Write to standard error, as it is. What cannot be written (a full disk, a closed pipe) is lost.
void tell(std::string_view text) noexcept;

/// `text` with everything that a terminal would act on instead of showing replaced by \xNN: control
/// characters, marks that turn the direction of writing, and bytes that are not UTF-8. File names
/// and columns are other people's words. Line breaks stay only where `lines` says so.
std::string printable(std::string_view text, bool lines = false);

/// A formatted text of several lines, made printable and told.
template <class... Args>
void tell_lines(fmt::format_string<Args...> format, Args&&... args) noexcept {
  try {
    tell(printable(fmt::format(format, std::forward<Args>(args)...), true));
  } catch (...) {  // no memory to say it in
  }
}

}  // namespace gnac::cli
