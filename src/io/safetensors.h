#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gnac::detail {

enum class TensorType { f32, f64, i32, i64 };

/// A tensor as it is in the file: little-endian, C order.
struct TensorData {
  TensorType type = TensorType::f32;
  std::vector<std::int64_t> shape;  ///< empty: one number
  std::string bytes;

  std::int64_t size() const;           ///< number of values
  std::vector<double> values() const;  ///< whatever the type
};

/// The bytes and shape of float32 values; the product of the shape is their number.
TensorData make_tensor(std::span<const float> values, std::vector<std::int64_t> shape);

/// A safetensors file: named tensors and text about them.
struct TensorFile {
  std::map<std::string, TensorData> tensors;
  std::map<std::string, std::string> metadata;
};

/// Parse a safetensors file. The header is not trusted: lengths, offsets, shapes, duplicate names,
/// gaps and overlaps are checked. Throws Error naming `name`. Types other than F32, F64, I32 and
/// I64 are refused.
TensorFile parse_safetensors(std::string_view bytes, const std::string& name);
TensorFile read_safetensors(const std::string& path);

/// The bytes of a file; tensor data start 8-byte aligned, wider types first, then by name.
std::string safetensors_bytes(const TensorFile& file);

/// The same with a checksum of the whole file in the metadata.
std::string checked_bytes(TensorFile file);

/// Do the bytes of this parsed file match the checksum that it states, if it states one?
bool matches_checksum(std::string_view bytes, const TensorFile& file);

}  // namespace gnac::detail
