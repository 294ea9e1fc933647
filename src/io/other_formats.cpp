#include "io/other_formats.h"

#include <array>
#include <filesystem>

namespace gnac::detail {
namespace {

constexpr std::array kFormats{
    OtherFormat{"PAR1", "a Parquet file",
                "import pandas; pandas.read_parquet('FILE').to_csv('STEM.csv', index=False)"},
    OtherFormat{"ARROW1", "an Arrow file",
                "import pandas; pandas.read_feather('FILE').to_csv('STEM.csv', index=False)"},
    OtherFormat{"\x89HDF", "an HDF5 file, as .h5ad is",
                "import anndata, numpy; numpy.save('STEM.npy', "
                "anndata.read_h5ad('FILE').obsm['X_pca'])"},
    OtherFormat{"MATLAB ", "a MATLAB file",
                "import scipy.io, numpy; numpy.save('STEM.npy', scipy.io.loadmat('FILE')['X'])"},
    OtherFormat{"\xd0\xcf\x11\xe0", "an Excel file of before 2007",
                "import pandas; pandas.read_excel('FILE').to_csv('STEM.csv', index=False)"},
    OtherFormat{"SQLite format 3", "an SQLite database", ""},
    OtherFormat{"%PDF-", "a PDF", ""},
    OtherFormat{"\x89PNG", "a picture", ""},
    OtherFormat{"<?xml", "XML", ""},
    OtherFormat{"<!DOCTYPE", "a web page", ""},
    OtherFormat{"<html", "a web page", ""},
    OtherFormat{"BZh", "compressed by bzip2", ""},
    OtherFormat{"\xfd"
                "7zXZ",
                "compressed by xz", ""},
    OtherFormat{"\x28\xb5\x2f\xfd", "compressed by zstd", ""},
};
constexpr OtherFormat kTensors{"", "a rule or model (safetensors)", ""};

/// 8 bytes that say how long the JSON header is, and its first brace.
bool is_safetensors(std::string_view bytes) {
  return bytes.size() > 9 && bytes[6] == 0 && bytes[7] == 0 && bytes[8] == '{';
}

std::string replaced(std::string text, std::string_view mark, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += with.size())
    text.replace(at, mark.size(), with);
  return text;
}

}  // namespace

const OtherFormat* other_format(std::string_view bytes) {
  for (const OtherFormat& format : kFormats) {
    if (bytes.starts_with(format.start)) return &format;
  }
  return is_safetensors(bytes) ? &kTensors : nullptr;
}

std::string refusal(const OtherFormat& format, const std::string& name) {
  if (&format == &kTensors)
    return name +
           " is a rule or model that gnac saved, and holds no table; gnac info, predict and "
           "explain "
           "read it";
  const std::string begin = name + " is " + std::string(format.name) + ", which gnac cannot read; ";
  if (format.python.empty()) return begin + "save the points as CSV or .npy";
  const std::string stem = std::filesystem::path(name).stem().string();
  const std::string line = replaced(std::string(format.python), "STEM", stem);
  return begin + "convert it with python3 -c \"" + replaced(line, "FILE", name) + "\"";
}

}  // namespace gnac::detail
