#include "append.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/bytes.h"
#include "data/npy.h"
#include "data/rows.h"
#include "gnac/error.h"

namespace gnac::cli {

using namespace detail;

std::string appended_table(const std::string& path, std::span<const std::int32_t> labels,
                           std::span<const std::int64_t> dropped, std::int32_t base) {
  const std::string bytes = read_bytes(path);
  if (is_npy(bytes)) {
    throw Error(
        fmt::format("--append adds a column to a table in text, and {} is .npy; leave it "
                    "out",
                    path));
  }
  Rows rows(bytes, path);
  std::vector<std::string> lines;
  while (rows.next()) lines.emplace_back(rows.raw());
  const std::size_t points = labels.size() + dropped.size();
  const bool header = lines.size() == points + 1;
  if (!header && lines.size() != points)
    throw Error(fmt::format("{} changed while it was clustered; run it again", path));
  const char separator = rows.separator();
  std::string text;
  if (header) text += fmt::format("{}{}cluster\n", lines[0], separator);
  std::size_t next = 0;
  for (std::size_t i = 0; i < points; ++i) {
    const bool left_out = std::ranges::binary_search(dropped, static_cast<std::int64_t>(i));
    text += lines[i + (header ? 1 : 0)];
    text += separator;
    if (!left_out) {
      const std::int32_t label = labels[next++];
      text += std::to_string(label < 0 ? label : std::int64_t{label} + base);
    }
    text += '\n';
  }
  return text;
}

}  // namespace gnac::cli
