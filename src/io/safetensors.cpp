#include "io/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "gnac/error.h"
#include "io/bytes.h"
#include "io/json_text.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

using Json = nlohmann::json;

static_assert(std::endian::native == std::endian::little,
              "tensors are read and written as they are in memory");

constexpr std::uint64_t kMaxHeader = std::uint64_t{1} << 24;  // 16 MiB; the format allows 100 MB
constexpr std::size_t kMaxDimensions = 16;

struct TypeInfo {
  TensorType type;
  std::string_view name;
  std::int64_t size;
};

constexpr std::array<TypeInfo, 4> kTypes{{{TensorType::f32, "F32", 4},
                                          {TensorType::f64, "F64", 8},
                                          {TensorType::i32, "I32", 4},
                                          {TensorType::i64, "I64", 8}}};

const TypeInfo& info_of(TensorType type) {
  return kTypes[static_cast<std::size_t>(type)];
}

/// Every message of the parser goes through this, so that it names the file.
struct Failure {
  const std::string& name;
  [[noreturn]] void operator()(const std::string& reason) const {
    throw Error(name + " is not a model or rule that gnac saved, or it is damaged: " + reason);
  }
};

Json parse_header(std::string_view text, const Failure& fail) {
  constexpr JsonLimits kLimits{.depth = 4, .values = std::size_t{1} << 18};
  Json header;
  if (const std::string problem = parse_json(text, header, kLimits); !problem.empty())
    fail("its header " + problem);
  if (!header.is_object()) fail("its header is not a JSON object");
  return header;
}

std::map<std::string, std::string> parse_metadata(const Json& object, const Failure& fail) {
  if (!object.is_object()) fail("its metadata is not a JSON object");
  std::map<std::string, std::string> metadata;
  for (const auto& [key, value] : object.items()) {
    if (!value.is_string()) fail("its metadata " + cite(key) + " is not text");
    metadata[key] = value.get<std::string>();
  }
  return metadata;
}

/// A list of unsigned numbers that fit 63 bits, of at most `most` entries.
std::vector<std::int64_t> parse_numbers(const Json& list, std::size_t most, const std::string& what,
                                        const Failure& fail) {
  if (!list.is_array() || list.size() > most) fail(what + " is not a list of whole numbers");
  std::vector<std::int64_t> numbers;
  for (const Json& item : list) {
    if (!item.is_number_unsigned() || item.get<std::uint64_t>() > INT64_MAX) {
      fail(what + " is not a list of whole numbers");
    }
    numbers.push_back(item.get<std::int64_t>());
  }
  return numbers;
}

/// Bytes of a tensor of this type and shape; nothing if the product exceeds 63 bits.
std::optional<std::int64_t> byte_size(TensorType type, const std::vector<std::int64_t>& shape) {
  std::int64_t bytes = info_of(type).size;
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  for (const std::int64_t extent : shape) {
    if (extent > INT64_MAX / bytes) return std::nullopt;
    bytes *= extent;
  }
  return bytes;
}

struct Entry {
  TensorData tensor;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

Entry parse_entry(const std::string& tensor_name, const Json& object, const Failure& fail) {
  const std::string who = "tensor " + cite(tensor_name);
  if (!object.is_object() || object.size() != 3 || !object.contains("dtype") ||
      !object.contains("shape") || !object.contains("data_offsets")) {
    fail(who + " is not described by dtype, shape and data_offsets");
  }
  Entry entry;
  const Json& dtype = object["dtype"];
  const auto known = std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeInfo& info) {
    return dtype.is_string() && dtype.get<std::string>() == info.name;
  });
  if (known == kTypes.end()) fail(who + " has a type other than F32, F64, I32 or I64");
  entry.tensor.type = known->type;
  entry.tensor.shape = parse_numbers(object["shape"], kMaxDimensions, "the shape of " + who, fail);
  const auto offsets = parse_numbers(object["data_offsets"], 2, "the place of " + who, fail);
  if (offsets.size() != 2 || offsets[0] > offsets[1])
    fail("the place of " + who + " is not a range");
  entry.begin = offsets[0];
  entry.end = offsets[1];
  if (byte_size(entry.tensor.type, entry.tensor.shape) != entry.end - entry.begin) {
    fail("the shape of " + who + " does not fit its number of bytes");
  }
  return entry;
}

/// The tensors must fill the data exactly: no gap, no overlap, nothing left over.
void check_layout(const std::vector<std::pair<std::string, Entry>>& entries, std::size_t data_size,
                  const Failure& fail) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  for (const auto& [unused, entry] : entries) ranges.emplace_back(entry.begin, entry.end);
  std::sort(ranges.begin(), ranges.end());
  std::int64_t at = 0;
  for (const auto& [begin, end] : ranges) {
    if (begin != at) fail("its tensors overlap or leave gaps");
    at = end;
  }
  if (static_cast<std::size_t>(at) > data_size) fail("it is truncated");
  if (static_cast<std::size_t>(at) < data_size) fail("more bytes follow its last tensor");
}

