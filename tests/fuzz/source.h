#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "gnac/points.h"

namespace gnac::detail::fuzz {

/// Takes values off the front of the bytes; zeros when there are no more.
class Source {
 public:
  explicit Source(std::string_view bytes) : rest_(bytes) {}
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(rest_[0]);
    rest_.remove_prefix(1);
    return first;
  }
  int below(int limit) { return byte() % limit; }
  /// A value that is awkward for geometry: equal, whole, very large, very small, or none of these.
  double coordinate() {
    constexpr std::array kOdd{0.0,   -0.0,  1.0, 1e-300, 5e-324, 1e15,
                              1e149, 1e151, 0.1, -1e9,   1e-9,   1e308};
    const int kind = byte();
    if (kind < 200) return (kind % 16) * 0.5 - 4;
    if (kind < 250) return kOdd[static_cast<std::size_t>(kind) % kOdd.size()];
    double any = 0;
    std::array<char, sizeof any> bits{};
    for (char& b : bits) b = static_cast<char>(byte());
    std::memcpy(&any, bits.data(), sizeof any);
    return any;
  }
  Points points(std::int64_t n, std::int64_t d) {
    Points made{{}, n, d};
    for (std::int64_t i = 0; i < n * d; ++i) made.values.push_back(coordinate());
    return made;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace gnac::detail::fuzz
