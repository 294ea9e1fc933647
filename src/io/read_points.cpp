#include "io/read_points.h"

#include <algorithm>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "io/bytes.h"
#include "io/npy_file.h"
#include "io/table_reader.h"

namespace gnac::detail {
namespace {

/// A .npy file is read when its rows are due: its values are copied once, into the table. Others
/// are read as a whole, and unpacked.
struct File {
  std::string name;
  std::optional<NpyFile> array = std::nullopt;
  std::string_view bytes = {};
};

bool wants_all(const ReadOptions& options) {
  return options.categorical.size() == 1 && options.categorical[0] == kAllCategorical;
}

/// The options with "all" replaced by names.
ReadOptions settled(ReadOptions options, std::span<const File> files) {
  if (!options.known.empty()) {
    options.categorical.clear();
    for (const CategoryColumn& column : options.known) options.categorical.push_back(column.name);
  } else if (wants_all(options)) {
    options.categorical.clear();
    std::vector<std::string> found;
    for (const File& file : files) {
      if (file.array) continue;
      for (std::string& column : text_columns(file.bytes, file.name, options)) {
        if (std::ranges::find(found, column) == found.end()) found.push_back(std::move(column));
      }
    }
    options.categorical = std::move(found);
  }
  return options;
}

PointTable read_files(std::span<const File> files, const ReadOptions& options) {
  TableReader reader(settled(options, files));
  for (const File& file : files) {
    if (file.array) {
      reader.add(file.array->whole(), file.name);
    } else {
      reader.add(file.bytes, file.name);
    }
  }
  return reader.finish();
}

}  // namespace

PointTable parse_points(std::string_view bytes, const std::string& name,
                        const ReadOptions& options) {
  std::vector<File> files(1);
  files[0].name = name;
  files[0].bytes = bytes;
  return read_files(files, options);
}

PointTable read_points(const std::vector<std::string>& paths, const ReadOptions& options) {
  std::vector<File> files(paths.size());
  std::vector<std::string> contents(paths.size());
  std::size_t size = 0;
  for (std::size_t f = 0; f < paths.size(); ++f) {
    files[f].name = display_name(paths[f]);
    if (paths[f].ends_with(".npy")) files[f].array = NpyFile::open(paths[f]);
    if (!files[f].array) contents[f] = read_bytes(paths[f]);
    files[f].bytes = contents[f];
    size += files[f].array ? files[f].array->size() : contents[f].size();
  }
  try {
    return read_files(files, options);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  throw_too_large(paths.front(), size);
}

PointTable read_points(const std::string& path, const ReadOptions& options) {
  return read_points(std::vector<std::string>{path}, options);
}

}  // namespace gnac::detail
