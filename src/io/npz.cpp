#include "io/npz.h"

#include <algorithm>
#include <vector>

#include "gnac/error.h"
#include "io/text.h"
#include "io/zip.h"

namespace gnac::detail {
namespace {

constexpr std::string_view kEnding = ".npy";

std::string_view array_name(const ZipEntry& entry) {
  return std::string_view(entry.name).substr(0, entry.name.size() - kEnding.size());
}

std::string names_of(const std::vector<ZipEntry>& arrays) {
  std::vector<std::string_view> names;
  for (const ZipEntry& entry : arrays) names.push_back(array_name(entry));
  return cite_some(names);
}

}  // namespace

NpyArray parse_npz(std::string_view bytes, const std::string& array, const std::string& name) {
  std::vector<ZipEntry> arrays = zip_entries(bytes, name);
  std::erase_if(arrays, [](const ZipEntry& entry) { return !entry.name.ends_with(kEnding); });
  if (arrays.empty())
    throw Error(name +
                " is a zip archive (as .xlsx files are) without an array (.npy) in it; save the "
                "points as CSV, .npy or .npz");
  auto chosen = arrays.begin();
  if (!array.empty()) {
    chosen = std::find_if(arrays.begin(), arrays.end(),
                          [&](const ZipEntry& entry) { return array_name(entry) == array; });
    if (chosen == arrays.end())
      throw Error(name + " has no array " + cite(array) + "; it holds " + names_of(arrays));
  } else if (arrays.size() > 1) {
    throw Error(name + " holds the arrays " + names_of(arrays) + "; choose one with --array");
  }
  const std::string inside = cite(array_name(*chosen)) + " in " + name;
  const std::string content = unzip(bytes, *chosen, name);
  if (!is_npy(content)) throw Error(inside + " is not an array in the .npy format");
  return parse_npy(content, inside);
}

}  // namespace gnac::detail
