#include <filesystem>

#include "comparison.h"
#include "gnac/page.h"
#include "numbered.h"

namespace gnac::cli {

std::string comparison_page(const Comparison& comparison, PointsView points,
                            std::span<const std::int32_t> reference,
                            const std::vector<std::string>& columns,
                            const std::vector<std::string>& ids) {
  std::vector<PagePartition> partitions;
  if (!reference.empty()) partitions.push_back({"Reference", "", numbered(reference)});
  for (const Compared& row : comparison.rows) {
    if (row.outcome.failed()) continue;
    partitions.push_back(
        {short_title(*row.method), score_note(comparison, row), row.outcome.labels});
  }
  const std::filesystem::path data(comparison.data);
  return comparison_page_html(
      points, partitions,
      {.title = data.filename().string(), .columns = columns, .ids = ids, .reference = {}});
}

}  // namespace gnac::cli
