#include "io/rows.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "gnac/error.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

constexpr std::size_t kMostFields = std::size_t{1} << 20;

/// What a line is made of, if it is one of a table with this separator.
struct LineForm {
  std::size_t fields = 0;
  std::size_t used = 0;  ///< up to the last that is not empty
  bool names = true;     ///< all have text that is no number
};

/// Takes the next line, of which quoted fields may span several, from `rest`.
LineForm take_form(std::string_view& rest, char separator) {
  LineForm form;
  bool inside = false;
  std::size_t begin = 0;
  std::size_t at = 0;
  for (;; ++at) {
    const bool end = at == rest.size() || (!inside && rest[at] == '\n');
    if (!end && rest[at] == '"') inside = !inside;
    if (!end && (inside || rest[at] != separator)) continue;
    const std::string_view field = trim(rest.substr(begin, at - begin));
    double ignored = 0;
    ++form.fields;
    if (!field.empty()) form.used = form.fields;
    form.names = form.names && !field.empty() && !parse_number(field, ignored);
    begin = at + 1;
    if (end) break;
  }
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return form;
}

/// The number of columns, at least two, of the first lines; 0 if they differ.
std::size_t common_fields(std::string_view rest, char separator) {
  constexpr int kLines = 20;
  constexpr int kFewest = 3;
  const std::size_t fields = take_form(rest, separator).fields;
  int lines = 1;
  for (; lines < kLines && !rest.empty(); ++lines) {
    if (take_form(rest, separator).fields != fields) return 0;
  }
  return lines >= kFewest && fields >= 2 ? fields : 0;
}

}  // namespace

Rows::Rows(std::string_view text, std::string name, std::string_view comments)
    : rest_(text), name_(std::move(name)) {
  if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
  const std::size_t last = rest_.find_last_not_of(" \t\r\n");
  rest_ = rest_.substr(0, last == std::string_view::npos ? 0 : last + 1);
  while (!rest_.empty()) {
    std::string_view ahead = rest_;
    const std::string_view line = trim(next_line(ahead));
    if (!line.empty() && comments.find(line[0]) == std::string_view::npos) break;
    rest_ = ahead;
    ++next_line_;
  }
  quotes_ = rest_.find('"') != std::string_view::npos;
  if (separator_line()) return;
  sniff_separator();
  skip_titles();
}

/// Takes a first line that only names the separator.
bool Rows::separator_line() {
  std::string_view ahead = rest_;
  const std::string_view line = next_line(ahead);
  if (line.size() != 5 || !(line.starts_with("sep=") || line.starts_with("SEP="))) return false;
  separator_ = line[4];
  rest_ = ahead;
  ++next_line_;
  return true;
}

/// People and banks write titles above a table: a few lines with at most half as many fields as
/// its names, or set off by a blank line.
void Rows::skip_titles() {
  constexpr std::int64_t kMost = 20;
  std::string_view ahead = rest_;
  if (take_form(ahead, separator_).used >= 2 && common_fields(rest_, separator_) > 0) return;
  const auto as_it_is = std::tuple(rest_, separator_, next_line_);
  std::size_t widest = 0;
  for (titles_ = 1; titles_ <= kMost && !rest_.empty(); ++titles_, ++next_line_) {
    const LineForm title = take_form(rest_, separator_);
    widest = std::max(widest, title.used);
    separator_ = ' ';
    sniff_separator();
    ahead = rest_;
    const std::size_t fields =
        take_form(ahead, separator_).names ? common_fields(rest_, separator_) : 0;
    if (separator_ == ' ' || fields <= widest) continue;
    if (2 * widest > fields && title.used > 0) continue;
    ++next_line_;
    return;
  }
  std::tie(rest_, separator_, next_line_) = as_it_is;
  titles_ = 0;
}

void Rows::sniff_separator() {
  bool inside = false;
  bool text = false;  // a tab at either end of a line separates nothing
  bool after_text = false;
  bool tab = false;
  bool semicolon = false;
  bool comma = false;
  bool bar = false;
  for (const char c : rest_) {
    if (c == '"') inside = !inside;
    if (inside) continue;
    if (c == '\n') break;
    if (c == '\t') after_text = text;
    if (is_blank(c)) continue;
    tab = tab || after_text;
    text = true;
    semicolon = semicolon || c == ';';
    comma = comma || c == ',';
    bar = bar || c == '|';
  }
  separator_ = tab ? '\t' : semicolon ? ';' : comma ? ',' : bar ? '|' : separator_;
  if (separator_ == ' ' && holds_sentences()) separator_ = ',';
}

