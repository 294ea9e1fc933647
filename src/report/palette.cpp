#include "report/palette.h"

#include <array>

namespace gnac::detail {
namespace {

// As on the page in light dress (src/page/web/palette.js): Okabe and Ito's with brown for black and
// a darker yellow, then the same darker, then lighter.
constexpr std::array<std::string_view, 24> kClusters{
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#c4b000", "#8b5a2b",
    "#004173", "#a76e00", "#006746", "#923200", "#307ea8", "#8e4d72", "#b6ac23", "#542e03",
    "#519ad2", "#eeb14f", "#61c49d", "#f88f58", "#7cc8f6", "#eda4cb", "#ccc241", "#af825c"};
constexpr std::size_t kColours = 8;  // those of Okabe and Ito, which marks repeat
constexpr std::string_view kNoise = "#b3b3b3";
constexpr std::array kMarks{Mark::dot, Mark::square, Mark::triangle, Mark::plus, Mark::ring};

}  // namespace

ClusterLook cluster_look(int label) {
  if (label < 0) return {kNoise, Mark::dot};
  const auto index = static_cast<std::size_t>(label);
  return {kClusters[index % kClusters.size()], kMarks[index / kColours % kMarks.size()]};
}

}  // namespace gnac::detail
