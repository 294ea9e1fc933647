#include "io/other_formats.h"

#include <array>

namespace gnac::detail {
namespace {

struct Format {
  std::string_view start;
  std::string_view name;
};

constexpr std::array kFormats{
    Format{"PAR1", "a Parquet file"},
    Format{"ARROW1", "an Arrow file"},
    Format{"PK\x03\x04", "a zip archive, as .npz and .xlsx are"},
    Format{"\x89HDF", "an HDF5 file"},
    Format{"MATLAB ", "a MATLAB file"},
    Format{"SQLite format 3", "an SQLite database"},
    Format{"%PDF-", "a PDF"},
    Format{"\x89PNG", "a picture"},
    Format{"<?xml", "XML"},
    Format{"<!DOCTYPE", "a web page"},
    Format{"<html", "a web page"},
    Format{"BZh", "compressed by bzip2"},
    Format{"\xfd"
           "7zXZ",
           "compressed by xz"},
    Format{"\x28\xb5\x2f\xfd", "compressed by zstd"},
};

/// 8 bytes that say how long the JSON header is, and its first brace.
bool is_safetensors(std::string_view bytes) {
  return bytes.size() > 9 && bytes[6] == 0 && bytes[7] == 0 && bytes[8] == '{';
}

}  // namespace

std::string_view other_format(std::string_view bytes) {
  for (const Format& format : kFormats) {
    if (bytes.starts_with(format.start)) return format.name;
  }
  if (is_safetensors(bytes)) return "a rule or model (safetensors)";
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return "";
  return bytes[first] == '{' || bytes[first] == '[' ? "JSON" : "";
}

}  // namespace gnac::detail
