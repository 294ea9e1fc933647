#include "data/read_points.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include "data/bytes.h"
#include "data/mapped_file.h"
#include "data/npy.h"
#include "data/table_reader.h"

namespace gnac::detail {
namespace {

/// A .npy file is mapped: its values are copied once, into the table. Others are read, and
/// unpacked.
struct File {
  std::optional<MappedFile> mapped;
  std::string read;
  std::string_view bytes;
  std::string name;
};

bool is_plain_npy(const std::string& path) {
  std::error_code ignored;
  return path.ends_with(".npy") && std::filesystem::is_regular_file(path, ignored) &&
         std::filesystem::file_size(path, ignored) > 0;
}

File open_file(const std::string& path) {
  File file;
  file.name = display_name(path);
  if (is_plain_npy(path)) {
    file.mapped.emplace(path);
    file.bytes = file.mapped->bytes();
    if (is_npy(file.bytes)) return file;
    file.mapped.reset();
  }
  file.read = read_bytes(path);
  return file;
}

bool wants_all(const ReadOptions& options) {
  return options.categorical.size() == 1 && options.categorical[0] == kAllCategorical;
}

/// The options with "all" replaced by names.
template <class Files>
ReadOptions settled(ReadOptions options, const Files& files) {
  if (!options.known.empty()) {
    options.categorical.clear();
    for (const CategoryColumn& column : options.known) options.categorical.push_back(column.name);
  } else if (wants_all(options)) {
    options.categorical.clear();
    std::vector<std::string> found;
    for (const auto& file : files) {
      for (std::string& column : text_columns(file.bytes, file.name, options)) {
        if (std::ranges::find(found, column) == found.end()) found.push_back(std::move(column));
      }
    }
    options.categorical = std::move(found);
  }
  return options;
}

template <class Files>
PointTable read_files(const Files& files, const ReadOptions& options) {
  TableReader reader(settled(options, files));
  for (const auto& file : files) reader.add(file.bytes, file.name);
  return reader.finish();
}

}  // namespace

PointTable parse_points(std::string_view bytes, const std::string& name,
                        const ReadOptions& options) {
  struct Borrowed {
    std::string_view bytes;
    const std::string& name;
  };
  return read_files(std::vector<Borrowed>{{bytes, name}}, options);
}

PointTable read_points(const std::vector<std::string>& paths, const ReadOptions& options) {
  std::vector<File> files;
  std::size_t size = 0;
  files.reserve(paths.size());
  for (const std::string& path : paths) {
    File& file = files.emplace_back(open_file(path));
    if (!file.mapped) file.bytes = file.read;
    size += file.bytes.size();
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
