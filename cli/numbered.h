#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace gnac::cli {

/// Labels of any numbering as 0..K-1, in order of first appearance.
inline std::vector<std::int32_t> numbered(std::span<const std::int32_t> labels) {
  std::unordered_map<std::int32_t, std::int32_t> number_of;
  std::vector<std::int32_t> out;
  out.reserve(labels.size());
  for (const std::int32_t label : labels) {
    const auto next = static_cast<std::int32_t>(number_of.size());
    out.push_back(number_of.try_emplace(label, next).first->second);
  }
  return out;
}

}  // namespace gnac::cli
