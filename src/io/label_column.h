#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/text.h"

namespace gnac::detail {

/// Labels from text: whole numbers stay as they are; if any label is something else, all are
/// numbered by first appearance.
class LabelColumn {
 public:
  void add(std::string_view text) {
    const auto code = static_cast<std::int32_t>(code_of_.size());
    const auto [place, added] = code_of_.try_emplace(std::string(text), code);
    if (added) {
      const auto whole = parse_whole(text);
      all_whole_ = all_whole_ && whole && fits_int32(*whole);
      if (all_whole_) whole_.push_back(static_cast<std::int32_t>(*whole));
    }
    codes_.push_back(place->second);
  }

  /// The label of a row that will be dropped.
  void add_any() { codes_.push_back(0); }

  std::vector<std::int32_t> finish() const {
    std::vector<std::int32_t> labels = codes_;
    if (all_whole_ && !whole_.empty()) {
      for (std::int32_t& label : labels) label = whole_[static_cast<std::size_t>(label)];
    }
    return labels;
  }

 private:
  std::unordered_map<std::string, std::int32_t> code_of_;
  std::vector<std::int32_t> whole_;  ///< per code, while `all_whole_`
  bool all_whole_ = true;
  std::vector<std::int32_t> codes_;  ///< per row
};

}  // namespace gnac::detail
