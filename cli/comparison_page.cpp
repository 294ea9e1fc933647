#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "comparison.h"
#include "gnac/page.h"
#include "io/text.h"
#include "numbered.h"

namespace gnac::cli {
namespace {

/// "ARI 0.9876 · NMI 0.9512 · 0.42 s", after "5 clusters" if each method chose its own number.
std::string scores_and_seconds(const Comparison& comparison, const Compared& row) {
  std::string text;
  if (comparison.clusters == kChooseClusters)
    text = detail::counted(static_cast<std::size_t>(count_of(row)), "cluster") + " · ";
  for (std::size_t m = 0; m < row.scores.size(); ++m) {
    if (!std::isfinite(row.scores[m])) continue;
    std::string name(comparison.metrics[m]->name);
    if (name.size() == 3) std::ranges::transform(name, name.begin(), ::toupper);
    text += fmt::format("{} {:.4f} · ", name, row.scores[m]);
  }
  return text + fmt::format("{:.2f} s", row.outcome.seconds);
}

}  // namespace

std::string comparison_page(const Comparison& comparison, PointsView points,
                            std::span<const std::int32_t> reference,
                            const std::vector<std::string>& columns,
                            const std::vector<std::string>& ids) {
  std::vector<PagePartition> partitions;
  if (!reference.empty()) partitions.push_back({"Reference", "", numbered(reference)});
  for (const Compared& row : comparison.rows) {
    if (row.outcome.failed()) continue;
    partitions.push_back(
        {short_title(*row.method), scores_and_seconds(comparison, row), row.outcome.labels});
  }
  const std::filesystem::path data(comparison.data);
  return comparison_page_html(
      points, partitions,
      {.title = data.filename().string(), .columns = columns, .ids = ids, .reference = {}});
}

}  // namespace gnac::cli
