#include "io/npy.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstring>
#include <type_traits>

#include "gnac/error.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are read and written as they are in memory");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint32_t kMaxNpyHeader = 1 << 20;
static_assert(kNpyStart >= kMagic.size() + 6 + kMaxNpyHeader);

/// The content of the header's Python dictionary.
struct Header {
  std::string_view type;  ///< e.g. "<f8"
  bool fortran = false;
  std::vector<std::int64_t> shape;
};

/// The text that follows `'key':` in the dictionary.
std::string_view value_of(std::string_view dictionary, std::string_view key,
                          const std::string& name) {
  for (const char quote : {'\'', '"'}) {
    const std::string wanted = quote + std::string(key) + quote;
    const std::size_t at = dictionary.find(wanted);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = trim(dictionary.substr(at + wanted.size()));
    if (rest.starts_with(':')) return trim(rest.substr(1));
  }
  throw Error(name + " is damaged: its .npy header has no '" + std::string(key) + "'");
}

std::string_view parse_type(std::string_view text, const std::string& name) {
  if (text.starts_with('[')) throw Error(name + " holds records; give an array of one number type");
  const std::size_t end =
      text.empty() ? std::string_view::npos : text.find(text[0], 1);  // the closing quote
  if (end == std::string_view::npos)
    throw Error(name + " is damaged: its .npy type is not readable");
  return text.substr(1, end - 1);
}

std::vector<std::int64_t> parse_shape(std::string_view text, const std::string& name) {
  const std::size_t end = text.find(')');
  if (!text.starts_with('(') || end == std::string_view::npos) {
    throw Error(name + " is damaged: its .npy shape is not readable");
  }
  std::string_view inside = text.substr(1, end - 1);
  std::vector<std::int64_t> shape;
  while (!trim(inside).empty()) {
    const std::size_t comma = inside.find(',');
    const std::string_view item = trim(inside.substr(0, comma));
    inside.remove_prefix(comma == std::string_view::npos ? inside.size() : comma + 1);
    std::int64_t extent = -1;
    const auto [stop, code] = std::from_chars(item.data(), item.data() + item.size(), extent);
    if (code != std::errc() || stop != item.data() + item.size() || extent < 0) {
      throw Error(name + " is damaged: its .npy shape is not readable");
    }
    shape.push_back(extent);
  }
  return shape;
}

/// Takes the header off the front of `bytes`.
Header parse_header(std::string_view& bytes, const std::string& name) {
  const auto truncated = [&] {
    return Error(name + " is truncated: its .npy header ends too early");
  };
  if (bytes.size() < kMagic.size() + 4) throw truncated();
  const int version = static_cast<unsigned char>(bytes[kMagic.size()]);
  if (version < 1 || version > 3) {
    throw Error(name + " is .npy version " + std::to_string(version) +
                "; versions 1 to 3 are read");
  }
  const std::size_t field = version == 1 ? 2 : 4;
  bytes.remove_prefix(kMagic.size() + 2);
  if (bytes.size() < field) throw truncated();
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data(), field);
  bytes.remove_prefix(field);
  if (length > kMaxNpyHeader)
    throw Error(name + " is damaged: its .npy header claims " + std::to_string(length) + " bytes");
  if (bytes.size() < length) throw truncated();
  const std::string_view dictionary = bytes.substr(0, length);
  bytes.remove_prefix(length);

  Header header;
  header.type = parse_type(value_of(dictionary, "descr", name), name);
  const std::string_view order = value_of(dictionary, "fortran_order", name);
  header.fortran = order.starts_with("True");
  if (!header.fortran && !order.starts_with("False")) {
    throw Error(name + " is damaged: its .npy 'fortran_order' is neither True nor False");
  }
  header.shape = parse_shape(value_of(dictionary, "shape", name), name);
  return header;
}

/// To places in `out` that are `stride` apart.
template <class T>
void convert(const char* bytes, std::int64_t count, std::int64_t stride, double* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, bytes + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    out[i * stride] = static_cast<double>(value);
  }
}

struct TypeReader {
  std::string_view type;
  std::int64_t size;
  void (*convert)(const char* bytes, std::int64_t count, std::int64_t stride, double* out);
};

constexpr TypeReader kReaders[] = {
    {"<f4", 4, convert<float>},         {"<f8", 8, convert<double>},
    {"<i2", 2, convert<std::int16_t>},  {"<i4", 4, convert<std::int32_t>},
    {"<i8", 8, convert<std::int64_t>},  {"<u2", 2, convert<std::uint16_t>},
    {"<u4", 4, convert<std::uint32_t>}, {"<u8", 8, convert<std::uint64_t>},
    {"|i1", 1, convert<std::int8_t>},   {"|u1", 1, convert<std::uint8_t>},
    {"|b1", 1, convert<std::uint8_t>},
};

