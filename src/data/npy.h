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

/// Where the values of a .npy file are and how they are laid out. Made by npy_layout(), which
/// checks that the file is as long as it claims.
struct NpyLayout {
  std::int64_t rows = 0;
  std::int64_t cols = 0;  ///< 1 for a one-dimensional array
  std::size_t type = 0;   ///< a row of the table of types
  bool fortran = false;
  std::string_view values;  ///< the bytes of the array
};

/// Throws Error like parse_npy().
NpyLayout npy_layout(std::string_view bytes, const std::string& name);

/// The rows [begin, end) as doubles, row by row; `out` has (end - begin)×cols.
void npy_rows(const NpyLayout& layout, std::int64_t begin, std::int64_t end, double* out);

/// Parse a .npy file (versions 1 to 3; little-endian float32, float64 and integers, C or Fortran
/// order; one or two dimensions). Throws Error, naming `name`, for anything else and if the size in
/// the header is not the size of the file.
NpyArray parse_npy(std::string_view bytes, const std::string& name);

}  // namespace gnac::detail
