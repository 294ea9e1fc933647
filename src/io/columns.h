#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/read_points.h"

namespace gnac::detail {

/// Which columns of a table mean what, counted from 0.
struct Selection {
  std::vector<std::size_t> features;     ///< columns of numbers
  std::vector<std::size_t> categorical;  ///< columns of categories, which are features too
  std::optional<std::size_t> id;
  std::optional<std::size_t> label;
};

/// Does an option name a column by text, so that the table must have a header?
bool names_columns(const ReadOptions& options);

/// The columns selected by the options in a table of `count` columns; `header` is empty if it has
/// none. A whole number is always a column's number. Categorical columns come in addition to those
/// that `columns` names. Throws Error for a column that does not exist or is chosen twice, and if
/// no feature remains.
Selection select_columns(const ReadOptions& options, std::span<const std::string_view> header,
                         std::size_t count, const std::string& name);

/// A first column without a name next to one that has a name holds row names, as pandas and R write
/// them. It is no feature unless `options` list the features or there is no other. True if it was
/// one and is not any more.
bool leave_out_row_names(Selection& selection, const ReadOptions& options,
                         std::span<const std::string_view> header);

/// Labels from text: whole numbers stay as they are; if any label is something else, all are
/// numbered by first appearance.
class LabelColumn {
 public:
  void add(std::string_view text);
  std::vector<std::int32_t> finish() const;

 private:
  std::unordered_map<std::string, std::int32_t> code_of_;
  std::vector<std::int32_t> whole_;  ///< per code, while `all_whole_`
  bool all_whole_ = true;
  std::vector<std::int32_t> codes_;  ///< per row
};

}  // namespace gnac::detail