const TypeReader& reader_for(std::string_view type, const std::string& name) {
  for (const TypeReader& reader : kReaders) {
    if (reader.type == type) return reader;
  }
  if (type.starts_with('>')) {
    throw Error(name + " is big-endian (" + cite(type) + "); save it as little-endian float64");
  }
  throw Error(name + " has numbers of type " + cite(type) + "; save it as float32 or float64");
}

}  // namespace

bool is_npy(std::string_view bytes) {
  return bytes.starts_with(kMagic);
}

NpyLayout npy_layout(std::string_view start, std::size_t size, const std::string& name) {
  assert(is_npy(start));
  std::string_view rest = start;
  const Header header = parse_header(rest, name);
  const TypeReader& reader = reader_for(header.type, name);
  if (header.shape.empty() || header.shape.size() > 2) {
    throw Error(name + " has " + std::to_string(header.shape.size()) +
                " dimensions; give one row per point, one column per feature");
  }
  NpyLayout array;
  array.fortran = header.fortran;
  array.type = static_cast<std::size_t>(&reader - kReaders);
  array.width = reader.size;
  array.offset = start.size() - rest.size();
  array.rows = header.shape[0];
  array.cols = header.shape.size() == 2 ? header.shape[1] : 1;
  // Check against the file size by division: the product of hostile extents may overflow.
  const auto held = static_cast<std::int64_t>(size - array.offset);
  if (array.rows == 0 || array.cols == 0) throw Error(name + " is empty: its array has no values");
  if (array.cols > held / reader.size || array.rows > held / (array.cols * reader.size)) {
    throw Error(name + " is truncated: its header promises " + std::to_string(array.rows) + " x " +
                std::to_string(array.cols) + " values, but it holds fewer");
  }
  if (held != array.rows * array.cols * reader.size) {
    throw Error(name + " is damaged: more bytes follow its array");
  }
  return array;
}

void npy_values(const NpyLayout& layout, std::int64_t first, std::int64_t count, const char* bytes,
                std::int64_t begin, double* out) {
  const auto convert = kReaders[layout.type].convert;
  if (!layout.fortran) return convert(bytes, count, 1, out + first - begin * layout.cols);
  while (count > 0) {  // column by column
    const std::int64_t column = first / layout.rows;
    const std::int64_t row = first % layout.rows;
    const std::int64_t here = std::min(count, layout.rows - row);
    convert(bytes, here, layout.cols, out + (row - begin) * layout.cols + column);
    first += here;
    count -= here;
    bytes += here * layout.width;
  }
}

NpyArray parse_npy(std::string_view bytes, const std::string& name) {
  const NpyLayout layout = npy_layout(bytes, bytes.size(), name);
  NpyArray array{{}, layout.rows, layout.cols};
  array.values.resize(static_cast<std::size_t>(array.rows * array.cols));
  npy_values(layout, 0, array.rows * array.cols, bytes.data() + layout.offset, 0,
             array.values.data());
  return array;
}

namespace {

template <class T>
std::string array_bytes(std::span<const T> values, const std::string& shape) {
  const char* const kind = std::is_integral_v<T> ? "<i" : "<f";
  std::string header = "{'descr': '" + (kind + std::to_string(sizeof(T))) +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  // The array starts at a multiple of 64 bytes, as the format requires; the header ends in a
  // newline.
  constexpr std::size_t kFixed = kMagic.size() + 4;
  header.append(63 - (kFixed + header.size()) % 64, ' ').push_back('\n');
  const auto length = static_cast<std::uint16_t>(header.size());

  std::string bytes(kMagic);
  bytes.reserve(kFixed + header.size() + values.size_bytes());
  bytes.push_back('\x01');
  bytes.push_back('\x00');
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length).append(header);
  return bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

template <class T>
std::string matrix_bytes(std::span<const T> values, std::int64_t rows, std::int64_t cols) {
  assert(static_cast<std::int64_t>(values.size()) == rows * cols);
  return array_bytes(values, std::to_string(rows) + ", " + std::to_string(cols));
}

}  // namespace

std::string npy_bytes(std::span<const float> values, std::int64_t rows, std::int64_t cols) {
  return matrix_bytes(values, rows, cols);
}

std::string npy_bytes(std::span<const double> values, std::int64_t rows, std::int64_t cols) {
  return matrix_bytes(values, rows, cols);
}

std::string npy_bytes(std::span<const std::int32_t> values) {
  return array_bytes(values, std::to_string(values.size()) + ",");
}

}  // namespace gnac::detail
