#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gnac::detail {

/// The bytes of a .npy file with a rows×cols C-order array, float32 or float64.
std::string npy_bytes(std::span<const float> values, std::int64_t rows, std::int64_t cols);
std::string npy_bytes(std::span<const double> values, std::int64_t rows, std::int64_t cols);

/// A vector of whole numbers, such as labels.
std::string npy_bytes(std::span<const std::int32_t> values);

/// An array as read: converted to doubles, row by row.
struct NpyArray {
  std::vector<double> values;  ///< rows*cols
  std::int64_t rows = 0;
  std::int64_t cols = 0;  ///< 1 for a one-dimensional array
};

bool is_npy(std::string_view bytes);

/// The longest header that is read, with all that comes before it.
inline constexpr std::size_t kNpyStart = (std::size_t{1} << 20) + 16;

/// Where the values of a .npy file are and how they are laid out.
struct NpyLayout {
  std::int64_t rows = 0;
  std::int64_t cols = 0;   ///< 1 for a one-dimensional array
  std::size_t type = 0;    ///< a row of the table of types
  std::int64_t width = 0;  ///< bytes of a value
  bool fortran = false;
  std::size_t offset = 0;  ///< of the first value in the file
};

/// The layout of a file of `size` bytes; `start` are the first of them, at least kNpyStart or all.
/// Checks that the file is as long as it claims. Throws Error like parse_npy().
NpyLayout npy_layout(std::string_view start, std::size_t size, const std::string& name);

/// Converts the bytes of `count` values, in the file from the `first`-th on, and puts each in its
/// place in `out`, which holds rows from `begin` on.
void npy_values(const NpyLayout& layout, std::int64_t first, std::int64_t count, const char* bytes,
                std::int64_t begin, double* out);

/// Parse a .npy file (versions 1 to 3; little-endian float32, float64 and integers, C or Fortran
/// order; one or two dimensions). Throws Error, naming `name`, for anything else and if the size in
/// the header is not the size of the file.
NpyArray parse_npy(std::string_view bytes, const std::string& name);

}  // namespace gnac::detail
