#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/row_source.h"

namespace gnac::detail {

/// The rows of a text table, one after another. The first row decides the separator: the first of
/// tab, semicolon, comma and vertical bar that it contains, else runs of blanks; a first line like
/// "sep=;", as Excel writes it, names it. Fields come without surrounding blanks and quotes ("" in
/// quotes is one quote). A UTF-8 byte order mark, lines before the first row that start with one of
/// `comments`, titles above the table, and blank lines are ignored.
class Rows : public RowSource {
 public:
  /// `text` must outlive the rows; `name` is for messages.
  Rows(std::string_view text, std::string name, std::string_view comments = "#");

  /// Throws Error for a quote that is not closed.
  bool next() override;
  std::span<const std::string_view> fields() const override { return fields_; }
  std::int64_t line() const override { return line_; }
  bool opens_with_names() const override { return false; }
  std::string_view raw() const { return raw_; }  ///< the row as it stands in the text
  char separator() const { return separator_; }  ///< ' ' means runs of blanks
  std::int64_t titles() const override { return titles_; }

 private:
  bool separator_line();
  void sniff_separator();
  void skip_titles();
  bool holds_sentences() const;
  void add_field(std::string_view field);
  void split(std::string_view line);
  void split_quoted();
  std::string_view quoted_field();
  [[noreturn]] void fail(const std::string& reason) const;

  std::string_view rest_;
  std::string_view raw_;
  std::string name_;
  char separator_ = ' ';  ///< ' ' means runs of blanks
  bool quotes_ = false;   ///< the text has a quote somewhere
  std::int64_t titles_ = 0;
  std::int64_t line_ = 0;
  std::int64_t next_line_ = 1;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unescaped_;  ///< fields of this row that differ from the text
};

}  // namespace gnac::detail