constexpr std::string_view kNoChecksum = "0000000000000000";

/// Where the digits of this checksum are in the bytes of a file.
std::size_t checksum_place(std::string_view bytes, std::string_view digits) {
  constexpr std::string_view kKey = "\"checksum\":\"";
  const std::size_t at = bytes.find(std::string(kKey) + std::string(digits) + '"');
  return at == std::string_view::npos ? at : at + kKey.size();
}

/// 64-bit FNV-1a of the bytes, with zeros in place of the checksum's own digits. Each step is a
/// bijection of the state, so one altered byte always changes the sum.
std::string checksum(std::string_view bytes, std::size_t place) {
  std::uint64_t sum = 0xcbf29ce484222325;
  const auto add = [&sum](std::string_view part) {
    for (const char c : part) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  };
  add(bytes.substr(0, place));
  add(kNoChecksum);
  add(bytes.substr(place + kNoChecksum.size()));
  std::string text(kNoChecksum);
  for (std::size_t digit = text.size(); digit-- > 0; sum >>= 4)
    text[digit] = "0123456789abcdef"[sum & 15];
  return text;
}

template <class T>
std::vector<double> widen(const std::string& bytes) {
  std::vector<double> out(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < out.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    out[i] = static_cast<double>(value);
  }
  return out;
}

}  // namespace

std::int64_t TensorData::size() const {
  return static_cast<std::int64_t>(bytes.size()) / info_of(type).size;
}

std::vector<double> TensorData::values() const {
  switch (type) {
    case TensorType::f64:
      return widen<double>(bytes);
    case TensorType::i32:
      return widen<std::int32_t>(bytes);
    case TensorType::i64:
      return widen<std::int64_t>(bytes);
    case TensorType::f32:
      break;
  }
  return widen<float>(bytes);
}

TensorData make_tensor(std::span<const float> values, std::vector<std::int64_t> shape) {
  TensorData tensor{TensorType::f32,
                    std::move(shape),
                    {reinterpret_cast<const char*>(values.data()), values.size_bytes()}};
  assert(byte_size(tensor.type, tensor.shape) == static_cast<std::int64_t>(tensor.bytes.size()));
  return tensor;
}

TensorFile parse_safetensors(std::string_view bytes, const std::string& name) {
  const Failure fail{name};
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) fail("it is shorter than its header");
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > kMaxHeader) fail("its header would be larger than the format allows");
  const std::string_view after = bytes.substr(sizeof length);
  if (length > after.size()) fail("it is shorter than its header");
  const Json header = parse_header(after.substr(0, length), fail);
  const std::string_view data = after.substr(length);

  TensorFile file;
  std::vector<std::pair<std::string, Entry>> entries;
  for (const auto& [key, value] : header.items()) {
    if (key == "__metadata__") {
      file.metadata = parse_metadata(value, fail);
    } else {
      entries.emplace_back(key, parse_entry(key, value, fail));
    }
  }
  check_layout(entries, data.size(), fail);
  for (auto& [key, entry] : entries) {
    entry.tensor.bytes = data.substr(static_cast<std::size_t>(entry.begin),
                                     static_cast<std::size_t>(entry.end - entry.begin));
    file.tensors.emplace(key, std::move(entry.tensor));
  }
  return file;
}

TensorFile read_safetensors(const std::string& path) {
  return parse_file(path, parse_safetensors);
}

std::string safetensors_bytes(const TensorFile& file) {
  Json header = Json::object();
  if (!file.metadata.empty()) header["__metadata__"] = file.metadata;
  std::int64_t offset = 0;
  // Eight-byte types first, so that every tensor is aligned to its own size.
  std::vector<const std::pair<const std::string, TensorData>*> order;
  for (const auto& item : file.tensors) order.push_back(&item);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return info_of(a->second.type).size > info_of(b->second.type).size;
  });
  for (const auto* item : order) {
    const auto& [key, tensor] = *item;
    const auto end = offset + static_cast<std::int64_t>(tensor.bytes.size());
    header[key] = {{"dtype", info_of(tensor.type).name},
                   {"shape", tensor.shape},
                   {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  const auto length = static_cast<std::uint64_t>(text.size());

  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  bytes += text;
  for (const auto* item : order) bytes += item->second.bytes;
  return bytes;
}

std::string checked_bytes(TensorFile file) {
  file.metadata["checksum"] = kNoChecksum;
  std::string bytes = safetensors_bytes(file);
  const std::size_t place = checksum_place(bytes, kNoChecksum);
  return bytes.replace(place, kNoChecksum.size(), checksum(bytes, place));
}

bool matches_checksum(std::string_view bytes, const TensorFile& file) {
  const auto stated = file.metadata.find("checksum");
  if (stated == file.metadata.end()) return true;
  const std::size_t place = checksum_place(bytes, stated->second);
  return stated->second.size() == kNoChecksum.size() && place != std::string_view::npos &&
         checksum(bytes, place) == stated->second;
}

}  // namespace gnac::detail
