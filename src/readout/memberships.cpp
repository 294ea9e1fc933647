#include "readout/memberships.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "readout/fitted.h"

namespace gnac::detail {
namespace {

constexpr std::int64_t kMemberBlock = 1024;
constexpr int kSteps = 10;
constexpr double kSpread = 0.9;
constexpr double kCertain = 0.999;  // shares beyond this say no more

double calibrated(double share) {
  const double s = std::clamp(share, 1 - kCertain, kCertain);
  return 1 / (1 + std::exp(-(fitted::kMembershipSlope * std::log(s / (1 - s)) +
                             fitted::kMembershipOffset)));
}

/// Turns shares that sum to 1 into probabilities, in place.
void calibrate(std::span<float> row, std::int32_t label) {
  const double own = row[label];
  double others = 0, largest = 0;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (static_cast<std::int32_t>(k) == label) continue;
    others += static_cast<double>(row[k]);
    largest = std::max(largest, static_cast<double>(row[k]));
  }
  const double even = 1 / static_cast<double>(row.size() - 1);
  const double top = others > 0 ? largest / others : even;  // largest share among the others
  const double p = std::max(calibrated(own), top / (1 + top));
  for (std::size_t k = 0; k < row.size(); ++k) {
    const double share = others > 0 ? static_cast<double>(row[k]) / others : even;
    row[k] = static_cast<float>(std::min((1 - p) * share, p));
  }
  row[label] = static_cast<float>(p);
  put_label_first(row, label);
}

}  // namespace

void put_label_first(std::span<float> row, std::int32_t label) {
  std::vector<float> larger;  // or as large
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (static_cast<std::int32_t>(k) != label && row[k] >= row[label]) larger.push_back(row[k]);
  }
  if (larger.empty()) return;
  std::sort(larger.begin(), larger.end(), std::greater<>());
  auto sum = static_cast<double>(row[label]);
  double count = 1;
  for (const float entry : larger) {
    if (static_cast<double>(entry) <= sum / count) break;
    sum += static_cast<double>(entry);
    ++count;
  }
  const auto mean = static_cast<float>(sum / count);
  for (float& entry : row) entry = std::min(entry, mean);
  row[label] = std::nextafter(mean, 1.0F);
}

std::vector<float> memberships(const Graph& graph, std::span<const float> conductance,
                               std::span<const std::int32_t> labels, int clusters, Team& team) {
  const std::int64_t width = clusters;
  std::vector<float> now(graph.nodes * width, 0.0F);
  for (std::int64_t v = 0; v < graph.nodes; ++v) now[v * width + labels[v]] = 1.0F;
  if (clusters == 1) return now;
  std::vector<float> next(now.size());
  for (int step = 0; step < kSteps; ++step) {
    team.for_blocks(graph.nodes, kMemberBlock, [&](std::int64_t begin, std::int64_t end) {
      for (auto v = begin; v < end; ++v) {
        float* row = &next[v * width];
        std::fill_n(row, width, 0.0F);
        double total = 0;
        for (auto e = graph.offset[v]; e < graph.offset[v + 1]; ++e) {
          const float alpha = conductance[graph.edge_of[e]];
          const float* from = &now[graph.neighbor[e] * width];
          for (std::int64_t k = 0; k < width; ++k) row[k] += alpha * from[k];
          total += static_cast<double>(alpha);
        }
        // A node without any conductance keeps its label.
        const auto scale = static_cast<float>(total > 0 ? kSpread / total : 0.0);
        for (std::int64_t k = 0; k < width; ++k) row[k] *= scale;
        row[labels[v]] += static_cast<float>(total > 0 ? 1 - kSpread : 1.0);
      }
    });
    std::swap(now, next);
  }
  team.for_blocks(graph.nodes, kMemberBlock, [&](std::int64_t begin, std::int64_t end) {
    for (auto v = begin; v < end; ++v) {
      calibrate({&now[v * width], static_cast<std::size_t>(width)}, labels[v]);
    }
  });
  return now;
}

}  // namespace gnac::detail