/// Do blanks stand between the words of texts, and not between columns? Then lines have different
/// numbers of words, most of which are no numbers. (A header may have one word less than the rows.)
/// Lines with quotes do not tell.
bool Rows::holds_sentences() const {
  constexpr int kLines = 50;
  std::string_view rest = rest_;
  std::vector<std::size_t> count;
  std::size_t words = 0, numbers = 0;
  while (!rest.empty() && std::ssize(count) < kLines) {
    std::string_view line = trim(next_line(rest));
    if (line.empty() || line.find('"') != std::string_view::npos) continue;
    count.push_back(0);
    for (; !line.empty(); line = trim(line)) {
      const auto end = std::find_if(line.begin(), line.end(), is_blank);
      const std::string_view word = line.substr(0, static_cast<std::size_t>(end - line.begin()));
      line.remove_prefix(word.size());
      double ignored = 0;
      ++count.back();
      ++words;
      numbers += parse_number(word, ignored) ? 1 : 0;
    }
  }
  if (count.size() < 2 || 2 * numbers >= words) return false;
  const bool rows_alike =
      std::all_of(count.begin() + 1, count.end(), [&](std::size_t c) { return c == count[1]; });
  return !rows_alike || (count[0] != count[1] && count[0] + 1 != count[1]);
}

bool Rows::next() {
  std::string_view ahead = rest_;
  std::string_view line = next_line(ahead);
  while (!rest_.empty() && trim(line).empty()) {
    rest_ = ahead;
    ++next_line_;
    line = next_line(ahead);
  }
  if (rest_.empty()) return false;
  fields_.clear();
  unescaped_.clear();
  line_ = next_line_;
  const char* const begin = rest_.data();
  if (quotes_ && line.find('"') != std::string_view::npos) {
    split_quoted();
  } else {
    split(line);
    rest_ = ahead;
    ++next_line_;
  }
  raw_ = {begin, static_cast<std::size_t>(rest_.data() - begin)};
  while (raw_.ends_with('\n') || raw_.ends_with('\r')) raw_.remove_suffix(1);
  return true;
}

void Rows::add_field(std::string_view field) {
  if (fields_.size() == kMostFields)
    fail("there are more than " + std::to_string(kMostFields) + " columns");
  fields_.push_back(field);
}

void Rows::split(std::string_view line) {
  const char* at = line.data();
  const char* const end = at + line.size();
  if (separator_ == ' ') {
    for (;;) {
      while (at != end && is_blank(*at)) ++at;
      if (at == end) return;
      const char* const begin = at;
      while (at != end && !is_blank(*at)) ++at;
      add_field({begin, static_cast<std::size_t>(at - begin)});
    }
  }
  for (;;) {
    const char* const stop = std::find(at, end, separator_);
    add_field(trim({at, static_cast<std::size_t>(stop - at)}));
    if (stop == end) return;
    at = stop + 1;
  }
}

/// A row with quotes, which may span lines.
void Rows::split_quoted() {
  const auto skip_blanks = [&] {
    while (!rest_.empty() && is_blank(rest_[0]) && rest_[0] != separator_) rest_.remove_prefix(1);
    if (separator_ == ' ') {
      while (!rest_.empty() && is_blank(rest_[0])) rest_.remove_prefix(1);
    }
  };
  const auto ends_field = [&](char c) {
    return c == '\n' || (separator_ == ' ' ? is_blank(c) : c == separator_);
  };
  for (;;) {
    skip_blanks();
    if (!rest_.empty() && rest_[0] == '"') {
      add_field(quoted_field());
      if (!rest_.empty() && !ends_field(rest_[0]) && !is_blank(rest_[0])) {
        fail("text follows a closing quote");
      }
      skip_blanks();
    } else {
      const auto stop = std::find_if(rest_.begin(), rest_.end(), ends_field);
      const auto length = static_cast<std::size_t>(stop - rest_.begin());
      add_field(trim(rest_.substr(0, length)));
      rest_.remove_prefix(length);
      if (separator_ == ' ') skip_blanks();
    }
    if (rest_.empty()) return;
    if (rest_[0] == '\n') break;
    if (separator_ != ' ') rest_.remove_prefix(1);
  }
  rest_.remove_prefix(1);
  ++next_line_;
}

/// Removes a quoted "…" from the front.
std::string_view Rows::quoted_field() {
  std::string* own = nullptr;
  std::size_t from = 1;
  for (;;) {
    const std::size_t close = rest_.find('"', from);
    if (close == std::string_view::npos) fail("a quote is opened and never closed");
    const std::string_view piece = rest_.substr(from, close - from);
    next_line_ += std::count(piece.begin(), piece.end(), '\n');
    const bool doubled = close + 1 < rest_.size() && rest_[close + 1] == '"';
    if (doubled && own == nullptr) own = &unescaped_.emplace_back();
    if (own != nullptr) own->append(piece);
    if (!doubled) {
      rest_.remove_prefix(close + 1);
      return own != nullptr ? std::string_view(*own) : piece;
    }
    own->push_back('"');
    from = close + 2;
  }
}

void Rows::fail(const std::string& reason) const {
  throw Error(name_ + ", row " + std::to_string(line_) + ": " + reason);
}

}  // namespace gnac::detail
