#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "support/team.h"

namespace gnac::detail {

std::string base64(std::string_view bytes);

/// The arrays of a page by name, each with the type that the page decodes it to. Bytes are
/// little-endian, as on every machine that runs a browser.
class PageArrays {
 public:
  void add(const std::string& name, std::span<const std::uint8_t> values) {
    add_bytes(name, "u8", values.data(), values.size_bytes());
  }
  void add(const std::string& name, std::span<const std::uint16_t> values) {
    add_bytes(name, "u16", values.data(), values.size_bytes());
  }
  void add(const std::string& name, std::span<const std::int32_t> values) {
    add_bytes(name, "i32", values.data(), values.size_bytes());
  }
  void add(const std::string& name, std::span<const float> values) {
    add_bytes(name, "f32", values.data(), values.size_bytes());
  }
  void add(const std::string& name, std::span<const double> values) {
    add_bytes(name, "f64", values.data(), values.size_bytes());
  }

  /// A JSON value, for anything that is not an array of numbers.
  void add_json(const std::string& name, const std::string& text) {
    add_bytes(name, "json", text.data(), text.size());
  }

  /// Every array gzipped, in base64, in an element of its own that no browser runs or shows.
  std::string elements(Team& team) const;

 private:
  struct Entry {
    std::string type;
    std::string bytes;
  };
  void add_bytes(const std::string& name, const char* type, const void* data, std::size_t size) {
    arrays_[name] = {type, std::string(static_cast<const char*>(data), size)};
  }
  std::map<std::string, Entry> arrays_;
};

}  // namespace gnac::detail
