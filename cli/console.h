#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

// Output for people. A run never fails because nobody can read it.
namespace gnac::cli {

/// Write to standard error unchanged. If that fails (a full disk, a closed pipe), the text is lost.
void print_error(std::string_view text) noexcept;

/// `text` with everything that a terminal would act on instead of showing replaced by \xNN: control
/// characters, marks that change the writing direction, and bytes that are not UTF-8. File names
/// and column names are untrusted. Line breaks are kept only if `lines` is set.
std::string printable(std::string_view text, bool lines = false);

/// Format a text of several lines, make it printable and write it.
template <class... Args>
void print_error_lines(fmt::format_string<Args...> format, Args&&... args) noexcept {
  try {
    print_error(printable(fmt::format(format, std::forward<Args>(args)...), true));
  } catch (...) {  // no memory for the message
  }
}

}  // namespace gnac::cli
