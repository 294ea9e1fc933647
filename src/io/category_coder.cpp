#include "io/category_coder.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "gnac/error.h"
#include "io/text.h"

namespace gnac::detail {
namespace {

// A column with more distinct texts holds names, not kinds; each would become a column of its own.
constexpr std::size_t kMostCategories = 100;

/// Model files store categories as UTF-8 text.
bool is_text(const std::string& value) {
  try {
    static_cast<void>(nlohmann::json(value).dump());
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

}  // namespace

CategoryCoder::CategoryCoder(std::string name, std::vector<std::string> known)
    : name_(std::move(name)), fixed_(!known.empty()), values_(std::move(known)) {
  for (std::size_t v = 0; v < values_.size(); ++v) code_of_.emplace(values_[v], v);
}

double CategoryCoder::code_of(std::string_view text, const std::string& place) {
  const auto [found, added] = code_of_.try_emplace(std::string(text), values_.size());
  if (!added) return static_cast<double>(found->second);
  if (fixed_)
    throw Error(place + ": " + cite(text) + " is not one of the categories of the fit, " +
                cite_some(values_));
  if (values_.size() == kMostCategories)
    throw Error(place + ": the column has more than " + std::to_string(kMostCategories) +
                " categories, so it names rows rather than kinds; leave it out with --columns or "
                "set it aside with --id-column");
  if (!is_text(found->first)) throw Error(place + ": the category is not text in UTF-8");
  values_.push_back(found->first);
  return static_cast<double>(found->second);
}

void encode_categories(PointTable& table, const std::vector<CategoryCoder>& coders, bool named) {
  if (coders.empty()) return;
  const auto coded = coders.size();
  const std::size_t numeric = static_cast<std::size_t>(table.points.d) - coded;
  std::vector<std::vector<std::size_t>> column_of(coded);  // code → column among the indicators
  std::size_t indicators = 0;
  for (std::size_t c = 0; c < coded; ++c) {
    const std::vector<std::string>& values = coders[c].values();
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    CategoryColumn& column = table.categories.emplace_back();
    column.name = coders[c].name();
    column_of[c].resize(values.size());
    for (const std::size_t code : order) {
      column_of[c][code] = indicators++;
      column.values.push_back(values[code]);
      table.names.push_back((named ? "" : "x") + column.name + "=" + values[code]);
    }
  }
  const std::size_t width = numeric + indicators;
  std::vector<double> values(static_cast<std::size_t>(table.points.n) * width);
  const double* from = table.points.values.data();
  for (double* to = values.data(); to != values.data() + values.size(); to += width) {
    std::copy_n(from, numeric, to);
    from += numeric;
    for (std::size_t c = 0; c < coded; ++c)
      to[numeric + column_of[c][static_cast<std::size_t>(*from++)]] = 1;
  }
  table.points.values = std::move(values);
  table.points.d = static_cast<std::int64_t>(width);
}

}  // namespace gnac::detail
