#include "report/palette.h"

#include <array>

namespace gnac::detail {
namespace {

constexpr std::array<std::string_view, 8> kPalette{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#e69f00", "#56b4e9", "#000000", "#f0e442"};
constexpr std::array<std::string_view, 8> kMuted{"#332288", "#117733", "#999933", "#882255",
                                                 "#aa4499", "#44aa99", "#ddcc77", "#661100"};
constexpr std::string_view kNoise = "#b3b3b3";
constexpr std::array kMarks{Mark::dot, Mark::square, Mark::triangle, Mark::plus, Mark::ring};

}  // namespace

std::string_view series_colour(int index) {
  const auto at = static_cast<std::size_t>(index) % (kPalette.size() + kMuted.size());
  return at < kPalette.size() ? kPalette[at] : kMuted[at - kPalette.size()];
}

ClusterLook cluster_look(int label) {
  if (label < 0) return {kNoise, Mark::dot};
  const auto index = static_cast<std::size_t>(label);
  return {series_colour(label), kMarks[index / kPalette.size() % kMarks.size()]};
}

}  // namespace gnac::detail
